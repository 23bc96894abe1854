import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import { AuditEntry, Credential } from '../../db/entities/index.ts';
import type { ClientCredentials } from '../../db/seed/index.ts';
import { OWN_SCOPES, SCOPES, type Scope } from '../../domain/scope.ts';
import { createCredentialService } from '../../services/credentials/credentials.ts';
import { canonicalString, sign } from '../../services/signing/canonical.ts';
import { BASE_URL, createTestApp, type TestApp } from '../support/app.ts';
import { fingerprintOf } from '../support/data/fingerprint.ts';
import { grantLink } from '../support/data/provider-links.ts';
import { createConformance } from '../support/documents/openapi.ts';
import { createMerchant } from '../support/merchants.ts';
import { until } from '../support/until.ts';

const OPERATOR = { operator: 'tester', address: 'here' };
const ROTATE = '/open/v1/credential/rotate';
const LIST = '/open/v1/credential/list';
const REVOKE = '/open/v1/credential/revoke';
const ALL = OWN_SCOPES.join(' ');
let api: TestApp;
let credentials: ReturnType<typeof createCredentialService>;
let expectDescribed: Awaited<ReturnType<typeof createConformance>>;

beforeAll(async () => {
  api = await createTestApp();
  credentials = createCredentialService({ ...api, now: () => api.clock.now });
  expectDescribed = await createConformance(api.app);
});
afterAll(() => api.close());

interface Held extends ClientCredentials {
  readonly id: string;
}

/** A merchant with one app_secret. */
async function holder(key: string, settings: Partial<Credential> = {}): Promise<Held> {
  const client = await createMerchant(api, key);
  const em = api.orm.em.fork();
  await em.nativeUpdate(Credential, { merchantKey: key }, settings);
  const { id } = await em.findOneOrFail(Credential, { merchantKey: key });
  return { ...client, id: String(id) };
}

async function issue(clientId: string, scopes?: Scope[]): Promise<Held> {
  const { id, appSecret } = await credentials.issue(OPERATOR, clientId, { scopes });
  return { id, clientId, clientSecret: appSecret };
}

async function call(
  client: ClientCredentials,
  scope: string,
  options: InjectOptions,
): Promise<LightMyRequestResponse> {
  const authorization = `Bearer ${await api.token(client, scope)}`;
  return api.app.inject({ ...options, headers: { ...options.headers, authorization } });
}

const rotate = (client: ClientCredentials, body: object = {}, headers = {}) =>
  call(client, 'credential:rotate', {
    method: 'POST',
    url: ROTATE,
    headers,
    payload: { overlapSeconds: 3_600, clientSecret: client.clientSecret, ...body },
  });

/** The new one. */
async function rotated(client: ClientCredentials, body: object = {}): Promise<Held> {
  const answer = await rotate(client, body);
  expect(answer.json()).toMatchObject({ code: 200 });
  const { credentialId: id, clientId, clientSecret } = answer.json().data;
  return { id, clientId, clientSecret };
}

const revoke = (client: ClientCredentials, id: string, payload: object = {}) =>
  call(client, 'credential:revoke', { method: 'POST', url: `${REVOKE}/${id}`, payload });

const list = async (client: ClientCredentials) =>
  (await call(client, 'credential:read', { url: LIST })).json().data.list;

const row = (id: string) => api.orm.em.fork().findOneOrFail(Credential, { id: Number(id) });
const count = (merchantKey: string) => api.orm.em.fork().count(Credential, { merchantKey });
const works = async (client: ClientCredentials) => (await api.token(client)) !== undefined;
const detailPaths = (answer: LightMyRequestResponse) => [
  ...new Set((answer.json().data.details ?? []).map(({ path }: { path: string }) => path)),
];

