import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import { isWriting, type Operation } from '../../contract/operations/define.ts';
import { OPERATIONS } from '../../contract/operations/index.ts';
import { AuditEntry, ProviderLink } from '../../db/entities/index.ts';
import type { ClientCredentials } from '../../db/seed/index.ts';
import { grantedScopes } from '../../domain/scope.ts';
import { createCredentialService } from '../../services/credentials/credentials.ts';
import { rotateSigningKeys } from '../../services/operators/registry/key-rotation.ts';
import { createMerchantRegistry } from '../../services/operators/registry/merchant-registry.ts';
import { createProviderLinks } from '../../services/operators/registry/provider-links.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { createGuide, createMerchant } from '../support/merchants.ts';
import { createOrderRow } from '../support/orders.ts';

/** "Audit log of every credential, callback and guide change (who, what, when, from where)", and of a provider's acts. */
const OPERATOR = { operator: 'tester', address: 'desk-7' };
const HOOK = 'https://hooks.example.com/path-secret?token=query-secret';
const GUIDE = {
  name: 'Inês',
  area: 'Porto',
  languages: ['pt'],
  serviceTypes: ['wine'],
  dayRate: 100,
  currency: 'EUR',
  timeZone: 'Europe/Lisbon',
  maxGuests: 4,
};
let api: TestApp;
let app: FastifyInstance;
let agency: ClientCredentials;
let studio: ClientCredentials;
/** An app_secret of the studio that nobody uses. */
let spare: string;

beforeAll(async () => {
  api = await createTestApp();
  const found = { orderId: 'ORD1' };
  const elsewhere = { create: found, detail: found, list: found, move: found, advance: found } as never;
  const settlements = { dispute: found } as never;
  app = await api.another({
    orders: elsewhere,
    settlements,
    sendCallback: async () => ({
      error: null,
      status: 200,
      excerpt: null,
      headers: null,
      retryAfterMs: 0,
      durationMs: 1,
    }),
  });
  ({ agency, studio } = api.sandbox);
  const service = createCredentialService({ ...api, now: () => api.clock.now });
  spare = (await service.issue(OPERATOR, studio.clientId, {})).id;
  await createGuide(api, { id: 'G901' });
  await createGuide(api, { id: 'G902' });
  const trip = { guideId: 'G902', tripDate: '2027-03-01', tripDays: 1 };
  await createOrderRow(api, { id: 'ORD1795230000000000001', ...trip, status: 'completed' });
});
afterAll(() => api.close());

interface Change {
  readonly action: string;
  readonly subject: string | RegExp;
  readonly request: InjectOptions | (() => InjectOptions);
  readonly by?: 'agency';
  /** Default: the acting merchant's. */
  readonly owner?: string;
  /** What else the entry tells. */
  readonly details?: Record<string, unknown>;
  /** The same request again changes nothing. */
  readonly isOnce?: boolean;
}

