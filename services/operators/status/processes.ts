import type { KnownProcess } from '../../../db/queries/platform/heartbeats.ts';
import { PROCESS_ROLES, type ProcessRole } from '../../../domain/heartbeat.ts';

/**
 * `ready`; `not_ready`: it misses something; `silent`: it has written no heartbeat for twenty seconds and did not end in order;
 * `absent`: no process has the role.
 */
export const PROCESS_STATES = ['ready', 'not_ready', 'silent', 'absent'] as const;

export interface ProcessStatus {
  readonly roles: readonly ProcessRole[];
  readonly state: (typeof PROCESS_STATES)[number];
  readonly host: string | null;
  readonly pid: number | null;
  readonly release: string | null;
  readonly missing: readonly string[];
  readonly taskQueues: readonly string[];
  readonly beatAgeSeconds: number | null;
  readonly startedAt: string | null;
  readonly workedAt: string | null;
}

/** Every process that is known, and every role that none has. */
export function processesOf(known: readonly KnownProcess[]): ProcessStatus[] {
  const present = new Set(known.filter(({ isSilent }) => !isSilent).flatMap(({ roles }) => roles));
  const absent = PROCESS_ROLES.filter((role) => !present.has(role));
  return [...known.map(statusOf), ...absent.map(absentOf)];
}

function statusOf(one: KnownProcess): ProcessStatus {
  const { roles, host, pid, release, missing, taskQueues, silentMs, startedAt, workedAt } = one;
  return {
    ...{ roles, state: stateOf(one), host, pid, release, missing, taskQueues },
    beatAgeSeconds: Math.max(0, Math.round(silentMs / 1_000)),
    startedAt: new Date(startedAt).toISOString(),
    workedAt: workedAt === null ? null : new Date(workedAt).toISOString(),
  };
}

function stateOf({ isSilent, missing }: KnownProcess): ProcessStatus['state'] {
  if (isSilent) return 'silent';
  return missing.length > 0 ? 'not_ready' : 'ready';
}

const absentOf = (role: ProcessRole): ProcessStatus => ({
  ...{ roles: [role], state: 'absent', host: null, pid: null, release: null, missing: [], taskQueues: [] },
  ...{ beatAgeSeconds: null, startedAt: null, workedAt: null },
});
