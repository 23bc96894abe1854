import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import {
  CallbackEndpoint,
  Company,
  Credential,
  DeliveryAttempt,
  DisputeFile,
  DisputeMessage,
  Guide,
  LinkRequest,
  Merchant,
  Notification,
  Order,
  OrderEvent,
  OrderMessage,
  Person,
  SettlementDispute,
  SettlementLine,
  StoredFile,
  VerificationSubmission,
} from '../../../db/entities/index.ts';
import { EMPTY_FORM } from '../../../domain/verification.ts';
import { type ConsoleInBrowser, openConsole } from '../../support/console/console-browser.ts';
import {
  AGENCY,
  completeOrders,
  issueMonth,
  STUDIO,
  statementOf,
} from '../../support/console/console-money.ts';
import { createMerchant } from '../../support/merchants.ts';
import { signInOperator } from './operator.ts';

/**
 * What one party writes another reads as text. Written straight into the tables, so that no check of a form stands before the page. A
 * script that runs sets `window.xss`; one that the policy stops is a fault of the page (console-browser.ts).
 */
const evil = (what: string) => `<img src=x onerror="window.xss='${what}'"> ${what}`;
let opened: ConsoleInBrowser;
let pages: Record<'agency' | 'studio' | 'operator', Page>;
let companies: { agency: string; studio: string };
let orderId: string;
let disputeId: string;
const NOTIFICATION = 'NTF0000000000000000001-1';

beforeAll(async () => {
  opened = await openConsole();
  const { platform } = opened;
  [orderId] = (await completeOrders(platform, ['2026-01-10'])) as [string];
  platform.clock.now = new Date('2026-02-02T09:00:00Z');
  await issueMonth(platform, '2026-01');
  companies = { agency: await companyOf(AGENCY), studio: await companyOf(STUDIO) };
  await write();
  await writeDispute();
  pages = {
    agency: await opened.signedIn('agency'),
    studio: await opened.signedIn('studio'),
    operator: await signInOperator(opened),
  };
});
afterAll(() => opened.close());

const fork = () => opened.platform.orm.em.fork();
const companyOf = async (sandboxKey: string) => (await fork().findOneOrFail(Company, { sandboxKey })).id;

async function write(): Promise<void> {
  const em = fork();
  const at = new Date();
  const texts = { name: evil('guide'), profile: evil('profile') };
  await em.nativeUpdate(Guide, { id: 'G77' }, texts);
  const words = { clientReference: evil('reference'), remark: evil('remark'), contactName: evil('contact') };
  await em.nativeUpdate(Order, { id: orderId }, words);
  const event = await em.findOneOrFail(OrderEvent, { orderId }, { orderBy: { sequence: 'desc' } });
  const note = { orderId, fromStatus: 'completed', toStatus: 'completed', reason: 'trip_ended' } as const;
  const by = { actorKind: 'studio', occurredAt: at, note: evil('reason') } as const;
  await em.insert(OrderEvent, { ...note, ...by, sequence: event.sequence + 1 });
  for (const [senderKey, text] of [
    [AGENCY, evil('agency says')],
    [STUDIO, evil('studio says')],
  ] as const)
    await em.insert(OrderMessage, { orderId, senderKey, text, createdAt: at });
  await em.execute(
    'insert into review (order_id, guide_id, merchant_key, rating, text) values (?, ?, ?, 1, ?)',
    [orderId, 'G77', AGENCY, evil('review')],
  );
  const endpoint = await em.findOneOrFail(CallbackEndpoint, { merchantKey: AGENCY });
  Object.assign(endpoint, { url: 'https://hooks.example.com/', description: evil('endpoint') });
  const key = await em.findOneOrFail(Credential, { merchantKey: AGENCY });
  key.label = evil('key');
  await em.flush();
  const about = { orderId, subjectId: orderId, type: 'order.status_changed', merchantKey: AGENCY } as const;
  const state = {
    sequence: 1,
    position: 10,
    inFeed: true,
    attempts: 1,
    // Nobody tries it again.
    status: 'abandoned' as const,
  };
  await em.insert(Notification, {
    id: NOTIFICATION,
    ...about,
    ...state,
    endpointId: endpoint.id,
    body: '{}',
  });
  const answer = { httpStatus: 500, error: 'http_status', responseExcerpt: evil('answer') } as const;
  await em.insert(DeliveryAttempt, {
    notificationId: NOTIFICATION,
    number: 1,
    startedAt: at,
    durationMs: 1,
    ...answer,
  });
  await createMerchant(opened.platform, 'mk_asks', { kind: 'provider', name: evil('provider') });
  const asked = {
    providerKey: 'mk_asks',
    merchantKey: STUDIO,
    scopes: ['guide:read'],
    message: evil('asks'),
  };
  await em.insert(LinkRequest, asked);
  await em.nativeUpdate(Merchant, { key: AGENCY }, { name: evil('merchant') });
  await em.nativeUpdate(Company, { id: companies.agency }, { name: evil('company') });
  await em.nativeUpdate(Person, { email: 'agency@guidepost.example' }, { name: evil('person') });
  const form = {
    ...EMPTY_FORM,
    legalName: evil('legal'),
    country: 'PT',
    city: evil('city'),
    contactName: evil('asked'),
  };
  const sent = { companyId: companies.agency, number: 1, state: 'submitted', form, submittedAt: at } as const;
  await em.insert(VerificationSubmission, sent);
}

