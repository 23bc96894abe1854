import { randomBytes } from 'node:crypto';
import type { MikroORM } from '@mikro-orm/postgresql';
import { Pool } from 'undici';
import { createCipher } from '../../../db/cipher.ts';
import { Guide } from '../../../db/entities/index.ts';
import { createOrm } from '../../../db/orm.ts';
import { noteGuidesOf } from '../../../db/queries/guides/guide-writes.ts';
import { newMerchant } from '../../../db/queries/platform/new-merchant.ts';
import { CANCELLATION_PRESETS } from '../../../domain/cancellation.ts';
import { UNCONFIRMED_DAYS } from '../../../domain/keeping.ts';
import { addDays, todayIn } from '../../../domain/trip.ts';
import type { WorkerRole } from '../../../lib/config.ts';
import { createCredentialService } from '../../../services/credentials/credentials.ts';
import { createCallbackService } from '../../../services/endpoints/callbacks.ts';
import { type Backends, startBackends } from './backends.ts';
import { type BenchProcess, startProcess } from './process.ts';

export const BENCH_STUDIO = 'mk_bench_studio';
const GUIDES = 500;
/** Of one guide, one order a day; together with GUIDES more orders than any scenario makes. */
const BOOKABLE_DAYS = 500;
export const PARTY = { country: 'PT', sandbox: true, verification: 'approved' } as const;
const OPERATOR = { operator: 'bench', address: 'localhost' };

/** A caller of the API over kept-alive connections. */
export interface Caller {
  readonly key: string;
  /** The header that it sends, for loads that build their requests themselves. */
  readonly authorization: string;
  /** @returns `data` of the answer. @throws unless it is answered with `code` 200. */
  post(path: string, body: object, headers?: Record<string, string>): Promise<Record<string, unknown>>;
  get(path: string): Promise<Record<string, unknown>>;
  put(path: string, body: object): Promise<Record<string, unknown>>;
}

export type Guidepost = Awaited<ReturnType<typeof createGuidepost>>;

/** Our own platform over `backends`, each part a process as an operator runs it; nothing runs until it is started. */
export async function createGuidepost(backends?: Backends, encryptionKey: Buffer = randomBytes(32)) {
  const below = backends ?? (await startBackends());
  const { databaseUrl, temporal, bundle } = below;
  const orm = createOrm({ databaseUrl });
  const cipher = createCipher(encryptionKey);
  const now = () => new Date();
  const credentials = createCredentialService({ orm, cipher, now });
  const callbacks = createCallbackService({
    orm,
    cipher,
    now,
    allowInsecure: true,
    onCallbackChanged: async () => {},
  });
  await createParties(orm);
  const running: BenchProcess[] = [];
  const pools: Pool[] = [];
  const env = {
    DATABASE_URL: databaseUrl,
    ENCRYPTION_KEY: encryptionKey.toString('base64'),
    TEMPORAL_ADDRESS: temporal.address,
    WORKFLOW_BUNDLE: bundle,
    ALLOW_INSECURE_CALLBACKS: '1',
    LOG_LEVEL: 'warn',
    RATE_LIMIT_MERCHANT: '0',
  };
  const start = async (program: string, portVariable: string, more: Record<string, string> = {}) => {
    const process = await startProcess(program, portVariable, { ...env, ...more });
    running.push(process);
    return process;
  };
  return {
    orm,
    cipher,
    backends: below,
    /** Ends it with the rest. */
    track: (process: BenchProcess) => void running.push(process),
    /** `node api/server.ts`. @param more environment, such as NODE_OPTIONS for a profile. */
    startApi: (more: Record<string, string> = {}) => start('api/server.ts', 'PORT', more),
    /** `node activities/worker.ts` for one role. */
    startWorker: (role: WorkerRole, more: Record<string, string> = {}) =>
      start('activities/worker.ts', 'WORKER_HEALTH_PORT', { WORKER_ROLES: role, ...more }),
    /** A merchant with a token; `callbackUrl` is where its notifications go (agencies). Of the sandbox by default. */
    async addCaller(
      api: Pick<BenchProcess, 'url'>,
      kind: 'agency' | 'studio',
      callbackUrl?: string,
      sandbox: boolean = PARTY.sandbox,
    ): Promise<Caller> {
      const key = kind === 'studio' ? BENCH_STUDIO : `mk_bench_${randomBytes(6).toString('hex')}`;
      if (kind === 'agency') {
        const em = orm.em.fork();
        newMerchant(em, { ...PARTY, sandbox, key, name: key, kind });
        await em.flush();
      }
      if (callbackUrl) await callbacks.save({ ...PARTY, key, kind, status: 'active' }, callbackUrl);
      const { appSecret } = await credentials.issue(OPERATOR, key, {});
      const pool = new Pool(api.url, { connections: 64, pipelining: 1 });
      pools.push(pool);
      return createCaller(pool, key, await tokenOf(pool, key, appSecret));
    },
    /** A number of one kind in the books. */
    async count(sql: string): Promise<number> {
      const [row] = await orm.em.fork().execute<{ count: string }[]>(sql);
      return Number(row?.count);
    },
    async close() {
      await Promise.all(pools.map((pool) => pool.close()));
      for (const process of running) process.kill();
      await orm.close();
      if (!backends) await below.close();
    },
  };
}

