import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import { OrderNote } from '../../db/entities/index.ts';
import { findNotes, insertNote, lockNotes, type NoteRow } from '../../db/queries/console/order-notes.ts';
import { mayInCompany } from '../../domain/console-roles.ts';
import { OrderStateForbids } from '../../domain/errors.ts';
import type { CallingMerchant } from '../../domain/merchant.ts';
import { MAX_NOTES } from '../../domain/order-note.ts';
import { timeFor } from '../../domain/sandbox.ts';
import { RoleForbids } from '../accounts/refusals.ts';
import { recordAudit } from '../audit.ts';
import { once } from '../commands.ts';
import { findVisibleOrder } from '../orders/reading.ts';
import type { Colleague } from './colleague.ts';

/** An internal note, as the people of its side see it. */
interface OrderNoteView {
  readonly noteId: number;
  /** The author's name as it is now; somebody who has left keeps theirs. */
  readonly person: string;
  readonly text: string;
  /** By the order's clock, as messages are. */
  readonly createdAt: string;
  readonly mayDelete: boolean;
}

export interface OrderNotes {
  /** The notes of the caller's side, the oldest first. @throws OrderNotFound */
  list(colleague: Colleague, orderId: string): Promise<OrderNoteView[]>;
  /** @throws OrderNotFound; OrderStateForbids where there are MAX_NOTES, or the order's personal data is erased. @returns the note's id. */
  add(colleague: Colleague, orderId: string, text: string): Promise<number>;
  /** One's own, or any for who leads the company. @throws OrderNotFound, RoleForbids. @returns false where it was gone before. */
  remove(colleague: Colleague, orderId: string, noteId: number): Promise<boolean>;
}

/** Internal notes on an order: of one side's own people, in the database and nowhere else. */
export function createOrderNotes({
  orm,
  now,
}: {
  readonly orm: MikroORM;
  readonly now: () => Date;
}): OrderNotes {
  return {
    async list(colleague, orderId) {
      const em = orm.em.fork();
      const { merchant } = colleague;
      await findVisibleOrder(em, merchant, orderId);
      const notes = await findNotes(em, { ownerKey: merchant.key, orderId });
      return notes.map((note) => viewNote(note, colleague));
    },
    add: (colleague, orderId, text) =>
      orm.em.fork().transactional(async (em) => {
        const { order } = await findVisibleOrder(em, colleague.merchant, orderId);
        const note = { orderId, text: text.trim(), createdAt: timeFor(order, now()) };
        const { result } = await once(em, colleague.merchant, 'note.added', () =>
          addNote(em, colleague, note),
        );
        return result.id;
      }),
    remove: (colleague, orderId, noteId) =>
      orm.em.fork().transactional(async (em) => {
        await findVisibleOrder(em, colleague.merchant, orderId);
        const { result } = await once(em, colleague.merchant, 'note.deleted', async () => ({
          deleted: await removeNote(em, colleague, { orderId, noteId }),
        }));
        return result.deleted;
      }),
  };
}

function viewNote({ id, personId, person, text, createdAt }: NoteRow, colleague: Colleague): OrderNoteView {
  return {
    noteId: id,
    person,
    text,
    createdAt: createdAt.toISOString(),
    mayDelete: mayDelete(personId, colleague),
  };
}

function mayDelete(author: number, { personId, role }: Colleague): boolean {
  return mayInCompany(role, author === personId ? 'orders.write' : 'notes.moderate');
}

interface NoteGiven {
  readonly orderId: string;
  readonly text: string;
  readonly createdAt: Date;
}

async function addNote(
  em: EntityManager,
  { merchant, personId }: Colleague,
  note: NoteGiven,
): Promise<{ id: number }> {
  const { orderId } = note;
  const of = { orderId, ownerKey: merchant.key };
  await lockNotes(em, of);
  if ((await em.count(OrderNote, of)) >= MAX_NOTES)
    throw new OrderStateForbids(`the order already has ${MAX_NOTES} notes, which is the limit`);
  const id = await insertNote(em, { ...note, ...of, personId });
  if (id === undefined) throw new OrderStateForbids("the order's personal data is erased: it takes no notes");
  await noteAct(em, merchant, 'note.added', { id, orderId });
  return { id };
}

async function removeNote(
  em: EntityManager,
  colleague: Colleague,
  { orderId, noteId }: { readonly orderId: string; readonly noteId: number },
): Promise<boolean> {
  const { merchant } = colleague;
  const where = { id: noteId, orderId, ownerKey: merchant.key };
  const note = await em.findOne(OrderNote, where);
  if (note === null) return false;
  if (!mayDelete(note.personId, colleague)) throw new RoleForbids('notes.moderate');
  if ((await em.nativeDelete(OrderNote, where)) === 0) return false;
  await noteAct(em, merchant, 'note.deleted', { id: noteId, orderId });
  return true;
}

/** Without the text. Its subject is the note, so that an order's acts stay a short list. */
async function noteAct(
  em: EntityManager,
  merchant: CallingMerchant,
  action: string,
  { id, orderId }: { readonly id: number; readonly orderId: string },
): Promise<void> {
  await recordAudit(em, merchant, { action, subject: `note:${id}`, details: { orderId } });
}
