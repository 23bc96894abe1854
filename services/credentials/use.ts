import type { MikroORM } from '@mikro-orm/postgresql';

/** Used again within this time, a credential's row is left alone. */
const INTERVAL_MS = 60_000;

export interface CredentialUse {
  /** Notes that a credential is in use now. Never waits and never throws. */
  note(credentialId: string): void;
  /** Writes what was noted and not yet written. */
  flush(): Promise<void>;
}

/** When credentials were last used: to the minute, in batches, so that no request pays for it. */
export function createCredentialUse(deps: {
  orm: MikroORM;
  now: () => Date;
  onError: (error: unknown) => void;
}): CredentialUse {
  const used = new Set<string>();
  let writtenAt = 0;
  let writing: Promise<void> | undefined;

  async function write(): Promise<void> {
    const ids = [...used];
    used.clear();
    if (ids.length === 0) return;
    try {
      await deps.orm.em.fork().execute(LAST_USED, [deps.now(), `{${ids.join(',')}}`]);
    } catch (error) {
      deps.onError(error);
    }
  }
  function flush(): Promise<void> {
    writtenAt = performance.now();
    writing ??= write().finally(() => {
      writing = undefined;
    });
    return writing;
  }
  return {
    note(credentialId) {
      used.add(credentialId);
      const isDue = writtenAt === 0 || performance.now() - writtenAt > INTERVAL_MS;
      if (isDue) void flush();
    },
    flush,
  };
}

const LAST_USED = `
update credential set last_used_at = seen.at from (select ?::timestamptz as at) seen
where id = any(?::bigint[]) and (last_used_at is null or last_used_at < seen.at)`;
