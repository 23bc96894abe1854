/** What can be done to several orders by one press: confirm, reject, have somebody look after them. */
import { useQueryClient } from '@tanstack/react-query';
import { refusalOf } from '../../api/errors.ts';
import { sentenceOf } from '../../parts/states.tsx';
import { showToast } from '../../parts/toast.tsx';
import { useTexts } from '../../shell/preferences.tsx';
import { useHere, useMe } from '../../shell/session.ts';
import { sendOrKeep } from '../../shell/waiting.ts';
import type { BulkAction } from './bulk-dialog.tsx';
import { type OrderCard, oldAfterMove } from './data.ts';
import { type Assignee, assignOrder } from './note-data.ts';
import { reasonBody } from './reason.ts';

/** Of a studio. Neither can be taken back, and both wait for a connection where there is none. */
export function useBulkMoves(): Readonly<Record<'confirm' | 'reject', BulkAction>> {
  const { company, world } = useHere();
  const { person } = useMe();
  const { trade, frame } = useTexts();
  const { bulk, action: single } = trade;
  const moveOf = (action: 'confirm' | 'reject') => ({
    verb: bulk[action],
    working: single[action].working,
    whyNot: ({ status }: OrderCard) =>
      status === 'pending' ? undefined : bulk.notPending(frame.state[status]),
    act: ({ orderId }: OrderCard, key: string, reason: string) =>
      sendOrKeep(person.id, { key, company, world, action, orderId, body: reasonBody(reason) }),
  });
  return {
    confirm: { ...moveOf('confirm'), consequence: bulk.confirmConsequence },
    reject: {
      ...moveOf('reject'),
      consequence: bulk.rejectConsequence,
      isDangerous: true,
      asksReason: true,
    },
  };
}

/** Of the company's own people. It is undone by a click: each order goes back to who had it. */
export function useBulkAssigning(): (to: Assignee) => BulkAction {
  const here = useHere();
  const client = useQueryClient();
  const texts = useTexts();
  const { bulk, assigned: words } = texts.trade;
  const giveBack = async (orders: readonly OrderCard[]) => {
    try {
      for (const { orderId, assigned } of orders) await assignOrder(here, orderId, assigned);
    } catch (error) {
      showToast({ text: sentenceOf(texts, refusalOf(error)), tone: 'warning' });
    }
    for (const queryKey of oldAfterMove(here)) await client.invalidateQueries({ queryKey });
  };
  const nameOf = (person: Assignee) => person?.name ?? words.nobody;
  return (to) => ({
    verb: (count) => bulk.assign(count, nameOf(to)),
    working: bulk.assigning,
    consequence: bulk.assignConsequence(nameOf(to)),
    whyNot: ({ assigned }) =>
      (assigned?.personId ?? null) === (to?.personId ?? null) ? bulk.alreadySo : undefined,
    becomes: ({ assigned }) => bulk.before(nameOf(assigned)),
    act: async ({ orderId }, key) => {
      await assignOrder(here, orderId, to, key);
      return 'sent';
    },
    onDone: (orders) =>
      showToast({ text: bulk.assigned(orders.length, nameOf(to)), undo: () => void giveBack(orders) }),
  });
}
