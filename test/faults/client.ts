import { setTimeout as sleep } from 'node:timers/promises';
import type { ClientCredentials } from '../../db/seed/index.ts';
import type { Random } from '../support/random.ts';
import { count, type Journal } from './journal.ts';
import type { Mixed } from './mix.ts';

/** Longer than the API ever takes: what has no answer by then has none. */
const TIMEOUT_MS = 12_000;
const MAX_PAUSE_MS = 2_000;
/** "The same request is being carried out", "too many". */
const TRY_AGAIN = [40904, 42901];
const TOKEN_GONE = [40101, 40103];
const OUR_FAULT = 50000;

export interface Answer {
  readonly code: number;
  readonly data: Readonly<Record<string, unknown>>;
}

interface Request {
  /** Of the mix, which a run counts. */
  readonly operationId?: Mixed;
  readonly method: 'POST' | 'PUT' | 'GET' | 'DELETE';
  readonly path: string;
  readonly body?: unknown;
  readonly key?: string;
  /** Filled with what each try is answered: its code, or 0 where it got no answer. */
  readonly arrived?: number[];
}

export interface PatientClient {
  /**
   * Sends a request, and again under the same idempotency key while nobody answers or the answer is "try again".
   * @param patience so many tries at most.
   * @returns undefined where it gave up.
   */
  send(request: Request, patience?: number): Promise<Answer | undefined>;
}

export interface MerchantClient {
  readonly key: string;
  readonly client: PatientClient;
}

export interface ClientOptions {
  readonly api: string;
  readonly credentials: ClientCredentials;
  readonly journal: Journal;
  readonly random: Random;
  /** Aborted when even the most patient gives up. */
  readonly signal: AbortSignal;
}

/** A merchant as its programmers ought to write it: a token, keys, retries. */
export function createClient({ api, credentials, journal, random, signal }: ClientOptions): PatientClient {
  let token: string | undefined;

  async function once(request: Request): Promise<Answer | undefined> {
    const { method, path, body, key } = request;
    token ??= await signIn(api, credentials);
    const headers = {
      authorization: `Bearer ${token}`,
      ...(key === undefined ? {} : { 'idempotency-key': key }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    };
    const payload = body === undefined ? {} : { body: JSON.stringify(body) };
    const timeout = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]);
    const response = await fetch(`${api}${path}`, { method, headers, signal: timeout, ...payload });
    const answer = (await response.json()) as Answer;
    request.arrived?.push(answer.code);
    count(journal.answers, String(answer.code));
    if (typeof answer.code !== 'number' || answer.code === OUR_FAULT)
      journal.scandals.push(`${method} ${path}: ${JSON.stringify(answer)}`);
    if (TOKEN_GONE.includes(answer.code)) token = undefined;
    const isFinal = answer.code < OUR_FAULT && ![...TRY_AGAIN, ...TOKEN_GONE].includes(answer.code);
    return isFinal ? answer : undefined;
  }

  return {
    async send(request, patience = Number.POSITIVE_INFINITY) {
      if (request.operationId) count(journal.sent, request.operationId);
      for (let tries = 1, pause = 100; !signal.aborted; tries++, pause = Math.min(pause * 2, MAX_PAUSE_MS)) {
        const answer = await once(request).catch(() => {
          request.arrived?.push(0);
          count(journal.answers, 'lost');
        });
        if (answer) return answer;
        if (tries >= patience) break;
        await sleep(pause * (0.5 + random.next()), undefined, { signal }).catch(() => {});
      }
      return undefined;
    },
  };
}

async function signIn(api: string, { clientId, clientSecret }: ClientCredentials): Promise<string> {
  const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret };
  const body = new URLSearchParams(form);
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const response = await fetch(`${api}/open/v1/auth/token`, { method: 'POST', body, signal });
  const { access_token: token } = (await response.json()) as { access_token?: string };
  if (token === undefined) throw new Error('no token');
  return token;
}
