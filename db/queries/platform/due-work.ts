/**
 * Jobs that are due, and what waits in other tables: workflows that were not started, and notifications that are to be tried
 * again. One query for all of it, by the conditions by which it is taken.
 */
import type { EntityManager } from '@mikro-orm/postgresql';
import { JOB_KINDS, type JobKindName } from '../../../domain/jobs.ts';
import { OPEN_REQUESTS, TO_WAKE } from '../notifications/retry-requests.ts';
import { UNSTARTED_HOLDS, UNSTARTED_ORDERS } from '../orders/workflow-starts.ts';
import { dueJobs } from './jobs.ts';

const OTHERS = {
  orderStarts: [UNSTARTED_ORDERS],
  holdStarts: [UNSTARTED_HOLDS],
  retries: [TO_WAKE, OPEN_REQUESTS],
} as const;

/** A kind of background work. */
export type Work = keyof typeof OTHERS | JobKindName;

const ROWS: [work: Work, rows: readonly string[]][] = [
  ...(Object.entries(OTHERS) as [keyof typeof OTHERS, readonly string[]][]),
  ...JOB_KINDS.map((kind): [Work, readonly string[]] => [kind, [dueJobs(kind)]]),
];

const isThere = (rows: string) => `exists (select from ${rows})`;
const LOOK = ROWS.map(([work, rows]) => `${rows.map(isThere).join(' or ')} as "${work}"`);
export const LOOK_AT_ALL = `select ${LOOK.join(',\n')}`;

/** The kinds of which there is something to do at this moment, in one round trip. */
export async function selectDueWork(em: EntityManager): Promise<Work[]> {
  const [row] = await em.execute<Record<Work, boolean>[]>(LOOK_AT_ALL);
  return ROWS.flatMap(([work]) => (row?.[work] ? [work] : []));
}