/** In this order: later ones need what earlier ones made. */
const CHANGES: Record<string, Change[]> = {
  'PUT /open/v1/callback/config': [
    {
      action: 'callback.saved',
      subject: 'callback:mk_sandbox_studio',
      request: { method: 'PUT', url: '/open/v1/callback/config', payload: { url: HOOK } },
      details: { host: 'hooks.example.com' },
    },
  ],
  'POST /open/v1/callback/rotate-secret': [
    {
      action: 'callback.secret_rotated',
      subject: 'callback:mk_sandbox_studio',
      request: {
        method: 'POST',
        url: '/open/v1/callback/rotate-secret',
        payload: { overlapSeconds: 60 },
      },
      details: { overlapSeconds: 60 },
    },
    {
      action: 'callback.removed',
      subject: 'callback:mk_sandbox_studio',
      request: { method: 'PUT', url: '/open/v1/callback/config', payload: { url: null } },
    },
  ],
  'POST /open/v1/callback/endpoint/create': [
    {
      action: 'endpoint.created',
      subject: /^endpoint:EP\d+$/,
      request: { method: 'POST', url: '/open/v1/callback/endpoint/create', payload: { url: HOOK } },
      details: { host: 'hooks.example.com' },
    },
  ],
  'PUT /open/v1/callback/endpoint/update/{endpointId}': [
    {
      action: 'endpoint.updated',
      subject: /^endpoint:EP\d+$/,
      request: () => ({
        method: 'PUT',
        url: endpointUrl('update'),
        payload: { url: HOOK, description: 'b' },
      }),
      details: { fields: ['url', 'description'] },
    },
  ],
  'POST /open/v1/callback/endpoint/rotate-secret/{endpointId}': [
    {
      action: 'endpoint.secret_rotated',
      subject: /^endpoint:EP\d+$/,
      request: () => ({ method: 'POST', url: endpointUrl('rotate-secret'), payload: { overlapSeconds: 60 } }),
      details: { overlapSeconds: 60 },
    },
  ],
  'POST /open/v1/callback/endpoint/pause/{endpointId}': [
    {
      action: 'endpoint.paused',
      subject: /^endpoint:EP\d+$/,
      request: () => ({ method: 'POST', url: endpointUrl('pause') }),
    },
  ],
  'POST /open/v1/callback/endpoint/resume/{endpointId}': [
    {
      action: 'endpoint.resumed',
      subject: /^endpoint:EP\d+$/,
      request: () => ({ method: 'POST', url: endpointUrl('resume') }),
    },
  ],
  'DELETE /open/v1/callback/endpoint/delete/{endpointId}': [
    {
      action: 'endpoint.deleted',
      subject: /^endpoint:EP\d+$/,
      request: () => ({ method: 'DELETE', url: endpointUrl('delete') }),
    },
  ],
  'POST /open/v1/guide/create': [
    {
      action: 'guide.created',
      subject: /^guide:G\d+$/,
      request: { method: 'POST', url: '/open/v1/guide/create', payload: GUIDE },
    },
  ],
  'PUT /open/v1/guide/update/{guideId}': [
    {
      action: 'guide.updated',
      subject: 'guide:G901',
      request: { method: 'PUT', url: '/open/v1/guide/update/G901', payload: { name: 'Ana' } },
    },
  ],
  'PUT /open/v1/guide/availability/{guideId}': [
    {
      action: 'guide.availability_set',
      subject: 'guide:G901',
      request: { method: 'PUT', url: '/open/v1/guide/availability/G901', payload: { restDays: ['sunday'] } },
    },
  ],
  'POST /open/v1/guide/block/{guideId}': [
    {
      action: 'guide.days_blocked',
      subject: 'guide:G901',
      request: {
        method: 'POST',
        url: '/open/v1/guide/block/G901',
        payload: { startDate: '2028-02-29', endDate: '2028-02-29' },
      },
    },
  ],
  'POST /open/v1/guide/unblock/{guideId}': [
    {
      action: 'guide.days_unblocked',
      subject: 'guide:G901',
      request: {
        method: 'POST',
        url: '/open/v1/guide/unblock/G901',
        payload: { startDate: '2028-02-29', endDate: '2028-02-29' },
      },
    },
  ],
  'POST /open/v1/sandbox/clock/advance': [
    {
      action: 'sandbox.clock_advanced',
      subject: 'merchant:mk_sandbox_studio',
      request: { method: 'POST', url: '/open/v1/sandbox/clock/advance', payload: { minutes: 1 } },
      details: expect.anything() as never,
    },
  ],
  'DELETE /open/v1/guide/delete/{guideId}': [
    {
      action: 'guide.deleted',
      subject: 'guide:G901',
      request: { method: 'DELETE', url: '/open/v1/guide/delete/G901' },
    },
  ],
  'POST /open/v1/order/review/{orderId}': [
    {
      action: 'guide.reviewed',
      subject: 'guide:G902',
      by: 'agency',
      owner: 'mk_sandbox_studio',
      request: {
        method: 'POST',
        url: '/open/v1/order/review/ORD1795230000000000001',
        payload: { rating: 4, text: 'what the guests said' },
      },
      details: { orderId: 'ORD1795230000000000001', rating: 4 },
    },
  ],
  'POST /open/v1/order/messages/{orderId}': [
    {
      action: 'message.sent',
      subject: /^message:MSG\d+$/,
      by: 'agency',
      request: {
        method: 'POST',
        url: '/open/v1/order/messages/ORD1795230000000000001',
        payload: { text: 'what the guests said' },
      },
      details: { orderId: 'ORD1795230000000000001' },
    },
  ],
  'PUT /open/v1/partner/link/{merchantKey}': [
    {
      action: 'partner.linked',
      subject: 'merchant:mk_sandbox_studio',
      request: { method: 'PUT', url: '/open/v1/partner/link/mk_sandbox_agency' },
      details: { partnerKey: 'mk_sandbox_agency' },
      isOnce: true,
    },
  ],
  'DELETE /open/v1/partner/unlink/{merchantKey}': [
    {
      action: 'partner.unlinked',
      subject: 'merchant:mk_sandbox_studio',
      request: { method: 'DELETE', url: '/open/v1/partner/unlink/mk_sandbox_agency' },
      details: { partnerKey: 'mk_sandbox_agency' },
      isOnce: true,
    },
  ],
  'POST /open/v1/credential/rotate': [
    {
      action: 'credential.rotated',
      subject: /^credential:\d+$/,
      request: () => ({
        method: 'POST',
        url: '/open/v1/credential/rotate',
        payload: { overlapSeconds: 3_600, clientSecret: studio.clientSecret },
      }),
      details: { replacedBy: expect.any(String), overlapSeconds: 3_600 },
    },
  ],
  'POST /open/v1/credential/octo-key/create': [
    {
      action: 'credential.issued',
      subject: /^credential:\d+$/,
      request: () => ({
        method: 'POST',
        url: '/open/v1/credential/octo-key/create',
        payload: { label: 'OCTO', scopes: ['guide:read'], clientSecret: studio.clientSecret },
      }),
      details: {
        kind: 'octo_key',
        label: 'OCTO',
        scopes: ['guide:read'],
        requireSignature: false,
        products: null,
      },
    },
  ],
  'POST /open/v1/credential/revoke/{credentialId}': [
    {
      action: 'credential.revoked',
      subject: /^credential:\d+$/,
      request: () => ({ method: 'POST', url: `/open/v1/credential/revoke/${spare}` }),
      isOnce: true,
    },
  ],
};