describe('a token of its own:', () => {
  test.each([
    ['the usual one', undefined],
    ['one that only reads guides', 'guide:read'],
    ['one for everything else', SCOPES.filter((scope) => !OWN_SCOPES.includes(scope)).join(' ')],
  ])('%s makes, lists and ends no app_secret: 40006', async (_name, scope) => {
    const { studio } = api.sandbox;
    const authorization = `Bearer ${await api.token(studio, scope)}`;
    const before = await fingerprintOf(api.orm);
    const requests: InjectOptions[] = [
      { method: 'POST', url: ROTATE, payload: { overlapSeconds: 604_800 } },
      { method: 'POST', url: ROTATE, payload: { overlapSeconds: 0, clientSecret: studio.clientSecret } },
      { url: LIST },
      { method: 'POST', url: `${REVOKE}/1` },
    ];
    for (const request of requests) {
      const answer = await api.app.inject({ ...request, headers: { authorization } });
      expect([request.url, answer.json().code]).toEqual([request.url, 40006]);
    }
    expect(await fingerprintOf(api.orm)).toBe(before);
  });

  test('a token has these scopes only when it asked for them, and the credential has them', async () => {
    const client = await holder('mk_asks');
    expect((await call(client, ALL, { url: LIST })).statusCode).toBe(200);
    const reader = await issue('mk_asks', ['guide:read']);
    expect(await api.token(reader, 'guide:read credential:rotate')).toBeUndefined();
    const manager = await issue('mk_asks', ['credential:read']);
    expect(await api.token(manager)).toBeUndefined();
    expect((await call(manager, 'credential:read', { url: LIST })).statusCode).toBe(200);
  });

  test('no provider has them for another, and no link grants them', async () => {
    const provider = await createMerchant(api, 'mk_key_provider', { kind: 'provider' });
    const agency = await holder('mk_linked');
    await expect(
      grantLink(api, 'mk_linked', 'mk_key_provider', ['guide:read', 'credential:read']),
    ).rejects.toThrow('parameter');
    await grantLink(api, 'mk_linked', 'mk_key_provider', ['guide:read']);
    await api.orm.em
      .fork()
      .execute(`update provider_link set scopes = '{guide:read,credential:read,credential:revoke}'`);
    const headers = { 'on-behalf-of': 'mk_linked' };
    expect((await call(provider, ALL, { url: LIST, headers })).json().code).toBe(40006);
    const ending = { method: 'POST', url: `${REVOKE}/${agency.id}`, headers } as const;
    expect((await call(provider, ALL, ending)).json().code).toBe(40006);
    expect(await works(agency)).toBe(true);
  });
});

describe('rotation needs the app_secret in use', () => {
  test('without it, or with another one: refused, and nothing is made', async () => {
    const client = await holder('mk_proves');
    const other = await issue('mk_proves');
    const before = await fingerprintOf(api.orm);
    const without = await rotate(client, { clientSecret: undefined });
    expect([without.json().code, detailPaths(without)]).toEqual([40001, ['body.clientSecret']]);
    for (const clientSecret of ['sk_wrong', other.clientSecret, ` ${client.clientSecret}`]) {
      const wrong = await rotate(client, { clientSecret });
      expect([wrong.statusCode, wrong.json().code]).toEqual([401, 40102]);
      expectDescribed('POST', ROTATE, wrong);
    }
    expect((await rotate(client, { clientSecret: '' })).json().code).toBe(40001);
    expect(await fingerprintOf(api.orm)).toBe(before);
    const right = await rotate(client);
    expectDescribed('POST', ROTATE, right);
    expect(right.headers['cache-control']).toBe('no-store');
  });

  test('a request signature made with it will do; one made with another does not', async () => {
    const client = await holder('mk_signs_rotation');
    const other = await issue('mk_signs_rotation');
    const body = '{"overlapSeconds":60}';
    const signedWith = async (secret: string) => {
      const [timestamp, nonce] = [`${Math.floor(api.clock.now.getTime() / 1_000)}`, randomUUID()];
      const request = {
        version: 'v2',
        timestamp,
        nonce,
        method: 'POST',
        target: ROTATE,
        host: new URL(BASE_URL).host,
        onBehalfOf: undefined,
        idempotencyKey: undefined,
        body: Buffer.from(body),
      } as const;
      const headers = {
        'content-type': 'application/json',
        'x-timestamp': timestamp,
        'x-nonce': nonce,
        'x-signature': sign(secret, canonicalString(request)),
      };
      return call(client, 'credential:rotate', { method: 'POST', url: ROTATE, payload: body, headers });
    };
    const refused = await signedWith(other.clientSecret);
    expect([refused.json().code, detailPaths(refused)]).toEqual([40001, ['body.clientSecret']]);
    expect((await signedWith(client.clientSecret)).statusCode).toBe(200);
  });
});

