/** Internal notes on orders. Those of one side on an order are counted and written one after the other. */
import type { EntityManager } from '@mikro-orm/postgresql';
import { holdLock } from '../../advisory-locks.ts';

/** Whose notes, and on which order. */
export interface NotesOf {
  readonly ownerKey: string;
  readonly orderId: string;
}

export interface NoteRow {
  readonly id: number;
  readonly personId: number;
  /** The name as it is now. */
  readonly person: string;
  readonly text: string;
  readonly createdAt: Date;
}

/** One side's notes on an order, the oldest first. There are at most MAX_NOTES. */
export async function findNotes(em: EntityManager, { ownerKey, orderId }: NotesOf): Promise<NoteRow[]> {
  const rows = await em.execute<NoteRow[]>(
    `select n.id::float8 as id, n.person_id::float8 as "personId", p.name as person, n.text, n.created_at as "createdAt"
     from order_note n join person p on p.id = n.person_id
     where n.order_id = ? and n.owner_key = ? order by n.id`,
    [orderId, ownerKey],
  );
  return rows.map((row) => ({ ...row, createdAt: new Date(row.createdAt) }));
}

/** Until the transaction ends nobody else of that side notes anything on the order. */
export async function lockNotes(em: EntityManager, { ownerKey, orderId }: NotesOf): Promise<void> {
  await holdLock(em, 'notesOfOrder', `${ownerKey} ${orderId}`);
}

export interface NewNote extends NotesOf {
  readonly personId: number;
  readonly text: string;
  readonly createdAt: Date;
}

/**
 * An erasure empties what is there, and nobody erases an order twice: the order's row is locked, so that a note comes before an erasure or
 * not at all. @returns its id; undefined where the order's personal data is erased.
 */
export async function insertNote(em: EntityManager, note: NewNote): Promise<number | undefined> {
  const { orderId, ownerKey, personId, text, createdAt } = note;
  const [row] = await em.execute<{ id: number }[]>(
    `with kept as (select id from orders where id = ? and contact_name <> '' for key share)
     insert into order_note (order_id, owner_key, person_id, text, created_at)
     select id, ?, ?::bigint, ?, ?::timestamptz from kept returning id::float8 as id`,
    [orderId, ownerKey, personId, text, createdAt],
  );
  return row?.id;
}