/** What changes none of these. */
const OTHERS: Record<string, string> = {
  'POST /open/v1/order/create': 'order_event has who, and which provider: test/api/on-behalf-of.test.ts',
  'POST /open/v1/order/confirm/{orderId}': 'the same',
  'POST /open/v1/order/reject/{orderId}': 'the same',
  'POST /open/v1/order/start/{orderId}': 'the same',
  'POST /open/v1/order/complete/{orderId}': 'the same',
  'POST /open/v1/order/cancel/{orderId}': 'the same',
  'POST /open/v1/sandbox/order/advance/{orderId}': 'audited for a provider: test/api/on-behalf-of.test.ts',
  'POST /open/v1/notification/redeliver/{notificationId}': 'the same',
  'POST /open/v1/notification/recover': 'the same',
  'POST /open/v1/notification/recovery/cancel/{recoveryId}': 'the same',
  'POST /open/v1/callback/test': 'the same',
  'POST /open/v1/callback/endpoint/test/{endpointId}': 'the same',
  'POST /open/v1/settlement/dispute/{settlementId}': 'audited: test/settlement/api.test.ts',
  'POST /open/v1/order/change/{orderId}':
    'order_event has who, and which provider: test/api/order-changes.test.ts',
  'POST /open/v1/order/change-accept/{orderId}': 'the same',
  'POST /open/v1/order/change-decline/{orderId}': 'the same',
  'POST /open/v1/order/change-withdraw/{orderId}': 'the same',
  'POST /open/v1/order/refund/{orderId}': 'audited: test/api/order-refunds.test.ts',
  'POST /open/v1/sandbox/settlement/issue': 'audited: test/sandbox/statements.test.ts',
  'POST /open/v1/sandbox/settlement/pay/{settlementId}': 'the same',
  'POST /open/v1/sandbox/examples/create': 'audited: test/api/sandbox-examples.test.ts',
  'POST /open/v1/sandbox/order/create': 'audited: test/sandbox/test-orders.test.ts',
  'POST /open/v1/order/hold': 'audited for a provider: test/api/holds.test.ts',
  'POST /open/v1/order/hold/change/{holdId}': 'the same',
  'POST /open/v1/order/hold/extend/{holdId}': 'the same',
  'POST /open/v1/order/hold/release/{holdId}': 'the same',
  'POST /open/v1/waitlist/create': 'audited for a provider: test/api/waitlist.test.ts',
  'DELETE /open/v1/waitlist/delete/{entryId}': 'the same',
};