/** Body of the order/create number `index`: one day of one guide, each its own. */
export function orderNumber(index: number) {
  if (index >= GUIDES * BOOKABLE_DAYS) throw new RangeError('no bookable days left');
  const tripDate = addDays(todayIn('UTC', new Date()), 2 + Math.floor(index / GUIDES));
  return {
    guideId: `G${1 + (index % GUIDES)}`,
    tripDate,
    tripDays: 1,
    guestCount: 2,
    contactName: 'Ada Lovelace',
    contactPhone: '+351912345678',
  };
}

/** What `orderNumber` asks for. */
export type Booking = Readonly<ReturnType<typeof orderNumber>>;

function createCaller(pool: Pool, key: string, token: string): Caller {
  const authorization = `Bearer ${token}`;
  const call = async (
    method: 'GET' | 'POST' | 'PUT',
    path: string,
    body?: object,
    more?: Record<string, string>,
  ) => {
    const { body: stream } = await pool.request({
      method,
      path: `/open/v1/${path}`,
      headers: { authorization, ...(body && { 'content-type': 'application/json' }), ...more },
      body: body ? JSON.stringify(body) : null,
    });
    const answer = (await stream.json()) as { code: number; msg: string; data: Record<string, unknown> };
    if (answer.code !== 200) throw new Error(`${method} ${path}: ${answer.code} ${answer.msg}`);
    return answer.data;
  };
  return {
    key,
    authorization,
    post: (path, body, headers) => call('POST', path, body, headers),
    get: (path) => call('GET', path),
    put: (path, body) => call('PUT', path, body),
  };
}

async function tokenOf(pool: Pool, key: string, secret: string): Promise<string> {
  const body = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: key,
    client_secret: secret,
  });
  const { body: stream } = await pool.request({
    method: 'POST',
    path: '/open/v1/auth/token',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: body.toString(),
  });
  const { access_token } = (await stream.json()) as { access_token: string };
  return access_token;
}

async function createParties(orm: MikroORM): Promise<void> {
  const em = orm.em.fork();
  newMerchant(em, { ...PARTY, key: BENCH_STUDIO, name: BENCH_STUDIO, kind: 'studio' });
  await em.flush();
  const guides = Array.from({ length: GUIDES }, (_, index) => ({
    id: `G${index + 1}`,
    studioKey: BENCH_STUDIO,
    sandbox: true,
    name: `Guide ${index + 1}`,
    area: 'Lisbon',
    languages: ['pt'],
    serviceAreas: ['Lisbon'],
    serviceTypes: ['walking'],
    dayRate: 10_000,
    currency: 'EUR',
    timeZone: 'UTC',
    maxGuests: 8,
    confirmationHours: 72,
    // One agency books nearly all of a guide's days, and confirms few.
    maxUnconfirmedDays: UNCONFIRMED_DAYS.maximum,
    cancellationPolicy: CANCELLATION_PRESETS.flexible,
  }));
  await em.insertMany(Guide, guides);
  await noteGuidesOf(em, BENCH_STUDIO);
}
