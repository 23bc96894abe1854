import type { EntityManager } from '@mikro-orm/postgresql';
import { SCHEMA_NEEDED } from '../../../db/migrations/names.ts';
import { backupAge } from '../../../db/queries/platform/backups.ts';
import { readSchemaState } from '../../../db/schema.ts';
import { certificateEnd } from '../../../lib/operations/certificate.ts';
import { orNull, type StatusDeps } from './deps.ts';

const DAY_S = 86_400;

/** Null: not known, or there is none. */
export interface Facts {
  /** The database's newest migration, and the one that this program needs. */
  readonly schema: string | null;
  readonly schemaNeeded: string;
  /** Of the newest backup that was noted (`admin backup-noted`). */
  readonly backupAgeSeconds: number | null;
  /** Until the certificate of the platform's address ends. */
  readonly certificateDays: number | null;
  /** Of the process whose clock is wrong by most. */
  readonly clockAheadMs: number | null;
}

type Ask = <Result>(read: (em: EntityManager) => Promise<Result>) => Promise<Result | null>;

export async function readFacts(
  { publicBaseUrl, now }: Pick<StatusDeps, 'now' | 'publicBaseUrl'>,
  ask: Ask,
): Promise<Omit<Facts, 'clockAheadMs'>> {
  const [schema, backup, end] = await Promise.all([
    ask(readSchemaState),
    ask(backupAge),
    orNull(() => certificateEnd(publicBaseUrl)),
  ]);
  return {
    schema: schema?.migration ?? null,
    schemaNeeded: SCHEMA_NEEDED,
    backupAgeSeconds: backup == null ? null : Math.round(backup),
    certificateDays: end == null ? null : Math.floor((end.getTime() - now().getTime()) / 1_000 / DAY_S),
  };
}