/** Of the endpoint that the studio made last. */
let endpointId: string;
const endpointUrl = (verb: string) => `/open/v1/callback/endpoint/${verb}/${endpointId}`;

const entries = () => api.orm.em.fork().find(AuditEntry, {}, { orderBy: { id: 'asc' } });

async function send(client: ClientCredentials, request: InjectOptions): Promise<LightMyRequestResponse> {
  const kind = client === agency ? 'agency' : 'studio';
  const authorization = `Bearer ${await api.token(client, grantedScopes(kind, null).join(' '))}`;
  return app.inject({ ...request, headers: { authorization } });
}

test('every endpoint that writes is in one of the two tables', () => {
  const writing = Object.values<Operation>(OPERATIONS)
    .filter(isWriting)
    .map(({ row }) => row.route);
  expect([...Object.keys(CHANGES), ...Object.keys(OTHERS)].sort()).toEqual(writing.sort());
});

describe('each change by a merchant has its entry: who, what, when, from where', () => {
  const rows = Object.values(CHANGES).flatMap((changes) =>
    changes.map((change) => [change.action, change] as const),
  );
  test.each(rows)('%s', async (action, { subject, request: asked, by, owner, details, isOnce }) => {
    const request = typeof asked === 'function' ? asked() : asked;
    const client = by === 'agency' ? agency : studio;
    const before = await entries();
    const since = Date.now() - 1_000;
    const answer = await send(client, request);
    expect(answer.json()).toMatchObject({ code: 200 });

    endpointId = answer.json().data?.endpointId ?? endpointId;

    const added = (await entries()).slice(before.length);
    expect(added).toEqual([
      expect.objectContaining({
        action,
        subject: typeof subject === 'string' ? subject : expect.stringMatching(subject),
        actor: client.clientId,
        onBehalfOf: null,
        merchantKey: owner ?? client.clientId,
        credentialId: expect.stringMatching(/^\d+$/),
        address: '127.0.0.1',
        requestId: answer.headers['x-request-id'],
        details: details ?? {},
      }),
    ]);
    expect(added[0]!.occurredAt.getTime()).toBeGreaterThan(since);
    if (!isOnce) return;
    expect((await send(client, request)).statusCode).toBe(200);
    expect(await entries()).toHaveLength(before.length + 1);
  });
});