describe('a new credential never exceeds the one that made it:', () => {
  test('its scopes and its need for signatures', async () => {
    const scopes = ['guide:read', 'credential:rotate'];
    const client = await holder('mk_narrow', { scopes, label: 'till', requireSignature: true });
    const made = await credentials.rotate(OPERATOR, 'mk_narrow', client.id, { overlapSeconds: 60 });
    expect(await row(made.id)).toMatchObject({ scopes, label: 'till', requireSignature: true });
  });

  test('its end: what is rotated from one in its overlap ends with it', async () => {
    const client = await holder('mk_ends');
    expect((await rotate(client)).json().data.validUntil).toBeNull();
    const { previousValidUntil, validUntil } = (await rotate(client, { overlapSeconds: 604_800 })).json()
      .data;
    expect(validUntil).not.toBeNull();
    expect(previousValidUntil).toBe(validUntil);
    expect((await rotate(client, { overlapSeconds: 0 })).json().data.validUntil).toBe(validUntil);
  });
});

describe('credential/list', () => {
  test('has every app_secret of the merchant, from what it was rotated and when it ends; never a secret', async () => {
    const client = await holder('mk_lists');
    const second = await rotated(client);
    const reader = await issue('mk_lists', ['guide:read']);
    await credentials.revoke(OPERATOR, reader.id);
    const answer = await call(second, 'credential:read', { url: LIST });
    expectDescribed('GET', LIST, answer);
    expect(answer.json().data.list).toEqual([
      expect.objectContaining({
        credentialId: second.id,
        rotatedFrom: client.id,
        status: 'valid',
        isCurrent: true,
        validUntil: null,
        scopes: SCOPES.filter((scope) => scope !== 'guide:write'),
      }),
      expect.objectContaining({
        credentialId: client.id,
        rotatedFrom: null,
        status: 'valid',
        isCurrent: false,
        validUntil: expect.any(String),
      }),
      expect.objectContaining({ credentialId: reader.id, status: 'revoked', scopes: ['guide:read'] }),
    ]);
    for (const secret of [client, second, reader]) expect(answer.body).not.toContain(secret.clientSecret);
    expect(answer.body).not.toMatch(/sk_|ncrypted/);
  });

  test('tells the expired', async () => {
    const client = await holder('mk_lists_expired');
    await api.orm.em.fork().nativeUpdate(Credential, { id: Number(client.id) }, { validUntil: new Date(0) });
    const other = await issue('mk_lists_expired');
    const listed = await list(other);
    expect(listed.map(({ status }: { status: string }) => status)).toEqual(['valid', 'expired']);
  });
});

describe('credential/revoke', () => {
  test('ends it and its tokens on every API process; repeated, it changes nothing', async () => {
    const client = await holder('mk_revokes');
    const reader = await issue('mk_revokes', ['guide:read']);
    const token = await api.token(reader);
    const headers = { authorization: `Bearer ${token}` };
    const processes = [api.app, await api.another()];
    const read = async () =>
      Promise.all(
        processes.map(async (app) => (await app.inject({ url: '/open/v1/guide/list', headers })).statusCode),
      );
    expect(await read()).toEqual([200, 200]);
    const answer = await revoke(client, reader.id);
    expectDescribed('POST', '/open/v1/credential/revoke/{credentialId}', answer);
    expect(answer.json().data).toEqual({ revoked: [reader.id] });
    expect(await works(reader)).toBe(false);
    await until(async () => (await read()).every((status) => status === 401));
    expect((await revoke(client, reader.id)).json()).toMatchObject({ code: 200, data: { revoked: [] } });
    const about = { subject: `credential:${reader.id}` };
    const entries = await api.orm.em.fork().find(AuditEntry, about, { orderBy: { id: 'asc' } });
    expect(entries.map(({ action, actor }) => [action, actor])).toEqual([
      ['credential.issued', 'operator:tester'],
      ['credential.revoked', 'mk_revokes'],
    ]);
  });

  test('may end the one in use', async () => {
    const client = await holder('mk_revokes_own');
    expect((await revoke(client, client.id)).json().data).toEqual({ revoked: [client.id] });
    expect(await works(client)).toBe(false);
  });

  test("another merchant's looks like none: 40010, and stays valid", async () => {
    const [client, victim] = [await holder('mk_intruder'), await holder('mk_victim')];
    for (const id of [victim.id, '999999999999999']) {
      const answer = await revoke(client, id, { compromised: true });
      expect([answer.statusCode, answer.json().code]).toEqual([404, 40010]);
    }
    expect(await works(victim)).toBe(true);
  });

  test.each(['0', '-1', '1.5', 'x', '1'.repeat(16), '9'.repeat(400), '1%00'])(
    'the id %j is 40001',
    async (id) => {
      const answer = await revoke(api.sandbox.agency, id);
      expect([answer.json().code, detailPaths(answer)]).toEqual([40001, ['path.credentialId']]);
    },
  );
});

