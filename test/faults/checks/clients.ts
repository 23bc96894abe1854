import type { Books } from '../facts.ts';
import type { Journal } from '../journal.ts';
import { checkCommands } from './commands.ts';
import { type Violation, violations } from './violation.ts';

/** What clients were answered is so, and what they were not answered happened once at most. */
export function checkClients(journal: Journal, books: Books): Violation[] {
  return [
    ...violations('an answer is never our fault', journal.scandals),
    ...violations('an acknowledged create exists once', lostCreates(journal, books)),
    ...violations(
      'a create exists once at most, and not where it was refused',
      surplusCreates(journal, books),
    ),
    ...violations('an order that is shown is of one moment', journal.reads.contradictions),
    ...checkCommands(journal, books),
  ];
}

function lostCreates({ creates }: Journal, { orders, keys }: Books): string[] {
  const byKey = new Map(keys.map((row) => [`${row.merchant_key} ${row.key}`, row.order_id]));
  return creates.flatMap(({ agency, key, reference, outcome }) => {
    if (outcome.kind !== 'acknowledged') return [];
    const order = orders.get(outcome.orderId);
    const isWhole = order?.client_reference === reference && order.merchant_key === agency;
    const kept = byKey.get(`${agency} ${key}`);
    return isWhole && kept === outcome.orderId
      ? []
      : [`${outcome.orderId} (${reference}; its key has ${kept})`];
  });
}

function surplusCreates({ creates }: Journal, { orders }: Books): string[] {
  const intents = new Map(creates.map((intent) => [intent.reference, intent]));
  const found = Map.groupBy(orders.values(), ({ client_reference: reference }) => reference);
  return [...found].flatMap(([reference, rows]) => {
    const isRefused = intents.get(reference)?.outcome.kind === 'refused';
    const isRight = rows.length === 1 && intents.has(reference) && !isRefused;
    return isRight ? [] : [`${reference}: ${rows.map(({ id }) => id).join(', ')}`];
  });
}