describe('each change by an operator has its entry', () => {
  const registry = () => createMerchantRegistry(api);
  const credentials = () => createCredentialService({ ...api, now: () => api.clock.now });
  const shared: { key?: string; credential?: string } = {};
  const key = () => shared.key!;

  test.each<[string, () => Promise<unknown>]>([
    [
      'merchant.registered',
      async () => {
        const merchant = { name: 'New', kind: 'agency', country: 'PT', sandbox: true } as const;
        shared.key = (await registry().register(OPERATOR, merchant)).key;
      },
    ],
    ['merchant.refused', () => registry().verify(OPERATOR, key(), 'refused')],
    ['merchant.approved', () => registry().verify(OPERATOR, key(), 'approved')],
    ['merchant.suspended', () => registry().setStatus(OPERATOR, key(), 'suspended')],
    ['merchant.resumed', () => registry().setStatus(OPERATOR, key(), 'active')],
    [
      'provider.link_asked',
      () =>
        createProviderLinks({ ...api, now: () => api.clock.now }).askFor(OPERATOR, {
          merchantKey: key(),
          providerKey: 'mk_audited_provider',
          scopes: ['order:read'],
        }),
    ],
    [
      'provider.unlinked',
      async () => {
        await api.orm.em
          .fork()
          .insert(ProviderLink, { merchantKey: key(), providerKey: 'mk_audited_provider', scopes: [] });
        await registry().unlink(OPERATOR, key(), 'mk_audited_provider');
      },
    ],
    [
      'credential.issued',
      async () => {
        shared.credential = (await credentials().issue(OPERATOR, key(), { label: 'till' })).id;
      },
    ],
    [
      'credential.rotated',
      async () => {
        shared.credential = (
          await credentials().rotate(OPERATOR, key(), shared.credential!, { overlapSeconds: 60 })
        ).id;
      },
    ],
    ['credential.revoked', () => credentials().revoke(OPERATOR, shared.credential!)],
    [
      'signing_key.rotated',
      () => rotateSigningKeys({ ...api, now: () => api.clock.now }, OPERATOR, { compromised: false }),
    ],
  ])('%s', async (action, change) => {
    if (action === 'provider.link_asked')
      await createMerchant(api, 'mk_audited_provider', { kind: 'provider' });
    const before = await entries();
    await change();
    const isOfAMerchant = action !== 'signing_key.rotated';
    expect((await entries()).slice(before.length)).toEqual([
      expect.objectContaining({
        action,
        actor: 'operator:tester',
        address: 'desk-7',
        merchantKey: isOfAMerchant ? key() : null,
      }),
    ]);
  });

  test('what changes nothing has none', async () => {
    const before = await entries();
    expect(await registry().unlink(OPERATOR, key(), 'mk_audited_provider')).toBe(false);
    expect(await credentials().revoke(OPERATOR, shared.credential!)).toEqual([]);
    await expect(registry().verify(OPERATOR, 'mk_nobody', 'approved')).rejects.toThrow();
    expect(await entries()).toHaveLength(before.length);
  });
});

test('a refused change has no entry', async () => {
  const before = await entries();
  const refused = await Promise.all([
    send(agency, { method: 'POST', url: '/open/v1/guide/create', payload: GUIDE }),
    send(agency, { method: 'PUT', url: '/open/v1/partner/link/mk_sandbox_agency' }),
    send(studio, { method: 'PUT', url: '/open/v1/partner/link/mk_nobody' }),
    send(studio, { method: 'PUT', url: '/open/v1/callback/config', payload: { url: 'https://localhost/' } }),
    send(studio, { method: 'PUT', url: '/open/v1/guide/update/G1', payload: { name: 'x' } }),
    send(agency, {
      method: 'POST',
      url: '/open/v1/order/review/ORD1795230000000000001',
      payload: { rating: 1 },
    }),
  ]);
  for (const answer of refused) expect(answer.statusCode).toBeGreaterThanOrEqual(400);
  expect(await entries()).toHaveLength(before.length);
});

test('no entry holds a secret, or what travellers wrote', async () => {
  const log = JSON.stringify(await entries());
  for (const secret of ['path-secret', 'query-secret', 'what the guests said', 'whsec_', 'sk_']) {
    expect(log).not.toContain(secret);
  }
});