describe('when an app_secret has leaked', () => {
  /** The owner's, what a thief made of it, what was made of that, and one that has nothing to do with it. */
  async function leak(key: string) {
    const owners = await holder(key);
    const thiefs = await rotated(owners, { overlapSeconds: 604_800 });
    const thiefsOwn = await rotated(thiefs, { overlapSeconds: 604_800 });
    return { owners, thiefs, thiefsOwn, other: await issue(key) };
  }

  test('rotating it as compromised ends all that descend from it, and their tokens', async () => {
    const { owners, thiefs, thiefsOwn, other } = await leak('mk_leaked_rotates');
    const token = await api.token(thiefsOwn);
    const answer = await rotate(owners, { overlapSeconds: 0, compromised: true });
    const { clientId, clientSecret } = answer.json().data;
    const all = [{ clientId, clientSecret }, other, owners, thiefs, thiefsOwn];
    expect(await Promise.all(all.map(works))).toEqual([true, true, false, false, false]);
    const headers = { authorization: `Bearer ${token}` };
    const status = async () => (await api.app.inject({ url: '/open/v1/guide/list', headers })).statusCode;
    await until(async () => (await status()) === 401);
  });

  test.each<[string, (held: { owners: Held; other: Held }) => Promise<unknown>]>([
    ['over the API', ({ owners, other }) => revoke(other, owners.id, { compromised: true })],
    ['by an operator', ({ owners }) => credentials.revoke(OPERATOR, owners.id, { compromised: true })],
  ])('revoking it as compromised ends them too: %s', async (name, end) => {
    const { owners, thiefs, thiefsOwn, other } = await leak(`mk_leaked_${name.slice(0, 2)}`);
    await end({ owners, other });
    const all = [other, owners, thiefs, thiefsOwn];
    expect(await Promise.all(all.map(works))).toEqual([true, false, false, false]);
    const entries = await api.orm.em
      .fork()
      .find(
        AuditEntry,
        { action: 'credential.revoked', merchantKey: owners.clientId },
        { orderBy: { id: 'asc' } },
      );
    expect(entries.map(({ subject, details }) => [subject, details])).toEqual([
      [`credential:${owners.id}`, {}],
      [`credential:${thiefs.id}`, { descendsFrom: owners.id }],
      [`credential:${thiefsOwn.id}`, { descendsFrom: owners.id }],
    ]);
  });

  test('what an operator replaces it with is no descendant: the drill may be repeated', async () => {
    const { owners } = await leak('mk_leaked_operator');
    const rotation = { overlapSeconds: 0, compromised: true };
    const { appSecret } = await credentials.rotate(OPERATOR, owners.clientId, owners.id, rotation);
    expect(await credentials.revoke(OPERATOR, owners.id, { compromised: true })).toEqual([]);
    expect(await works({ clientId: owners.clientId, clientSecret: appSecret })).toBe(true);
  });

  test('an overlap for a leaked one is refused: 40001', async () => {
    const client = await holder('mk_leaked_overlap');
    const answer = await rotate(client, { overlapSeconds: 60, compromised: true });
    expect([answer.json().code, detailPaths(answer)]).toEqual([40001, ['body.overlapSeconds']]);
    expect(await count(client.clientId)).toBe(1);
  });

  test('whichever of a rotation and the drill comes first, no descendant is left', async () => {
    const waiting = async () => {
      const [row] = await api.orm.em
        .fork()
        .execute<{ many: number }[]>(
          `select count(*)::int as many from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
        );
      return row!.many;
    };
    for (const first of ['rotate', 'revoke']) {
      const client = await holder(`mk_race_${first}`);
      const works = {
        rotate: () =>
          credentials
            .rotate(OPERATOR, client.clientId, client.id, { overlapSeconds: 604_800 })
            .catch(() => undefined),
        revoke: () => credentials.revoke(OPERATOR, client.id, { compromised: true }),
      };
      const order = first === 'rotate' ? [works.rotate, works.revoke] : [works.revoke, works.rotate];
      const running: Promise<unknown>[] = [];
      // Both stand before the merchant's row, one behind the other, until it is let go.
      await api.orm.em.fork().transactional(async (em) => {
        await em.execute('select 1 from merchant where key = ? for update', [client.clientId]);
        for (const [index, work] of order.entries()) {
          running.push(work());
          await until(async () => (await waiting()) > index);
        }
      });
      await Promise.all(running);
      const left = (await credentials.list(client.clientId)).filter(
        (one) => credentials.statusOf(one) === 'valid',
      );
      expect([first, left.length]).toEqual([first, 0]);
    }
  });
});
