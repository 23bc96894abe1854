import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import { createOrderActivities } from '../../activities/transitions.ts';
import { Settlement } from '../../db/entities/index.ts';
import type { ClientCredentials } from '../../db/seed/index.ts';
import { ERRORS, type ErrorName } from '../../domain/errors.ts';
import { addDays, todayIn } from '../../domain/trip.ts';
import { BASE_URL, formRequest } from '../support/app.ts';
import { createHoldRows } from '../support/data/holds.ts';
import { createConformance } from '../support/documents/openapi.ts';
import { createLivePlatform, type LivePlatform } from '../support/live-platform.ts';
import { createGuide } from '../support/merchants.ts';
import { createOrderRow } from '../support/orders.ts';

let platform: LivePlatform;
let agency: ClientCredentials;
let studio: ClientCredentials;
let expectDescribed: Awaited<ReturnType<typeof createConformance>>;

/** Without workers: a move finds nobody to carry it out. */
beforeAll(async () => {
  platform = await createLivePlatform({ workers: false });
  ({ agency, studio } = platform.sandbox);
  expectDescribed = await createConformance(platform.app);
  await createGuide(platform, { id: 'G1' });
  await createGuide(platform, { id: 'G2', visibility: 'partners', studioKey: 'mk_sandbox_studio' });
});
afterAll(async () => {
  await platform.close();
});

const tripDate = addDays(todayIn('Europe/Lisbon', new Date()), 30);
const CREATE = '/open/v1/order/create';

/** An answer, and the operation that the OpenAPI document must describe it under. */
interface Produced {
  readonly operation: readonly [method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string];
  readonly answer: LightMyRequestResponse;
}

async function produce(
  operation: Produced['operation'],
  options: Omit<InjectOptions, 'method'> = {},
  client = agency,
): Promise<Produced> {
  const [method, path] = operation;
  return { operation, answer: await platform.as(client, { method, url: path, ...options }) };
}

function booking(changes: object = {}) {
  return {
    guideId: 'G1',
    tripDate,
    tripDays: 1,
    guestCount: 1,
    contactName: 'Ada',
    contactPhone: '+351912345678',
    ...changes,
  };
}

const book = (changes: object = {}, headers: InjectOptions['headers'] = {}, client = agency) =>
  produce(['POST', CREATE], { payload: booking(changes), headers }, client);

const HOLD = '/open/v1/order/hold';
const hold = (changes: object = {}) => {
  const { contactName: _name, contactPhone: _phone, ...trip } = booking(changes) as Record<string, unknown>;
  return produce(['POST', HOLD], { payload: trip });
};

async function bookedOrder(day: number): Promise<string> {
  const { answer } = await book({ tripDate: addDays(tripDate, day) });
  return answer.json().data.orderId;
}

const move = async (action: string, orderId: string) =>
  await produce(
    ['POST', `/open/v1/order/${action}/{orderId}`],
    { url: `/open/v1/order/${action}/${orderId}` },
    studio,
  );

