import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { COMPANY_ROLES, mayInCompany } from '../../../domain/console-roles.ts';
import { createTestApp, type TestApp } from '../../support/app.ts';
import { type Browser, createTestConsole, type TestConsole } from '../../support/console/console-app.ts';
import { createMerchant } from '../../support/merchants.ts';

const URL = 'https://hooks.example.com/orders?token=s3cret-of-the-receiver';
const MASKED = 'https://hooks.example.com/orders?…';
let api: TestApp;
let console_: TestConsole;
let company: string;
let provider: string;

beforeAll(async () => {
  api = await createTestApp();
  console_ = await createTestConsole(api);
  await createMerchant(api, 'mk_sandbox_hooks');
  await createMerchant(api, 'mk_sandbox_linked', { kind: 'provider' });
  company = await console_.company({ kind: 'agency', sandboxKey: 'mk_sandbox_hooks' });
  provider = await console_.company({ kind: 'provider', sandboxKey: 'mk_sandbox_linked' });
  await api.orm.em.fork().execute(
    `insert into provider_link (provider_key, merchant_key, scopes)
     values ('mk_sandbox_linked', 'mk_sandbox_hooks', array['notification'])`,
  );
  const owner = await console_.member(company, 'owner');
  await ask(owner, 'PUT', 'config', `/api/${company}/sandbox`, { url: URL });
});
afterAll(async () => {
  await console_.close();
  await api.close();
});

function ask(
  browser: Browser,
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  place: string,
  payload?: object,
) {
  const url = `${place}/open/v1/callback/${path}`;
  return browser.send({ method, url, ...(payload && { payload }) });
}

/** All that shows an address to somebody who may read deliveries. */
async function shownTo(browser: Browser, place: string): Promise<string[]> {
  const config = await ask(browser, 'GET', 'config', place);
  const list = (await ask(browser, 'GET', 'endpoint/list', place)).json().data.list;
  const detail = await ask(browser, 'GET', `endpoint/detail/${list[0].endpointId}`, place);
  return [config.json().data, list[0], detail.json().data].map(({ url }) => url);
}

test.each(COMPANY_ROLES)(
  '%s sees the query of an address where the role may manage endpoints',
  async (role) => {
    const seen = mayInCompany(role, 'endpoints.write') ? URL : MASKED;
    const member = await console_.member(company, role);
    expect(await shownTo(member, `/api/${company}/sandbox`)).toEqual([seen, seen, seen]);
    // Of a provider for the merchant that linked it.
    const acting = await console_.member(provider, role);
    expect(await shownTo(acting, `/api/${provider}/sandbox~mk_sandbox_hooks`)).toEqual([seen, seen, seen]);
  },
);

test('who may pause an endpoint and not manage it sees no query in the answer', async () => {
  const member = await console_.member(company, 'operations');
  const place = `/api/${company}/sandbox`;
  const [endpoint] = (await ask(member, 'GET', 'endpoint/list', place)).json().data.list;
  for (const verb of ['pause', 'resume'])
    expect(
      (await ask(member, 'POST', `endpoint/${verb}/${endpoint.endpointId}`, place)).json().data.url,
    ).toBe(MASKED);
});
