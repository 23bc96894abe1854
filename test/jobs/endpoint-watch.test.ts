import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { MikroORM } from '@mikro-orm/postgresql';
import { CallbackEndpoint, DeliveryAttempt, Job, Mail, Notification } from '../../db/entities/index.ts';
import { createOrm } from '../../db/orm.ts';
import { addSingleJob } from '../../db/queries/platform/jobs.ts';
import { MAILS_PER_DAY } from '../../domain/mail.ts';
import { endpointNoticeJobs } from '../../jobs/endpoint-watch.ts';
import { addMail, addMerchant } from '../support/data/mails.ts';
import { workOff } from '../support/jobs.ts';
import { createTestDatabase, type TestDatabase } from '../support/servers/database.ts';
import { until } from '../support/until.ts';

const HOUR_MS = 3_600_000;
const ago = (ms: number) => new Date(Date.now() - ms);
const URL = 'https://hooks.agency.example/t0ps3cret';

let database: TestDatabase;
let orm: MikroORM;
let merchant: string;
let merchants = 0;
/** The merchant's first endpoint, and a second one that receives everything. */
let first: string;
let second: string;
beforeAll(async () => {
  database = await createTestDatabase();
  orm = createOrm({ databaseUrl: database.url, poolMax: 6 });
});
afterAll(async () => {
  await orm.close();
  await database.drop();
});
beforeEach(async () => {
  merchants += 1;
  merchant = `mk_agency${merchants}`;
  await addMerchant(orm, merchant);
  const em = orm.em.fork();
  first = (await em.findOneOrFail(CallbackEndpoint, { merchantKey: merchant })).id;
  second = (await em.insert(CallbackEndpoint, { merchantKey: merchant, url: URL })) as unknown as string;
  await set(first, { url: URL, updatedAt: ago(HOUR_MS) });
  await set(second, { updatedAt: ago(HOUR_MS) });
});

/** As whoever changes it leaves it: with a job. */
const set = async (id: string, changes: Partial<CallbackEndpoint>) => {
  await orm.em.fork().nativeUpdate(CallbackEndpoint, { id }, changes);
  await addSingleJob(orm.em.fork(), 'endpoint_notice', id);
};
const endpoint = (id: string) => orm.em.fork().findOneOrFail(CallbackEndpoint, id);
const mails = () => orm.em.fork().find(Mail, { merchantKey: merchant }, { orderBy: { id: 'asc' } });
const notified = () =>
  orm.em.fork().find(Notification, { merchantKey: merchant }, { orderBy: { position: 'asc', id: 'asc' } });
const types = async () => (await notified()).filter(({ inFeed }) => inFeed).map(({ type }) => type);
const mailTypes = async () => (await mails()).map(({ type }) => type);

async function round(): Promise<unknown[]> {
  const errors: unknown[] = [];
  const kinds = { endpoint_notice: endpointNoticeJobs({ orm, now: () => new Date() }) };
  await workOff({ orm, onError: (error) => void errors.push(error) }, kinds);
  return errors;
}

/** An attempt at a waiting notification of that endpoint. */
async function failedAttempt(endpointId: string, error: string, httpStatus: number | null): Promise<void> {
  const id = `NTF${endpointId.slice(2)}${merchants}-1`;
  const em = orm.em.fork();
  const place = { subjectId: `of ${endpointId}`, sequence: 1, position: 10, inFeed: false, attempts: 1 };
  const type = 'order.status_changed' as const;
  await em.insert(Notification, { id, ...place, type, merchantKey: merchant, endpointId, body: '{}' });
  await em.insert(DeliveryAttempt, {
    notificationId: id,
    number: 1,
    startedAt: new Date(),
    durationMs: 3,
    httpStatus,
    error,
  });
}

describe('an endpoint that fails', () => {
  test('for less than an hour needs no notice', async () => {
    await set(first, { failingSince: ago(HOUR_MS - 60_000) });
    await round();
    expect([await types(), await mailTypes()]).toEqual([[], []]);
  });

  test('for an hour is announced once: to the other endpoints with the cause, and to the contact', async () => {
    const failingSince = ago(HOUR_MS + 1_000);
    await set(first, { failingSince });
    await failedAttempt(first, 'http_status', 503);
    await round();
    await round();

    const copies = (await notified()).filter(({ type }) => type === 'callback.failing');
    expect(copies.map(({ endpointId, status, inFeed }) => [endpointId, status, inFeed]).sort()).toEqual(
      [
        // In the pull feed, and never sent where it can't arrive.
        [first, 'unsubscribed', true],
        [second, 'pending', false],
      ].sort(),
    );
    const sent = copies.find(({ endpointId }) => endpointId === second)!;
    // No workflow announces it: its delivery is to be woken.
    expect(sent.wakeAt).not.toBeNull();
    expect(sent.id).toMatch(/^NTF[0-9]+-1-[0-9]+$/);
    expect(JSON.parse(sent.body)).toEqual({
      notificationId: sent.id,
      type: 'callback.failing',
      endpointId: first,
      host: 'hooks.agency.example',
      sequence: 1,
      since: failingSince.toISOString(),
      lastError: 'http_status',
      httpStatus: 503,
      occurredAt: sent.createdAt.toISOString(),
    });

    const [mail, ...others] = await mails();
    expect(others).toEqual([]);
    expect(mail).toMatchObject({
      to: `operations@${merchant.slice(3)}.example`,
      subject: `Your callback endpoint ${first} is failing`,
      about: first,
      sentAt: null,
    });
    expect(mail!.text).toContain('(http_status, HTTP status 503)');
    expect(mail!.text).not.toContain('t0ps3cret');
    expect((await endpoint(first)).notifiedState).toBe('failing');
  });

  test('again and again is announced by every event, but by one mail a day', async () => {
    for (const hours of [9, 6, 3]) {
      await set(first, { failingSince: ago(hours * HOUR_MS) });
      await round();
      await set(first, { failingSince: null });
      await round();
    }
    const pair = ['callback.failing', 'callback.recovered'];
    expect(await types()).toEqual([...pair, ...pair, ...pair]);
    expect(await mailTypes()).toEqual(pair);
    const positions = (await notified()).map(({ position }) => position);
    expect(new Set(positions).size).toBe(6);

    await orm.em.fork().nativeUpdate(Mail, { merchantKey: merchant }, { createdAt: ago(25 * HOUR_MS) });
    await set(first, { failingSince: ago(2 * HOUR_MS) });
    await round();
    expect(await mailTypes()).toEqual([...pair, 'callback.failing']);
  });
});