/** How each refusal comes about; the type makes sure that none is forgotten. */
const producers: Record<ErrorName, () => Promise<Produced>> = {
  invalidParameter: () => produce(['GET', '/open/v1/guide/list'], { url: '/open/v1/guide/list?size=0' }),
  guideForbidden: () =>
    produce(['GET', '/open/v1/guide/detail/{guideId}'], { url: '/open/v1/guide/detail/G2' }),
  guideNotFound: () =>
    produce(['GET', '/open/v1/guide/detail/{guideId}'], { url: '/open/v1/guide/detail/G999999' }),
  orderNotFound: () =>
    produce(['GET', '/open/v1/order/detail/{orderId}'], { url: '/open/v1/order/detail/ORD1000' }),
  merchantKindForbidden: () => book({}, {}, studio),
  notificationNotFound: () =>
    produce(['GET', '/open/v1/notification/detail/{notificationId}'], {
      url: '/open/v1/notification/detail/NTF1000-1',
    }),
  callbackMissing: () => produce(['POST', '/open/v1/callback/test']),
  settlementNotFound: () =>
    produce(['GET', '/open/v1/settlement/detail/{settlementId}'], {
      url: '/open/v1/settlement/detail/STL1000000000',
    }),
  credentialNotFound: async () => {
    const authorization = `Bearer ${await platform.token(agency, 'credential:revoke')}`;
    const url = '/open/v1/credential/revoke/999999';
    const answer = await platform.app.inject({ method: 'POST', url, headers: { authorization } });
    return { operation: ['POST', '/open/v1/credential/revoke/{credentialId}'], answer };
  },
  recoveryNotFound: () =>
    produce(['GET', '/open/v1/notification/recovery/detail/{recoveryId}'], {
      url: '/open/v1/notification/recovery/detail/RCV999999',
    }),
  notificationStateForbids: async () => {
    const list = await produce(['GET', '/open/v1/callback/endpoint/list']);
    const { endpointId } = list.answer.json().data.list[0];
    const url = `/open/v1/callback/endpoint/update/${endpointId}`;
    await platform.as(agency, { method: 'PUT', url, payload: { eventTypes: ['settlement.*'] } });
    const orderId = await bookedOrder(9);
    return produce(['POST', '/open/v1/notification/redeliver/{notificationId}'], {
      url: `/open/v1/notification/redeliver/NTF${orderId.slice('ORD'.length)}-1`,
    });
  },
  callbackEndpointNotFound: () =>
    produce(['GET', '/open/v1/callback/endpoint/detail/{endpointId}'], {
      url: '/open/v1/callback/endpoint/detail/EP999999',
    }),
  guideChanged: () =>
    produce(
      ['PUT', '/open/v1/guide/update/{guideId}'],
      {
        url: '/open/v1/guide/update/G1001',
        headers: { 'if-match': '"999999"' },
        payload: { profile: 'Another.' },
      },
      studio,
    ),
  endpointNotFound: () => produce(['GET', '/open/v1/nothing']),
  methodNotAllowed: () => produce(['PUT', CREATE]),
  unsupportedMediaType: () =>
    produce(['POST', CREATE], { payload: '<order/>', headers: { 'content-type': 'application/xml' } }),
  tokenInvalid: async () => ({
    operation: ['GET', '/open/v1/guide/list'],
    answer: await platform.app.inject('/open/v1/guide/list'),
  }),
  clientInvalid: async () => ({
    operation: ['POST', '/open/v1/auth/token'],
    answer: await platform.app.inject(
      formRequest({ grant_type: 'client_credentials', client_id: agency.clientId, client_secret: 'wrong' }),
    ),
  }),
  tokenExpired: async () => {
    const authorization = `Bearer ${await platform.token(agency)}`;
    const later = await platform.another({ now: () => new Date(Date.now() + 3 * 3_600_000) });
    const answer = await later.inject({ url: '/open/v1/guide/list', headers: { authorization } });
    return { operation: ['GET', '/open/v1/guide/list'], answer };
  },
  signatureInvalid: () =>
    produce(['GET', '/open/v1/guide/list'], {
      headers: { 'x-timestamp': '1', 'x-nonce': 'a-nonce-of-mine', 'x-signature': 'v1=00' },
    }),
  notAcceptable: () => produce(['GET', '/open/v1/guide/list'], { headers: { accept: 'image/png' } }),
  orderStateForbids: async () => await move('complete', await bookedOrder(1)),
  guideUnavailable: async () => {
    await book({ tripDate: addDays(tripDate, 2) });
    return await book({ tripDate: addDays(tripDate, 2) });
  },
  idempotencyKeyReused: async () => {
    await book({ tripDate: addDays(tripDate, 3) }, { 'idempotency-key': 'reused' });
    return await book({ tripDate: addDays(tripDate, 4) }, { 'idempotency-key': 'reused' });
  },
  requestInProgress: async () => {
    const headers = { 'idempotency-key': 'twin' };
    const request = () => produce(['PUT', '/open/v1/callback/config'], { payload: { url: null }, headers });
    await request();
    await platform.orm.em
      .fork()
      .execute(
        `update idempotency_key set answer = null, leased_until = now() + interval '1 minute' where key = 'twin'`,
      );
    return await request();
  },
  guideAvailable: () =>
    produce(['POST', '/open/v1/waitlist/create'], {
      payload: { guideId: 'G1', tripDate: addDays(tripDate, 50), tripDays: 1 },
    }),
  referenceTaken: async () => {
    const reference = { clientReference: 'R-1', uniqueReference: true };
    await book({ tripDate: addDays(tripDate, 10), ...reference });
    return await book({ tripDate: addDays(tripDate, 11), ...reference });
  },
  holdNotFound: () =>
    produce(['GET', '/open/v1/order/hold/detail/{holdId}'], { url: '/open/v1/order/hold/detail/HLD1000' }),
  waitlistEntryNotFound: () =>
    produce(['DELETE', '/open/v1/waitlist/delete/{entryId}'], { url: '/open/v1/waitlist/delete/WTL999999' }),
  holdStateForbids: async () => {
    const { answer } = await hold({ tripDate: addDays(tripDate, 12) });
    const { holdId } = answer.json().data;
    await produce(['POST', HOLD], { url: `${HOLD}/release/${holdId}` });
    return await produce(['POST', `${HOLD}/extend/{holdId}`], { url: `${HOLD}/extend/${holdId}` });
  },
  priceChanged: () => hold({ expectedTotal: 0.01 }),
  limitReached: async () => {
    await createHoldRows(platform, { merchantKey: agency.clientId, guideId: 'G1', count: 100 });
    return await hold();
  },
  settlementStateForbids: async () => {
    const { id } = await openStatement();
    return await produce(
      ['POST', '/open/v1/settlement/dispute/{settlementId}'],
      { url: `/open/v1/settlement/dispute/${id}`, payload: { lineId: 'LIN1', reason: 'mine' } },
      studio,
    );
  },
  rateLimited: async () => {
    const rateLimits = { merchantPerMinute: 1, tokenPerMinute: 100, addressPerMinute: 100 };
    const narrow = await platform.another({
      config: { publicBaseUrl: BASE_URL, allowInsecureCallbacks: false, rateLimits },
    });
    const headers = { authorization: `Bearer ${await platform.token(agency)}` };
    await narrow.inject({ url: '/open/v1/guide/list', headers });
    const answer = await narrow.inject({ url: '/open/v1/guide/list', headers });
    return { operation: ['GET', '/open/v1/guide/list'], answer };
  },
  internal: async () => {
    const broken = await platform.another({
      onCallbackChanged: async () => {
        throw new Error('select secret from credential');
      },
    });
    const headers = { authorization: `Bearer ${await platform.token(agency)}` };
    const url = '/open/v1/callback/config';
    const answer = await broken.inject({ method: 'PUT', url, headers, payload: { url: null } });
    return { operation: ['PUT', url], answer };
  },
  unavailable: async () => await move('confirm', await bookedOrder(5)),
};

