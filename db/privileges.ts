/**
 * What the run-time role may do with each table: the only place that says so (docs/security.md, "Roles of the
 * database"). A migration run brings the database in line with it; the application can't use what is not here.
 */
import type { EntityManager } from '@mikro-orm/postgresql';

export type Privilege = 'DELETE' | 'INSERT' | 'SELECT' | 'UPDATE';

/** Append-only: what was written stays as it was. */
const APPEND = ['INSERT', 'SELECT'] as const;
const CHANGE = ['INSERT', 'SELECT', 'UPDATE'] as const;
/** For what is no record of anything: links, leases, keys that expire, what can be worked out again. */
const ALL = ['DELETE', 'INSERT', 'SELECT', 'UPDATE'] as const;

export const TABLE_PRIVILEGES: Readonly<Record<string, readonly Privilege[]>> = {
  audit_entry: APPEND,
  // Never deleted: notifications name their endpoint. A removed one is marked.
  callback_endpoint: CHANGE,
  commission_rule: APPEND,
  company: CHANGE,
  // Ended ones are deleted after a while.
  console_session: ALL,
  credential: CHANGE,
  // Old ones are deleted, by statements that lock nothing.
  delivery_attempt: ['DELETE', 'INSERT', 'SELECT'],
  dispute_file: APPEND,
  dispute_message: CHANGE,
  feed_start: CHANGE,
  guide: CHANGE,
  guide_bits: CHANGE,
  // Settings: removed with the last of them.
  guide_calendar: ALL,
  guide_change: CHANGE,
  // Pictures that the guide shows no longer are deleted.
  guide_photo: ['DELETE', 'INSERT', 'SELECT'],
  hold: CHANGE,
  idempotency_key: ALL,
  installation: CHANGE,
  invitation: ALL,
  // Deleted when it is done.
  job: ALL,
  // Forgotten when they are not used, and with a reset.
  known_device: ALL,
  ledger_account: APPEND,
  ledger_entry: APPEND,
  ledger_posting: APPEND,
  link_request: CHANGE,
  // Deleted after 30 days: addresses of people are in it.
  mail: ALL,
  mail_link: ALL,
  membership: ALL,
  merchant: CHANGE,
  // Deleted after 90 days.
  notice: ALL,
  notice_position: ['SELECT', 'UPDATE'],
  notice_setting: CHANGE,
  // Old ones of orders that are over are deleted.
  notification: ALL,
  octo_booking: CHANGE,
  operator_proposal: CHANGE,
  order_assignment: ALL,
  // Deleted with its file, by an erasure.
  order_attachment: APPEND,
  // What its order's workflow refused is deleted.
  order_change: ALL,
  order_command: CHANGE,
  order_event: APPEND,
  order_message: CHANGE,
  // Its author deletes it, and so does an erasure.
  order_note: ['DELETE', 'INSERT', 'SELECT'],
  orders: CHANGE,
  partnership: ['DELETE', 'INSERT', 'SELECT'],
  passkey: ALL,
  person: CHANGE,
  // Old ones are deleted.
  process_heartbeat: ALL,
  provider_link: ALL,
  public_holiday: ALL,
  push_device: ALL,
  recovery: ALL,
  recovery_code: ALL,
  // UPDATE, since expired rows are locked before they are deleted.
  request_log: ALL,
  request_nonce: ALL,
  // Who ends gives the time back.
  reservation: ALL,
  review: APPEND,
  saved_answer: ALL,
  saved_view: ALL,
  settlement: CHANGE,
  settlement_command: CHANGE,
  settlement_dispute: CHANGE,
  settlement_line: APPEND,
  // Deleted when it is over.
  shared_shortlist: ALL,
  // Deleted with its answer.
  sign_in_ceremony: ALL,
  signing_key: ALL,
  studio_calendar: ALL,
  transparency_leaf: APPEND,
  // Its newest checkpoint.
  transparency_log: CHANGE,
  transparency_node: APPEND,
  // Documents of drafts are deleted; what was sent is frozen by triggers.
  verification_attachment: ['DELETE', 'INSERT', 'SELECT'],
  verification_document: ['DELETE', 'INSERT', 'SELECT'],
  verification_submission: CHANGE,
  // Files of a verification's drafts are deleted.
  stored_file: ['DELETE', 'INSERT', 'SELECT'],
  // Written again under another ENCRYPTION_KEY.
  stored_file_part: CHANGE,
  // On their way: moved or deleted.
  upload_part: ALL,
  waitlist_entry: ALL,
  // The migrations' own.
  schema_migration: ['SELECT'],
  schema_state: ['SELECT'],
};

