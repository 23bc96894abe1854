/** A request sent again under its `Idempotency-Key`: what it answers, and what it changes. */
import { expect } from '@jest/globals';
import type { MikroORM } from '@mikro-orm/postgresql';
import { Merchant } from '../../../db/entities/index.ts';
import { countBehind } from '../../../db/queries/orders/sandbox-clock.ts';
import { updateGuideIndex } from '../../../jobs/guide-indexer.ts';
import { fingerprintOf } from '../../support/data/fingerprint.ts';
import { until } from '../../support/until.ts';

export interface Sent {
  readonly status: number;
  readonly body: unknown;
}

/** Members that tell of the moment at which they are asked. */
const OF_THE_MOMENT = new Set([
  'ordersBehind',
  'now',
  'realNow',
  'latest',
  'requestId',
  'durationMs',
  'notificationId',
  // Made as it is shown: nobody has seen the one before.
  'octoKey',
]);

function withoutMoment(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutMoment);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).filter(([name]) => !OF_THE_MOMENT.has(name));
  return Object.fromEntries(members.map(([name, inner]) => [name, withoutMoment(inner)]));
}

/** The key itself, what is worked out of guides in the background, and how far the delivery of notifications is. */
const BESIDES = ['idempotency_key', 'guide_bits', 'job', 'notification', 'delivery_attempt', 'credential'];

/** Everything that a repeat must leave as it is: the whole database, of notifications and credentials which there are. */
async function effectsOn(orm: MikroORM): Promise<readonly string[]> {
  const tables = (await fingerprintOf(orm)).split('\n');
  const rows = await orm.em.fork().execute<{ id: string }[]>(
    `select id from notification union all
     select concat_ws(' ', 'credential', id, valid_until, revoked_at) from credential order by id`,
  );
  return [
    ...tables.filter((table) => !BESIDES.includes(table.split(':')[0] ?? '')),
    ...rows.map(({ id }) => id),
  ];
}

/** Nothing is on its way: what a request set off in the background has come to its end. Guides are indexed at once; the platform gathers them for seconds. */
async function settle(orm: MikroORM): Promise<void> {
  await until(async () => {
    await updateGuideIndex(orm);
    const [row] = await orm.em.fork().execute<[{ open: number }]>(
      `select (select count(*) from notification where status = 'pending')::int
         + (select count(*) from job where run_at <= now()
             and kind in ('guide_index', 'dispute_notice', 'waitlist_time', 'waitlist_entry'))::int
         + (select count(*) from job where kind in ('endpoint_retry', 'recovery'))::int
         + (select count(*) from hold where status = 'held' and workflow_started_at is null)::int
         + (select count(*) from orders where workflow_started_at is null)::int as open`,
    );
    return row.open === 0 && (await behindClocks(orm)) === 0;
  });
}

/** What has to follow a sandbox clock that was moved: `clock/advance` waits some seconds for it, and a busy machine longer. */
async function behindClocks(orm: MikroORM): Promise<number> {
  const em = orm.em.fork();
  const merchants = await em.find(Merchant, { sandbox: true, clockAheadMs: { $gt: 0 } });
  const behind = await Promise.all(
    merchants.map(({ key, clockAheadMs }) =>
      countBehind(orm.em.fork(), key, clockAheadMs, new Date(Date.now() + clockAheadMs)),
    ),
  );
  return behind.reduce((sum, one) => sum + one, 0);
}

/**
 * As a process leaves it that is killed after the work and before its answer is kept.
 * @returns false where the answer is written together with the work, and can't be lost.
 */
export async function loseAnswer(orm: MikroORM, key: string): Promise<boolean> {
  const lost = await orm.em.fork().execute<unknown[]>(
    `update idempotency_key set answer = null, leased_until = now()
     where key = ? and (answer is null or answer ->> 'sealed' is not null) returning 1`,
    [key],
  );
  return lost.length > 0;
}

/**
 * Sends a request that was answered twice more under its key: again, and again after its answer was lost.
 * @param shown what of its answer is the same whenever it is asked.
 * @throws where it answers otherwise, or changes anything more.
 */
export async function repeat(
  orm: MikroORM,
  key: string,
  first: Sent,
  send: () => Promise<Sent>,
  shown: (answer: Sent) => unknown = withoutMoment,
): Promise<void> {
  await settle(orm);
  const effects = await effectsOn(orm);
  expect(await send()).toEqual(first);
  await loseAnswer(orm, key);
  expect(shown(await send())).toEqual(shown(first));
  await settle(orm);
  expect(await effectsOn(orm)).toEqual(effects);
}
