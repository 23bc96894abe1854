/** The tables of the transparency log (services/transparency): its leaves, the hashes above them, its key with the newest checkpoint. */
import type { EntityManager } from '@mikro-orm/postgresql';
import type { LoggedTable } from './logged-rows.ts';

export interface LogRow {
  readonly keyEncrypted: string;
  /** The newest checkpoint. */
  readonly note: string;
}

const LOG = 'select key_encrypted as "keyEncrypted", note from transparency_log';

/** undefined: nothing was ever logged. */
export async function readLog(em: EntityManager): Promise<LogRow | undefined> {
  const [row] = await em.execute<LogRow[]>(LOG);
  return row;
}

/** The same, for who appends: until the transaction ends nobody else does. */
export async function lockLog(em: EntityManager): Promise<LogRow | undefined> {
  const [row] = await em.execute<LogRow[]>(`${LOG} for update`);
  return row;
}

/** Where two do it at once, one of them does. */
export async function insertLog(em: EntityManager, { keyEncrypted, note }: LogRow): Promise<void> {
  await em.execute(
    'insert into transparency_log (key_encrypted, note) values (?, ?) on conflict (singleton) do nothing',
    [keyEncrypted, note],
  );
}

export async function writeNote(em: EntityManager, note: string): Promise<void> {
  await em.execute('update transparency_log set note = ?, signed_at = now()', [note]);
}

/** A row that has no leaf yet. */
export interface UnloggedRow {
  readonly rowId: number;
  readonly facts: string;
  readonly withheld: string | null;
}

/** Rows with ids in (after, upTo] that have no leaf, by id. */
export async function unloggedRows(
  em: EntityManager,
  { kind, rows }: LoggedTable,
  { after, upTo }: { readonly after: number; readonly upTo: number },
  limit: number,
): Promise<UnloggedRow[]> {
  return await em.execute<UnloggedRow[]>(
    `select id::float8 as "rowId", facts, withheld from (${rows} and r.id > ? and r.id <= ? and not exists (
       select from transparency_leaf l where l.kind = '${kind}' and l.row_id = r.id) order by r.id limit ?) r`,
    [after, upTo, limit],
  );
}

/** The highest id that has a leaf; 0: none. */
export async function lastLogged(em: EntityManager, { kind }: LoggedTable): Promise<number> {
  const [row] = await em.execute<[{ id: number }]>(
    `select coalesce(max(row_id), 0)::float8 as id from transparency_leaf where kind = '${kind}'`,
  );
  return row.id;
}

/** Seconds that the first row behind all that are logged has waited; 0: there is none. */
export async function secondsUnlogged(em: EntityManager, { kind, writtenAt }: LoggedTable): Promise<number> {
  const [row] = await em.execute<{ seconds: number }[]>(
    `select greatest(0, extract(epoch from now() - ${writtenAt}))::float8 as seconds from ${kind}
     where id > (select coalesce(max(row_id), 0) from transparency_leaf where kind = '${kind}') order by id limit 1`,
  );
  return row?.seconds ?? 0;
}

export interface NewLeaf {
  readonly number: number;
  readonly kind: string;
  readonly rowId: number;
  readonly salt: Buffer;
  readonly withheld: Buffer | null;
  readonly hash: Buffer;
}

const INSERT_LEAVES = `
insert into transparency_leaf (number, kind, row_id, salt, withheld, hash)
select number, kind, "rowId", decode(salt, 'hex'), decode(withheld, 'hex'), decode(hash, 'hex')
from jsonb_to_recordset(?::jsonb) as l (number bigint, kind text, "rowId" bigint, salt text, withheld text, hash text)`;

export async function insertLeaves(em: EntityManager, leaves: readonly NewLeaf[]): Promise<void> {
  const rows = leaves.map(({ salt, withheld, hash, ...rest }) => ({
    ...rest,
    salt: salt.toString('hex'),
    withheld: withheld?.toString('hex') ?? null,
    hash: hash.toString('hex'),
  }));
  await em.execute(INSERT_LEAVES, [JSON.stringify(rows)]);
}

