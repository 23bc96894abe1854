/** What a process of the platform is there for; a process may have several. The last three are those of workers. */
export const PROCESS_ROLES = ['api', 'console', 'orders', 'notifications', 'settlements'] as const;
export type ProcessRole = (typeof PROCESS_ROLES)[number];

/**
 * What a process notes that it has done: answered a request, started a workflow, ended a job, had a notification acknowledged; and, as
 * a worker, run an activity of its role.
 */
const WORK_KINDS = [
  'request',
  'start',
  'job',
  'acknowledgement',
  'orders',
  'notifications',
  'settlements',
] as const;
export type WorkKind = (typeof WORK_KINDS)[number];

/** A process writes its heartbeat so often. */
export const BEAT_EVERY_MS = 5_000;
/** One that has written none for so long is silent: killed, frozen, or without its database. */
export const SILENT_AFTER_MS = 20_000;
/** So long a silent one is known. */
export const FORGOTTEN_AFTER_MS = 15 * 60_000;
