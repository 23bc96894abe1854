import type { MikroORM } from '@mikro-orm/postgresql';

/** Written a moment later, in the background: requests that were refused, and how far events were read for notices. */
const LATER = ['request_log', 'notice_position'];

/** Everything in the database, except when a credential was last used, and what is written later: equal where nothing was changed. */
export async function fingerprintOf(orm: MikroORM): Promise<string> {
  const em = orm.em.fork();
  const tables = await em.execute<{ name: string }[]>(
    `select tablename as name from pg_tables where schemaname = 'public' and tablename <> all(?::text[]) order by 1`,
    [`{${LATER.join(',')}}`],
  );
  const parts = await Promise.all(
    tables.map(async ({ name }) => {
      const [row] = await em.execute<{ digest: string | null }[]>(
        `select md5(string_agg((to_jsonb(t) - 'last_used_at')::text, '' order by (to_jsonb(t) - 'last_used_at')::text)) as digest from "${name}" t`,
      );
      return `${name}:${row?.digest}`;
    }),
  );
  return parts.join('\n');
}