/** The hash of a complete subtree; of level 0, of a leaf. */
export interface StoredHash {
  readonly level: number;
  readonly number: number;
  readonly hash: Buffer;
}

export async function insertNodes(em: EntityManager, nodes: readonly StoredHash[]): Promise<void> {
  if (nodes.length === 0) return;
  const rows = nodes.map(({ hash, ...rest }) => ({ ...rest, hash: hash.toString('hex') }));
  await em.execute(
    `insert into transparency_node (level, number, hash) select level, number, decode(hash, 'hex')
     from jsonb_to_recordset(?::jsonb) as n (level smallint, number bigint, hash text)`,
    [JSON.stringify(rows)],
  );
}

/** Hashes of one level, that follow one another; fewer where there are no more. */
export async function readHashes(
  em: EntityManager,
  { level, from, count }: { readonly level: number; readonly from: number; readonly count: number },
): Promise<StoredHash[]> {
  const [table, where] =
    level === 0 ? ['transparency_leaf', ''] : ['transparency_node', `level = ${Math.trunc(level)} and`];
  const rows = await em.execute<Omit<StoredHash, 'level'>[]>(
    `select number::float8 as number, hash from ${table} where ${where} number >= ? and number < ? order by number`,
    [from, from + count],
  );
  return rows.map((row) => ({ level, ...row }));
}

/** How many leaves there are, or seem to be: one more than the highest number. */
export async function countLeaves(em: EntityManager): Promise<number> {
  const [row] = await em.execute<[{ count: number }]>(
    'select coalesce(max(number) + 1, 0)::float8 as count from transparency_leaf',
  );
  return row.count;
}

/** A leaf with what its row says now. */
export interface LoggedRow {
  readonly number: number;
  readonly rowId: number;
  readonly salt: Buffer;
  readonly withheld: Buffer | null;
  readonly hash: Buffer;
  /** Null: there is no such row. */
  readonly facts: string | null;
  readonly rowWithheld: string | null;
}

/** Leaves of a table behind that row, by the rows' ids. */
export async function loggedRows(
  em: EntityManager,
  { kind, rows }: LoggedTable,
  after: number,
  limit: number,
): Promise<LoggedRow[]> {
  return await em.execute<LoggedRow[]>(
    `select l.number::float8 as number, l.row_id::float8 as "rowId", l.salt, l.withheld, l.hash, x.facts, x.withheld as "rowWithheld"
     from (select * from transparency_leaf where kind = '${kind}' and row_id > ? order by row_id limit ?) l
       left join lateral (${rows} and r.id = l.row_id) x on true order by l.row_id`,
    [after, limit],
  );
}

/** What the log has of a row, with the facts as they are now. */
export interface RowInLog {
  readonly rowId: number;
  readonly facts: string;
  /** Null: the row had no leaf when the log had so many. */
  readonly leaf: { readonly number: number; readonly salt: Buffer; readonly withheld: Buffer | null } | null;
}

/** These rows in a log of `size` leaves, by id. */
export async function rowsInLog(
  em: EntityManager,
  { kind, rows }: LoggedTable,
  ids: readonly number[],
  size: number,
): Promise<RowInLog[]> {
  interface Row {
    readonly rowId: number;
    readonly facts: string;
    readonly number: number | null;
    readonly salt: Buffer;
    readonly withheld: Buffer | null;
  }
  const found = await em.execute<Row[]>(
    `select r.id::float8 as "rowId", r.facts, l.number::float8 as number, l.salt, l.withheld
     from (${rows} and r.id in (select jsonb_array_elements_text(?::jsonb)::bigint)) r
       left join transparency_leaf l on l.kind = '${kind}' and l.row_id = r.id and l.number < ? order by r.id`,
    [JSON.stringify(ids), size],
  );
  return found.map(({ rowId, facts, number, salt, withheld }) => ({
    rowId,
    facts,
    leaf: number === null ? null : { number, salt, withheld },
  }));
}
