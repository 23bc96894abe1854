/** Requests to the console's server: one envelope `{code, msg, data}`, one class of errors, one place that asks who it is. */

import { noteAway, noteReached } from './connection.ts';
import { Refusal, type RefusalDetail } from './errors.ts';
import { askForFactor } from './factor.ts';
import { type Operation, type Params, ROUTES } from './operations.ts';
import { type Answer, fill, type ParamsOf, type Route, type RouteBody, type RouteQuery } from './routes.ts';
import { dropSeen, forgetSeen, isKept, keepSeen, readSeen } from './seen.ts';
import { askForSignIn } from './sign-in.ts';
import type { Body, Data, Query } from './types.ts';

/** A company and one of its two merchants, as addresses name them. */
export interface Place {
  readonly company: string;
  readonly world: World;
}
/** A side of a company as addresses name it; a provider's with the key of the merchant that it acts for: `live~mk_lisbon`. */
export type World = WorldName | `${WorldName}~${string}`;
export type WorldName = 'sandbox' | 'live';

/** Live or sandbox, whichever merchant is acted for. */
export const worldName = (world: World): WorldName => (world.startsWith('live') ? 'live' : 'sandbox');

type QueryValue = string | number | boolean | undefined | null;
type QueryValues = Readonly<Record<string, QueryValue | readonly QueryValue[]>>;

interface Options {
  readonly query?: QueryValues | undefined;
  readonly body?: unknown;
  readonly signal?: AbortSignal | undefined;
  /** Default 20 s; what waits for events takes longer. */
  readonly timeoutMs?: number;
  /** Makes a write safe to repeat: on by default, but for files and for one's own account. */
  readonly idempotencyKey?: string | undefined;
  /** The `ETag` of what is changed, as it was read: a change of somebody else's since then refuses this one. */
  readonly ifMatch?: string | undefined;
  /** False: that nobody is signed in is thrown, and does not lead to a sign-in. */
  readonly leadsToSignIn?: boolean;
}

interface Envelope {
  readonly code: number;
  readonly msg: string;
  readonly data: unknown;
}

interface RefusalData {
  readonly [name: string]: unknown;
  readonly reason?: string;
  readonly details?: readonly RefusalDetail[];
}

let onForbidden: () => void = () => {};

/** What is done when a merchant that is acted for refuses: its link may have changed. */
export function whenLinkRefuses(handler: () => void): void {
  onForbidden = handler;
}

type RouteParts<One extends Route> = Omit<Options, 'query' | 'body'> & {
  readonly query?: RouteQuery<One> | undefined;
  readonly body?: RouteBody<One>;
} & ([keyof ParamsOf<One>] extends [never]
    ? { readonly params?: undefined }
    : { readonly params: ParamsOf<One> });

/** Asks one of the console's own routes: `request('POST /api/{company}/console/team/leave', { params: { company } })`. Throws Refusal. */
export function request<One extends Route>(
  route: One,
  ...[parts]: [keyof ParamsOf<One>] extends [never] ? [RouteParts<One>?] : [RouteParts<One>]
): Promise<Answer<One>> {
  const [method = 'GET'] = route.split(' ');
  const { params, body, ...options } = (parts ?? {}) as Options & { params?: Record<string, string> };
  const isWrite = method === 'POST' || method === 'PUT';
  const isFile = body instanceof FormData || body instanceof Blob;
  const isKeyed = method !== 'GET' && !route.includes(' /api/account/') && !isFile;
  return send<Answer<One>>(method, addressOf(route, params), {
    ...(isKeyed && { idempotencyKey: crypto.randomUUID() }),
    ...options,
    body: isWrite ? (body ?? {}) : undefined,
  });
}

/** Where a route is, for links and pictures. */
export function addressOf<One extends Route>(
  route: One,
  params?: Readonly<Record<string, string | number>>,
): string {
  return fill(route.slice(route.indexOf(' ') + 1), params);
}

type Parts<Id extends Operation> = ([keyof Params<Id>] extends [never]
  ? { params?: undefined }
  : { params: Params<Id> }) & {
  query?: Query<Id>;
  body?: Body<Id>;
  signal?: AbortSignal | undefined;
  /** The key of an earlier attempt at the same action. */
  idempotencyKey?: string;
  ifMatch?: string | undefined;
  timeoutMs?: number;
};

/** Asks for an operation of the API as the merchant of that place. Throws Refusal. */
export function call<Id extends Operation>(
  place: Place,
  id: Id,
  ...[parts]: [keyof Params<Id>] extends [never] ? [Parts<Id>?] : [Parts<Id>]
): Promise<Data<Id>> {
  const [method = 'GET', template = ''] = ROUTES[id].split(' ');
  const path = fill(template, parts?.params);
  const isWrite = method === 'POST' || method === 'PUT';
  return send<Data<Id>>(method, `${placePath(place)}${path}`, {
    query: parts?.query as QueryValues | undefined,
    body: isWrite ? (parts?.body ?? {}) : undefined,
    signal: parts?.signal,
    ifMatch: parts?.ifMatch,
    ...(parts?.timeoutMs !== undefined && { timeoutMs: parts.timeoutMs }),
    idempotencyKey: isWrite ? (parts?.idempotencyKey ?? crypto.randomUUID()) : undefined,
  });
}

