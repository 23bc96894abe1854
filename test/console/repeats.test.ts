/**
 * What is written at the console under an `Idempotency-Key` is done once, by the function that does it for the API (lib/http/plugins/
 * idempotency.ts): a double click, or a request sent again because its answer was lost, neither moves money twice nor sends twice.
 */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { RouteAccess } from '../../console/server/plugins/access.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { type Browser, createTestConsole, type TestConsole } from '../support/console/console-app.ts';
import { moneyDeps } from '../support/console/console-money.ts';
import { fingerprintOf } from '../support/data/fingerprint.ts';
import { createMerchant } from '../support/merchants.ts';

const LINK = 'the link of a mail works once';
const MAILS = 'a mailbox gets so many mails an hour, whoever asks';
const SIGN_IN = 'each step opens a session of its own, and ends the one before';

/** What no key covers, and why it does no harm twice. */
const WITHOUT_KEY: Readonly<Record<string, string>> = {
  'POST /api/:company/:world/console/money/disputes/:disputeId/messages': 'the form has a key of its own',
  'POST /api/:company/:world/console/orders/:orderId/messages': 'the form has a key of its own',
  'POST /api/operator/money/disputes/:disputeId/messages': 'the form has a key of its own',
  'POST /api/:company/:world/console/guides/:guideId/photo': 'the guide keeps the last one, by `If-Match`',
  'POST /api/:company/console/verification/documents': 'a second one is shown, and can be removed',
  'POST /api/account/register': MAILS,
  'POST /api/account/password-reset/ask': MAILS,
  'POST /api/operator/personal/exports/:proposalId': 'it is handed over once, and kept nowhere',
  'POST /api/notices/unsubscribe/:token': 'ends what may have ended',
  'POST /api/mails': 'its Message-ID names the command',
  'POST /api/notices/answer/look': 'reads',
  'POST /api/notices/answer': 'notice and answer name the command',
  'POST /api/account/confirm-email/look': 'reads',
  'POST /api/account/invitation/look': 'reads',
  'POST /api/account/confirm-email': LINK,
  'POST /api/account/device/allow': LINK,
  'POST /api/account/password-reset/do': LINK,
  'POST /api/account/invitation/register': LINK,
  'POST /api/account/sign-in': SIGN_IN,
  'POST /api/account/sign-in/passkey/options': 'a question that nobody answers ends',
  'POST /api/account/sign-in/passkey/verify': SIGN_IN,
  'POST /api/account/second-factor': SIGN_IN,
  'POST /api/account/second-factor/passkey/options': 'a question that nobody answers ends',
  'POST /api/account/second-factor/passkey/verify': SIGN_IN,
  'POST /api/account/sign-out': 'who is out is out',
};

let api: TestApp;
let console_: TestConsole;
beforeAll(async () => {
  api = await createTestApp();
  console_ = await createTestConsole(api, moneyDeps(api));
});
afterAll(async () => {
  await console_.close();
  await api.close();
});

test('every route of the console that writes takes a key, but for those that need none', () => {
  const own = console_.app.accessTable.filter(({ url }) => !url.includes('/open/v1/'));
  const writing = own.filter(({ method, config }) => method !== 'GET' && config.onlyReads !== true);
  expect(writing.length).toBeGreaterThan(70);
  const others = writing.filter((route) => !takesKey(route)).map(({ method, url }) => `${method} ${url}`);
  expect(others.toSorted()).toEqual(Object.keys(WITHOUT_KEY).toSorted());
});

/** Somebody is signed in, and no file is sent. */
function takesKey({ action, config, schema }: RouteAccess): boolean {
  const isDeclared = 'idempotency-key' in ((schema?.headers as Headers | undefined)?.properties ?? {});
  return isDeclared && config.upload === undefined && action !== 'public' && action !== 'sign-in';
}

interface Headers {
  readonly properties?: object;
}

test('what creates or sends something answers the same again, and nothing more has happened', async () => {
  const { agency } = api.sandbox;
  await createMerchant(api, 'mk_provider', { kind: 'provider' });
  const company = await console_.company({ kind: 'agency', sandboxKey: agency.clientId });
  const provider = await console_.company({ kind: 'provider', sandboxKey: 'mk_provider' });
  const owner = await console_.member(company, 'owner');
  const provides = await console_.member(provider, 'owner');
  const operator = await console_.operator('administrator');
  const merchant = `/api/operator/merchants/${agency.clientId}`;

  await twice(owner, 'POST', '/api/account/companies', { name: 'Two', kind: 'agency', country: 'PT' });
  const team = `/api/${company}/console/team`;
  const invited = await twice(owner, 'POST', `${team}/invitations`, { email: 'a@b.example', role: 'reader' });
  await twice(owner, 'POST', `${team}/invitations/${invited.id}/resend`, {});
  await twice(owner, 'POST', `/api/${company}/sandbox/console/keys`, { kind: 'app_secret', label: 'till' });
  const wanted = { merchantKey: agency.clientId, scopes: ['order:read'] };
  await twice(provides, 'POST', `/api/${provider}/sandbox/console/links/requests`, wanted);

  const newcomer = { name: 'New', kind: 'agency', country: 'PT', sandbox: true };
  await twice(operator, 'POST', '/api/operator/merchants', newcomer);
  const { credentialId } = await twice(operator, 'POST', `${merchant}/keys`, { label: 'till' });
  await twice(operator, 'POST', `${merchant}/keys/${credentialId}/rotate`, { overlapSeconds: 60 });
  const colleague = { email: 'new@guidepost.example', name: 'New', language: 'en', role: 'support' };
  await twice(operator, 'POST', '/api/operator/team/add', colleague);
  await twice(operator, 'POST', '/api/operator/team/invite', { email: colleague.email });
  const correction = { kind: 'adjustment', merchantKey: agency.clientId, currency: 'EUR', amount: '5.00' };
  const form = { ...correction, reason: 'We agreed on it.', key: 'form-00000001' };
  await twice(operator, 'POST', '/api/operator/money/postings', form);
});

let keys = 0;
/** @returns what it answered. */
async function twice(browser: Browser, method: 'POST' | 'PUT', url: string, payload: object) {
  keys += 1;
  const send = () =>
    browser.send({ method, url, payload, headers: { 'idempotency-key': `console-${keys}` } });
  const first = await send();
  expect([url, first.json()]).toEqual([url, expect.objectContaining({ code: 200 })]);
  const effects = await fingerprintOf(api.orm);
  const again = await send();
  expect([again.json(), again.headers['idempotent-replayed']]).toEqual([first.json(), 'true']);
  expect(await fingerprintOf(api.orm)).toBe(effects);
  return first.json().data;
}

test('another request under the same key is refused, and nobody gets the answer of somebody else', async () => {
  const one = await console_.operator('administrator');
  const other = await console_.operator('administrator');
  const send = (browser: Browser, name: string) =>
    browser.send({
      method: 'POST',
      url: '/api/operator/merchants',
      payload: { name, kind: 'agency', country: 'PT', sandbox: true },
      headers: { 'idempotency-key': 'console-shared' },
    });
  const first = (await send(one, 'First')).json();
  expect((await send(one, 'Second')).json().code).toBe(40903);
  const theirs = (await send(other, 'First')).json();
  expect([theirs.code, theirs.data.merchantKey === first.data.merchantKey]).toEqual([200, false]);
});