type Withheld = Partial<Record<Privilege, readonly string[]>>;

/**
 * Columns that the application may not write although it may write the others: who an operator is comes from a function of the owner's,
 * whose a session, a passkey or a membership is stays as it was made.
 */
export const WITHHELD: Readonly<Record<string, Withheld>> = {
  console_session: { UPDATE: ['created_at', 'id', 'person_id', 'seal', 'token_hash'] },
  membership: { UPDATE: ['company_id', 'person_id'] },
  passkey: { UPDATE: ['id', 'person_id', 'public_key'] },
  person: { INSERT: ['operator_role'], UPDATE: ['id', 'operator_role'] },
};

/** What a role may do with a table; also what it may do through a column, or what was never meant to be granted. */
export interface Granted {
  readonly table: string;
  /** In alphabetical order. */
  readonly privileges: readonly string[];
}

const TABLES = `
select c.relname as "table", array(
    select distinct acl.privilege_type
    from (select c.relacl union all select attacl from pg_attribute where attrelid = c.oid) as lists (list),
      aclexplode(list) acl
    where acl.grantee in (0, (select oid from pg_roles where rolname = ?))
    order by 1
  ) as privileges
from pg_class c
where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f')
order by c.relname`;

/** Every table and view of the schema, with what `role` may do with it by itself or as anybody. */
export async function readPrivileges(em: EntityManager, role: string): Promise<Granted[]> {
  return await em.execute<Granted[]>(TABLES, [role]);
}

/**
 * Gives `role` what it should have and takes what it should not. Where all is as it should be nothing is written.
 * Call it as the tables' owner, in a transaction.
 * @throws Error for a table that TABLE_PRIVILEGES does not name.
 */
export async function grantPrivileges(em: EntityManager, role: string): Promise<void> {
  const quoted = em.getPlatform().quoteIdentifier(role);
  for (const { table, privileges } of await readPrivileges(em, role)) {
    const wanted = TABLE_PRIVILEGES[table];
    if (wanted === undefined) {
      throw new Error(`db/privileges.ts does not say what the application may do with the table ${table}`);
    }
    const withheld: Withheld = WITHHELD[table] ?? {};
    const isWithheld = `${await readWithheld(em, role, table)}` === `${namesOf(withheld)}`;
    if (`${privileges}` === `${wanted}` && isWithheld) continue;
    await em.execute(`revoke all on table "${table}" from public, ${quoted}`);
    const grants: string[] = [];
    for (const one of wanted) grants.push(one + (await columnsBut(em, table, withheld[one])));
    if (grants.length > 0) await em.execute(`grant ${grants.join(', ')} on table "${table}" to ${quoted}`);
  }
  await em.execute(`grant usage on all sequences in schema public to ${quoted}`);
}

/** `INSERT operator_role`, in alphabetical order. */
function namesOf(withheld: Withheld): string[] {
  return Object.entries(withheld).flatMap(([privilege, columns]) =>
    columns.map((one) => `${privilege} ${one}`),
  );
}

const WITHHELD_COLUMNS = `
select concat(privilege, ' ', attname) as name
from unnest(array['INSERT', 'UPDATE']) privilege, pg_attribute
where attrelid = ?::regclass and attnum > 0 and not attisdropped
  and has_any_column_privilege(?, attrelid, privilege) and not has_column_privilege(?, attrelid, attnum, privilege)
order by 1`;

/** Columns that `role` can't write although it can write others of the table. */
export async function readWithheld(em: EntityManager, role: string, table: string): Promise<string[]> {
  const rows = await em.execute<{ name: string }[]>(WITHHELD_COLUMNS, [table, role, role]);
  return rows.map(({ name }) => name);
}

/** The columns to name in a grant: none, where nothing is withheld. */
async function columnsBut(
  em: EntityManager,
  table: string,
  withheld: readonly string[] | undefined,
): Promise<string> {
  if (withheld === undefined) return '';
  const rows = await em.execute<{ name: string }[]>(
    'select quote_ident(attname) as name from pg_attribute where attrelid = ?::regclass and attnum > 0 and not attisdropped ' +
      "and attname <> all(string_to_array(?, ',')) order by attnum",
    [table, withheld.join(',')],
  );
  return ` (${rows.map(({ name }) => name).join(', ')})`;
}
