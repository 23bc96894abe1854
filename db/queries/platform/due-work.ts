/**
 * What the API does in the background, and the rows that tell that there is something to do: the same conditions by which each
 * kind takes its work.
 */
import type { EntityManager } from '@mikro-orm/postgresql';
import { DUE_MAILS } from '../console/due-mails.ts';
import { DUE_CALENDARS } from '../guides/guide-calendars.ts';
import { UNINDEXED } from '../guides/guide-index.ts';
import { UNTOLD_DISPUTES } from '../money/untold-disputes.ts';
import { UNTOLD_ENDPOINTS } from '../notifications/endpoint-trouble.ts';
import { HANDED_OVER, OPEN_REQUESTS } from '../notifications/retry-requests.ts';
import { TELLING_MERCHANTS } from '../orders/sandbox-clock.ts';
import { WAITLIST_WORK } from '../orders/waitlist.ts';
import { UNSTARTED_HOLDS, UNSTARTED_ORDERS } from '../orders/workflow-starts.ts';

const ROWS = {
  orderStarts: [UNSTARTED_ORDERS],
  holdStarts: [UNSTARTED_HOLDS],
  retries: [HANDED_OVER, OPEN_REQUESTS],
  clocks: [TELLING_MERCHANTS],
  guideIndex: [UNINDEXED],
  calendars: [DUE_CALENDARS],
  waitlist: WAITLIST_WORK,
  endpoints: [UNTOLD_ENDPOINTS],
  disputes: [UNTOLD_DISPUTES],
  mails: [DUE_MAILS],
} as const;

/** A kind of background work. */
export type Work = keyof typeof ROWS;

const isThere = (rows: string) => `exists (select from ${rows})`;
const LOOK = Object.entries(ROWS).map(([work, rows]) => `${rows.map(isThere).join(' or ')} as "${work}"`);
export const LOOK_AT_ALL = `select ${LOOK.join(',\n')}`;

/** The kinds of which there is something to do at this moment, in one round trip. */
export async function selectDueWork(em: EntityManager): Promise<Work[]> {
  const [row] = await em.execute<Record<Work, boolean>[]>(LOOK_AT_ALL);
  return (Object.keys(ROWS) as Work[]).filter((work) => row?.[work]);
}