async function writeDispute(): Promise<void> {
  const em = fork();
  const { id: settlementId } = await statementOf(opened.platform, AGENCY, '2026-01');
  const line = await em.findOneOrFail(SettlementLine, { settlementId });
  const at = new Date();
  const row = {
    settlementId,
    entryId: line.entryId,
    updateId: 'xss',
    reason: evil('objection'),
    openedAt: at,
  };
  const id = Number(await em.insert(SettlementDispute, row));
  disputeId = `DSP${id}`;
  const person = await em.findOneOrFail(Person, { email: 'agency@guidepost.example' });
  for (const side of ['merchant', 'operator'] as const) {
    const message = {
      disputeId: id,
      side,
      personId: person.id,
      key: side,
      text: evil(`${side} writes`),
      createdAt: at,
    };
    const messageId = Number(await em.insert(DisputeMessage, message));
    const file = {
      name: `${evil(`${side} file`)}.pdf`,
      type: 'application/pdf',
      size: 1,
      sha256: '0'.repeat(64),
    } as const;
    const fileId = Number(await em.insert(StoredFile, { ...file, createdAt: at }));
    await em.insert(DisputeFile, { fileId, messageId });
  }
}

/** Who reads, where, and whose words. */
const READ: readonly (readonly [reader: keyof typeof pages, path: () => string, words: readonly string[]])[] =
  [
    ['agency', () => '/find/G77', ['guide', 'profile', 'review']],
    ['agency', () => `/orders/${orderId}`, ['guide', 'reason', 'studio says']],
    ['agency', () => '/orders', ['guide', 'reference']],
    ['agency', () => `/deliveries/${NOTIFICATION}`, ['answer']],
    ['agency', () => '/keys', ['key']],
    ['agency', () => `/money/disputes/${disputeId}`, ['operator writes', 'operator file']],
    ['agency', () => '/company/team', ['person']],
    ['studio', () => `/orders/${orderId}`, ['remark', 'contact', 'reference', 'agency says']],
    ['studio', () => '/reviews', ['review']],
    ['studio', () => '/company/links', ['provider', 'asks']],
    ['operator', () => `/desk/orders/${orderId}`, ['reason', 'reference']],
    ['operator', () => `/desk/merchants/${AGENCY}`, ['merchant', 'key']],
    ['operator', () => `/desk/merchants/${AGENCY}/deliveries`, ['merchant', 'answer']],
    ['operator', () => '/desk/search?q=G77', ['guide']],
    ['operator', () => '/desk/verifications', ['legal']],
    ['operator', () => `/desk/verifications/${companies.agency}`, ['company', 'city', 'asked']],
    [
      'operator',
      () => `/desk/money/disputes/${disputeId}`,
      ['objection', 'merchant writes', 'merchant file'],
    ],
  ];

test.each(READ)('the %s reads as text what others wrote, %#', async (reader, path, words) => {
  const page = pages[reader];
  const root = reader === 'operator' ? '' : `/${companies[reader]}/sandbox`;
  await page.goto(`${root}${path()}`);
  for (const word of words) await page.getByText(evil(word)).first().waitFor({ timeout: 30_000 });
  expect(await page.locator('img[src="x"]').count()).toBe(0);
  expect(await page.evaluate('window.xss')).toBeUndefined();
});
