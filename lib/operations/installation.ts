import { setTimeout as sleep } from 'node:timers/promises';
import type { MikroORM } from '@mikro-orm/postgresql';
import type { Cipher } from '../../db/cipher.ts';
import { InstallationError, openInstallation, readInstallation } from '../../db/installation.ts';
import { readSchemaState, requireSchema } from '../../db/schema.ts';
import { requireWritable } from '../../db/unusable.ts';
import { createProbe, type Probe } from './probe.ts';

const FIRST_WAIT_MS = 250;
const MAX_WAIT_MS = 5_000;

/** The platform that a process belongs to. */
export interface Installation {
  /** Its id; database and key are checked with the first call. @throws WrongKeyError, UnusableDatabaseError, or the database's error. */
  id(): Promise<string>;
  /**
   * The database is the same as at the start, takes writes and has a schema for this program, and the key is its own.
   * @throws InstallationError, UnusableDatabaseError, or the database's error.
   */
  verify(): Promise<void>;
  /** Asks `verify`. */
  readonly probe: Probe;
}

export function createInstallation({ orm, cipher }: { orm: MikroORM; cipher: Cipher }): Installation {
  let known: string | undefined;
  const usable = async () => {
    const em = orm.em.fork();
    requireSchema(await readSchemaState(em));
    await requireWritable(em);
    return em;
  };
  const verify = async () => {
    const now = await readInstallation(await usable(), cipher);
    if (known === undefined || now === known) return;
    throw new InstallationError(
      `the database belongs to installation ${now ?? 'none'}, and was ${known} when this process started: restart it`,
    );
  };
  return {
    id: async () => {
      known ??= await openInstallation(await usable(), cipher);
      return known;
    },
    verify,
    probe: createProbe(verify),
  };
}

/**
 * The installation's id, once the database answers.
 * @throws InstallationError at once, since waiting does not correct a wrong key; the signal's reason when it aborts.
 */
export async function untilOpen(
  installation: Installation,
  stop: AbortSignal,
  onWait: (error: unknown) => void,
): Promise<string> {
  for (let wait = FIRST_WAIT_MS; ; wait = Math.min(wait * 2, MAX_WAIT_MS)) {
    stop.throwIfAborted();
    try {
      return await installation.id();
    } catch (error) {
      if (error instanceof InstallationError) throw error;
      onWait(error);
      await sleep(wait, undefined, { signal: stop });
    }
  }
}
