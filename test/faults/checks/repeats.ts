import type { Books } from '../facts.ts';
import type { Redelivery } from '../journal.ts';
import type { Receipt } from '../receiver.ts';
import { type Violation, violations } from './violation.ts';

/** Instants of two clocks' readings on one machine, rounded to milliseconds. */
const TOLERANCE_MS = 10;

/**
 * A notification comes again for a reason: it was answered wrongly, its attempt was cut off (nothing that acknowledges is in
 * the books then), or somebody asked for it. For the books an attempt that is frozen for longer than its claim lasts, 15 s,
 * is cut off too: `--freeze` beyond that may find it.
 */
export function checkRepeats(
  { notifications }: Books,
  receipts: readonly Receipt[],
  redeliveries: readonly Redelivery[],
): Violation[] {
  const arrivals = Map.groupBy(receipts, ({ notificationId }) => notificationId);
  const requests = Map.groupBy(redeliveries, ({ notificationId }) => notificationId);
  const surplus = notifications.flatMap(({ id, acknowledgements }) => {
    const asked = requests.get(id)?.length ?? 0;
    return acknowledgements.length <= 1 + asked
      ? []
      : [`${id}: acknowledged ${acknowledgements.length} times, asked for ${asked} times`];
  });
  const causeless = notifications.flatMap(({ id, acknowledgements }) =>
    (arrivals.get(id) ?? [])
      .filter(({ at }) => {
        const known = acknowledgements.filter((instant) => instant.getTime() + TOLERANCE_MS < at);
        const asked = (requests.get(id) ?? []).filter((request) => request.at <= at);
        return known.length > asked.length;
      })
      .map(
        ({ at }) => `${id}: arrived ${new Date(at).toISOString()}, acknowledged ${listOf(acknowledgements)}`,
      ),
  );
  return [
    ...violations('a notification is acknowledged once, and once for each time it is asked for', surplus),
    ...violations('what is acknowledged in the books does not arrive again unasked', causeless),
  ];
}

function listOf(instants: readonly Date[]): string {
  return instants.map((instant) => instant.toISOString()).join(' ');
}
