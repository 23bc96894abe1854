/** The API on a world of seed.ts, listening on loopback, and what its queries cost. */
import { randomBytes, randomUUID } from 'node:crypto';
import { Writable } from 'node:stream';
import { DefaultLogger, type LogContext } from '@mikro-orm/core';
import type { MikroORM } from '@mikro-orm/postgresql';
import { buildApp } from '../../../api/app.ts';
import { createCipher } from '../../../db/cipher.ts';
import { Credential } from '../../../db/entities/index.ts';
import { createOrm } from '../../../db/orm.ts';
import { DEFAULT_PLATFORM_TERMS } from '../../../domain/platform-terms.ts';
import { createLogger } from '../../../lib/http/plugins/logging.ts';
import { createOrderService } from '../../../services/orders/index.ts';
import { BENCH_AGENCY } from './seed.ts';

const FAR_PAGE = 99;
const BOUNDLESS = 1_000_000_000;

export interface ListWorld {
  /** Of the page behind the ninety-ninth one of orders. */
  readonly cursor: string;
  /** Milliseconds of one request, answer read; a GET, or with a body a POST under a key of its own. @throws unless it is a 200. */
  timed(path: string, body?: object): Promise<number>;
  /** The `data` of the answer. */
  ask(path: string, body?: object): Promise<unknown>;
  readonly orm: MikroORM;
  /** Prints the plan of every query behind a request. */
  explain(path: string): Promise<void>;
  close(): Promise<void>;
}

export async function openListWorld(databaseUrl: string): Promise<ListWorld> {
  let onQuery: ((query: LogContext) => void) | undefined;
  const recorder = recording((query) => onQuery?.(query));
  const orm = createOrm({ databaseUrl, overrides: { debug: ['query'], loggerFactory: recorder } });
  const encryptionKey = randomBytes(32);
  const cipher = createCipher(encryptionKey);
  const now = () => new Date();
  const app = await buildApp({
    config: {
      publicBaseUrl: 'http://127.0.0.1',
      allowInsecureCallbacks: true,
      rateLimits: { merchantPerMinute: BOUNDLESS, tokenPerMinute: BOUNDLESS, addressPerMinute: BOUNDLESS },
    },
    logger: createLogger('silent', new Writable()),
    orm,
    cipher,
    now,
    orders: createOrderService({
      orm,
      now,
      terms: DEFAULT_PLATFORM_TERMS,
      starter: { start: () => {} },
      gateway: NO_GATEWAY,
    }),
  });
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  const headers = { authorization: `Bearer ${await tokenOf(address, await newSecret(orm, cipher))}` };
  const send = async (path: string, body?: object) => {
    const answer = await fetch(`${address}${path}`, body === undefined ? { headers } : posted(headers, body));
    const text = await answer.text();
    if (answer.status !== 200) throw new Error(`${path}: ${text}`);
    return text;
  };
  return {
    orm,
    cursor: await farCursor(send),
    async timed(path, body) {
      const start = performance.now();
      await send(path, body);
      return performance.now() - start;
    },
    ask: async (path, body) => JSON.parse(await send(path, body)).data,
    async explain(path) {
      const queries: LogContext[] = [];
      onQuery = (query) => queries.push(query);
      await send(path);
      onQuery = undefined;
      for (const { query = '', params = [] } of queries.filter(isList))
        await printPlan(orm, path, query, params);
    },
    async close() {
      await app.close();
      await orm.close();
    },
  };
}

function posted(headers: Readonly<Record<string, string>>, body: object): RequestInit {
  const more = { 'content-type': 'application/json', 'idempotency-key': randomUUID() };
  return { method: 'POST', headers: { ...headers, ...more }, body: JSON.stringify(body) };
}

const NO_GATEWAY = {
  move: () => Promise.reject(new Error('not here')),
  change: () => Promise.reject(new Error('not here')),
  refund: () => Promise.reject(new Error('not here')),
};

function recording(onQuery: (query: LogContext) => void) {
  return (options: ConstructorParameters<typeof DefaultLogger>[0]) =>
    new (class extends DefaultLogger {
      override logQuery(context: LogContext): void {
        onQuery(context);
      }
    })(options);
}

const isList = ({ query = '' }: LogContext) => /from "?(guide|orders|guide_bits)/.test(query);

async function newSecret(orm: MikroORM, cipher: ReturnType<typeof createCipher>): Promise<string> {
  const em = orm.em.fork();
  const secret = randomBytes(24).toString('base64url');
  // Those of an earlier run were encrypted with another key.
  await em.execute('delete from signing_key');
  await em.execute('delete from credential where merchant_key = ?', [BENCH_AGENCY]);
  em.create(Credential, { merchantKey: BENCH_AGENCY, secretEncrypted: await cipher.encrypt(secret) });
  await em.flush();
  return secret;
}

async function tokenOf(address: string, secret: string): Promise<string> {
  const body = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: BENCH_AGENCY,
    client_secret: secret,
  });
  const answer = await fetch(`${address}/open/v1/auth/token`, { method: 'POST', body });
  const { data } = (await answer.json()) as { data: { access_token: string } };
  return data.access_token;
}

/** Page by page as a merchant gets there: cursors are sealed. */
async function farCursor(get: (path: string) => Promise<string>): Promise<string> {
  let cursor = '';
  for (let page = 1; page <= FAR_PAGE; page++) {
    const answer = await get(`/open/v1/order/list${cursor && `?cursor=${cursor}`}`);
    cursor = (JSON.parse(answer) as { data: { nextCursor: string } }).data.nextCursor;
  }
  return cursor;
}

async function printPlan(
  orm: MikroORM,
  path: string,
  query: string,
  params: readonly unknown[],
): Promise<void> {
  const pool = await orm.em.getConnection().getNativeClient();
  const { rows } = await pool.query<{ 'QUERY PLAN': string }>(
    `explain (analyze, costs off, timing off, buffers off) ${query}`,
    [...params],
  );
  console.log(`\n${path}`);
  for (const row of rows) console.log(`  ${row['QUERY PLAN']}`);
}
