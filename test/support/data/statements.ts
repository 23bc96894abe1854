import type { MikroORM } from '@mikro-orm/postgresql';

/** Writes down each statement that is sent, without its values. */
export function recordStatements(orm: MikroORM): { take(): string[]; stop(): void } {
  const connection = orm.em.getConnection();
  const { execute } = connection;
  let sent: string[] = [];
  connection.execute = ((query: unknown, ...rest: never[]) => {
    sent.push(typeof query === 'string' ? query : String((query as { sql?: string }).sql ?? query));
    return (execute as (...args: unknown[]) => unknown).call(connection, query, ...rest);
  }) as typeof execute;
  return {
    /** Those since the last time. */
    take() {
      const taken = sent;
      sent = [];
      return taken;
    },
    stop() {
      connection.execute = execute;
    },
  };
}
