import pg from 'pg';

/**
 * What is in the schema and is not the owner's. What belongs to an extension stays with it; a sequence of a column
 * goes with its table.
 */
const NOT_THE_OWNERS = `
with wanted as (select oid from pg_roles where rolname = $1),
kinds (relkind, kind) as (
  values ('r', 'table'), ('p', 'table'), ('v', 'view'), ('m', 'materialized view'), ('S', 'sequence')
),
found (classid, objid, owner, what) as (
  select 'pg_class'::regclass, c.oid, c.relowner, format('%s %s', kind, c.oid::regclass)
  from pg_class c join kinds on kinds.relkind = c.relkind::text where c.relnamespace = 'public'::regnamespace
  union all
  select 'pg_proc'::regclass, oid, proowner, format('routine %s', oid::regprocedure)
  from pg_proc where pronamespace = 'public'::regnamespace
  union all
  select 'pg_type'::regclass, oid, typowner, format('type %s', oid::regtype)
  from pg_type where typnamespace = 'public'::regnamespace and typtype in ('d', 'e', 'r')
)
select what from found
where owner <> (select oid from wanted) and not exists (
  select from pg_depend d where d.classid = found.classid and d.objid = found.objid and d.deptype in ('a', 'e', 'i')
)`;

/** Makes `owner` the owner of the current database and of everything that is ours in it. */
export async function handOver(admin: pg.Client, owner: string): Promise<void> {
  const role = pg.escapeIdentifier(owner);
  const { rows: databases } = await admin.query<{ name: string }>(
    `select datname as name from pg_database
     where datname = current_database() and datdba <> (select oid from pg_roles where rolname = $1)`,
    [owner],
  );
  for (const { name } of databases) {
    await admin.query(`alter database ${pg.escapeIdentifier(name)} owner to ${role}`);
  }
  const { rows: found } = await admin.query<{ what: string }>(NOT_THE_OWNERS, [owner]);
  for (const { what } of found) await admin.query(`alter ${what} owner to ${role}`);
}