/** What a completed order leaves in the studio's books. */
async function openStatement(): Promise<Settlement> {
  const orderId = 'ORD0000000000000000001';
  await createOrderRow(platform, {
    id: orderId,
    guideId: 'G1',
    tripDate: addDays(tripDate, 60),
    tripDays: 1,
    status: 'in_progress',
  });
  await createOrderActivities({ orm: platform.orm }).recordTransition({
    orderId,
    sequence: 2,
    from: 'in_progress',
    to: 'completed',
    reason: 'trip_ended',
    actor: { kind: 'platform' },
    occurredAt: new Date().toISOString(),
  });
  return await platform.orm.em
    .fork()
    .findOneOrFail(Settlement, { merchantKey: studio.clientId, status: 'open' });
}

const names = Object.keys(ERRORS) as ErrorName[];
/** No operation can answer them. */
const NO_OPERATION: ErrorName[] = ['endpointNotFound', 'methodNotAllowed'];

test.each(names)('%s is answered with its code and status, as the OpenAPI document says', async (name) => {
  const { operation, answer } = await producers[name]();

  const { code, status } = ERRORS[name];
  expect([answer.json().code, answer.statusCode]).toEqual([code, status]);
  expect(answer.json().data.requestId).toBe(answer.headers['x-request-id']);
  expect(answer.json().data.docUrl).toBe(`${BASE_URL}/docs/errors#${code}`);
  if (!NO_OPERATION.includes(name)) expectDescribed(...operation, answer);
});

test('no two refusals share a code', () => {
  const codes = Object.values(ERRORS).map(({ code }) => code);
  expect(new Set(codes).size).toBe(codes.length);
});
