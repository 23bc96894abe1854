/** What only one company sees of an order, for its own people alone. */
import type { NoteList } from '../../../../server/schemas/order-notes.ts';
import { type Place, request } from '../../api/client.ts';
import { type Here, useHere } from '../../shell/session.ts';
import { type OrderCard, useConsole } from './data.ts';
import type { TimelineEntry } from './timeline.ts';

export type OrderNote = NoteList['list'][number];

/** Who looks after an order; null: nobody. */
export type Assignee = OrderCard['assigned'];

/** @param idempotencyKey of an earlier attempt. */
export const assignOrder = (
  { company, world }: Place,
  orderId: string,
  to: Assignee,
  idempotencyKey: string = crypto.randomUUID(),
) =>
  request('PUT /api/{company}/{world}/console/orders/{orderId}/assignment', {
    params: { company, world, orderId },
    body: { personId: to?.personId ?? null },
    idempotencyKey,
  });

/** Whether this page shows it: somebody at a provider works for another company. */
export const isOwnCompany = ({ acting }: Pick<Here, 'acting'>) => acting === undefined;

/** The company's notes on an order, the oldest first; none where they can't be read, which hides nothing else. */
export function useOrderNotes(orderId: string): readonly OrderNote[] {
  const here = useHere();
  const route = 'GET /api/{company}/{world}/console/orders/{orderId}/notes';
  return useConsole(here, route, { orderId }, isOwnCompany(here)).data?.list ?? [];
}

/** What stands in the conversation: what was said or happened, or a note beside it. */
export type ConversationEntry =
  | { readonly key: string; readonly at: string; readonly entry: TimelineEntry }
  | { readonly key: string; readonly at: string; readonly note: OrderNote };

/** By time, the oldest first. */
export function conversationOf(
  entries: readonly TimelineEntry[],
  notes: readonly OrderNote[],
): ConversationEntry[] {
  const said = entries
    .filter(({ event, message }) => event !== undefined || message !== undefined)
    .toReversed()
    .map((entry) => ({ key: entry.key, at: entry.at, entry }));
  const noted = notes.map((note) => ({ key: `note-${note.noteId}`, at: note.createdAt, note }));
  return [...said, ...noted].toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at));
}
