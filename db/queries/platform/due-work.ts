/**
 * Jobs that are due, and what waits in other tables: workflows that were not started, and notifications that nobody
 * announces. One query for all of it, by the conditions by which it is taken.
 */
import type { EntityManager } from '@mikro-orm/postgresql';
import { JOB_KINDS, type JobKindName } from '../../../domain/jobs.ts';
import { UNREAD_EVENTS } from '../notices/reading.ts';
import { TO_WAKE } from '../notifications/unattended.ts';
import { UNSTARTED_HOLDS, UNSTARTED_ORDERS } from '../orders/workflow-starts.ts';
import { dueJobs } from './jobs.ts';

const OTHERS = {
  orderStarts: UNSTARTED_ORDERS,
  holdStarts: UNSTARTED_HOLDS,
  deliveries: TO_WAKE,
  notices: UNREAD_EVENTS,
} as const;

/** A kind of background work. */
export type Work = keyof typeof OTHERS | JobKindName;

const ROWS: [work: Work, rows: string][] = [
  ...(Object.entries(OTHERS) as [keyof typeof OTHERS, string][]),
  ...JOB_KINDS.map((kind): [Work, string] => [kind, dueJobs(kind)]),
];

const EXISTS = ROWS.map(([work, rows]) => `exists (select from ${rows}) as "${work}"`);
export const SELECT_DUE = `select ${EXISTS.join(',\n')}`;

/** The kinds of which there is something to do at this moment, in one round trip. */
export async function selectDueWork(em: EntityManager): Promise<Work[]> {
  const [row] = await em.execute<Record<Work, boolean>[]>(SELECT_DUE);
  return ROWS.flatMap(([work]) => (row?.[work] ? [work] : []));
}