describe('an endpoint that is paused', () => {
  test('by a 410 is announced at once', async () => {
    await set(first, { pausedAt: ago(1_000), failingSince: ago(2_000) });
    await failedAttempt(first, 'http_status', 410);
    await round();
    expect([await types(), await mailTypes()]).toEqual([['callback.paused'], ['callback.paused']]);
    expect((await mails())[0]!.text).toContain('HTTP status 410');
  });

  test('and saved again has recovered when it did not fail for a minute', async () => {
    const pausedAt = ago(HOUR_MS);
    await set(first, { pausedAt });
    await failedAttempt(first, 'http_status', 410);
    await round();
    const resumed = { pausedAt: null, notifiedState: 'resumed', updatedAt: new Date() } as const;
    await set(first, resumed);
    await round();
    expect(await types()).toEqual(['callback.paused']);
    await set(first, { updatedAt: ago(61_000) });
    await round();
    expect(await types()).toEqual(['callback.paused', 'callback.recovered']);
    const recovered = JSON.parse((await notified()).at(-1)!.body);
    expect(recovered).toMatchObject({ sequence: 2, since: pausedAt.toISOString(), httpStatus: 410 });
    expect(await mailTypes()).toEqual(['callback.paused', 'callback.recovered']);
    expect((await endpoint(first)).notifiedState).toBeNull();
  });

  test('and saved, and paused again, is announced again', async () => {
    await set(first, { pausedAt: ago(5_000) });
    await round();
    await set(first, { pausedAt: ago(1_000), notifiedState: 'resumed' });
    await round();
    expect(await types()).toEqual(['callback.paused', 'callback.paused']);
  });

  test('by its merchant, and resumed, needs no notice', async () => {
    await set(first, { pausedAt: ago(5_000), notifiedState: 'paused' });
    await round();
    await set(first, { pausedAt: null, notifiedState: 'resumed' });
    await round();
    expect([await types(), await mailTypes()]).toEqual([[], []]);
    expect((await endpoint(first)).notifiedState).toBeNull();
  });
});

test('an endpoint that was removed, or has no address, is left alone', async () => {
  await set(first, { pausedAt: ago(1_000), url: null });
  await set(second, { pausedAt: ago(1_000), removedAt: ago(1_000) });
  await round();
  expect([await types(), await mailTypes()]).toEqual([[], []]);
});

test('a merchant is sent no more than its share of a day, and is notified of the rest by events', async () => {
  for (let sent = 0; sent < MAILS_PER_DAY; sent += 1) await addMail(orm, { merchantKey: merchant });
  await set(first, { pausedAt: ago(1_000) });
  await round();
  expect(await types()).toEqual(['callback.paused']);
  expect(await mails()).toHaveLength(MAILS_PER_DAY);
});

test('without a contact there is the event alone', async () => {
  await orm.em.fork().execute('update merchant set contact_email = null where key = ?', [merchant]);
  await set(first, { pausedAt: ago(1_000) });
  await round();
  expect([await types(), await mailTypes()]).toEqual([['callback.paused'], []]);
});

test('several processes at once report each trouble once', async () => {
  await set(first, { pausedAt: ago(1_000) });
  await set(second, { failingSince: ago(2 * HOUR_MS) });
  await Promise.all([round(), round(), round()]);
  await round();
  expect((await types()).sort()).toEqual(['callback.failing', 'callback.paused']);
  expect((await mailTypes()).sort()).toEqual(['callback.failing', 'callback.paused']);
});

test('an endpoint that cannot be notified holds up no other, and half of nothing is written', async () => {
  await set(first, { pausedAt: ago(1_000), url: 'no address at all' });
  await set(second, { pausedAt: ago(1_000) });
  const [error, ...others] = (await round()) as Error[];
  expect([String(error?.cause), others]).toEqual([expect.stringContaining('Invalid URL'), []]);
  expect((await notified()).map(({ subjectId }) => subjectId)).toContain(second);
  expect((await notified()).map(({ subjectId }) => subjectId)).not.toContain(first);
  expect((await mails()).map(({ about }) => about)).toEqual([second]);
  expect((await endpoint(first)).notifiedState).toBeNull();
  await set(first, { removedAt: new Date() });
});

test('whoever looks at an endpoint waits for who changes it', async () => {
  await set(first, { pausedAt: ago(1_000) });
  const looking = await orm.em.fork().transactional(async (em) => {
    await em.execute('select 1 from callback_endpoint where id = ? for update', [first]);
    const running = round();
    await until(
      async () => (await orm.em.fork().count(Job, { subject: first, leasedUntil: { $ne: null } })) === 1,
    );
    expect(await types()).toEqual([]);
    return { running };
  });
  expect(await looking.running).toEqual([]);
  expect(await types()).toEqual(['callback.paused']);
});