/** Where an operation that reads is, for links. */
export function operationAddress<Id extends Operation>(place: Place, id: Id, params: Params<Id>): string {
  const [, template = ''] = ROUTES[id].split(' ');
  return `${placePath(place)}${fill(template, params)}`;
}

/** The prefix of every address of a place. */
export function placePath(place: Place): string {
  return `/api/${encodeURIComponent(place.company)}/${encodeURIComponent(place.world)}`;
}

/** One request; asks for a fresh second factor, or a sign-in where the session has ended, and then repeats it. */
async function send<Answer>(method: string, path: string, options: Options = {}): Promise<Answer> {
  const address = `${path}${queryText(options.query)}`;
  try {
    return await attempt<Answer>(method, address, options);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (error.reason === 'second_factor_needed' && (await askForFactor(error.data.can)))
      return attempt<Answer>(method, address, options);
    if (error.status === 0 && options.idempotencyKey !== undefined && !options.signal?.aborted)
      return attempt<Answer>(method, address, options);
    // No answer at all.
    if (error.status === 0) return await seenInstead<Answer>(method, address, options, error);
    if (error.reason === 'not_signed_in') await dropSeen();
    if (error.status === 403 && /^\/api\/[^/]+\/\w+(~|%7E)/i.test(path)) onForbidden();
    if (error.reason !== 'not_signed_in' || options.leadsToSignIn === false) throw error;
    if (await askForSignIn(method !== 'GET')) return attempt<Answer>(method, address, options);
    throw error;
  }
}

/** What this device read last. @throws the refusal where that is nothing. */
async function seenInstead<Answer>(
  method: string,
  address: string,
  { signal }: Options,
  refusal: Refusal,
): Promise<Answer> {
  const seen = method === 'GET' ? await readSeen(address) : undefined;
  if (seen !== undefined) noteAway(seen.readAt);
  if (seen === undefined || signal?.aborted) throw refusal;
  return seen.data as Answer;
}

async function attempt<Answer>(method: string, address: string, options: Options): Promise<Answer> {
  const response = await reach(method, address, options);
  const requestId = response.headers.get('x-request-id') ?? undefined;
  const envelope = await readEnvelope(response, requestId);
  noteReached();
  const isKeeping = method === 'GET' && isKept(address);
  if (response.ok && envelope.code === 200) {
    if (isKeeping) void keepSeen(address, envelope.data);
    return envelope.data as Answer;
  }
  // A role, a link or a company that one has no longer.
  if (isKeeping && (response.status === 403 || response.status === 404)) void forgetSeen(address);
  const data = (envelope.data ?? {}) as RefusalData;
  throw new Refusal(envelope.msg, {
    status: response.status,
    code: envelope.code,
    reason: data.reason,
    details: data.details ?? [],
    data,
    requestId,
  });
}

async function reach(method: string, address: string, options: Options): Promise<Response> {
  const deadline = AbortSignal.timeout(options.timeoutMs ?? 20_000);
  const { body } = options;
  const isFile = body instanceof FormData || body instanceof Blob;
  try {
    return await fetch(address, {
      method,
      headers: {
        accept: 'application/json',
        ...(body !== undefined && !isFile && { 'content-type': 'application/json' }),
        ...(options.ifMatch !== undefined && { 'if-match': options.ifMatch }),
        ...(options.idempotencyKey !== undefined && { 'idempotency-key': options.idempotencyKey }),
      },
      body:
        isFile || body === undefined ? ((body as FormData | Blob | undefined) ?? null) : JSON.stringify(body),
      signal: options.signal ? AbortSignal.any([options.signal, deadline]) : deadline,
    });
  } catch (cause) {
    if (options.signal?.aborted) throw cause;
    const reason = deadline.aborted ? 'timeout' : 'offline';
    if (reason === 'offline') noteAway();
    throw new Refusal(reason, { reason, cause });
  }
}

async function readEnvelope(response: Response, requestId: string | undefined): Promise<Envelope> {
  try {
    return (await response.json()) as Envelope;
  } catch (cause) {
    throw new Refusal('unreadable', {
      status: response.status || 502,
      reason: 'unreadable',
      requestId,
      cause,
    });
  }
}

function queryText(query: QueryValues | undefined): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {}))
    for (const one of Array.isArray(value) ? value : [value])
      if (one !== undefined && one !== null && one !== '') search.append(name, String(one));
  const text = search.toString();
  return text === '' ? '' : `?${text}`;
}
