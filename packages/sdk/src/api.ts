/** What the resources are made of: the few kinds of request that there are. */
import { List, type Listed, nextByCursor } from './list.ts';
import type { GuideWriteOptions, RequestOptions, WriteOptions } from './options.ts';
import type { Call, Method, Transport } from './transport.ts';

type QueryOf = object | undefined;

export interface ListOptions extends RequestOptions {
  /** Parameters that say where to begin. */
  readonly startOnly?: readonly string[];
  /** Milliseconds that the platform may wait for something to come. */
  readonly waits?: number;
}

export class Api {
  readonly #transport: Transport;
  readonly #onBehalfOf: string | undefined;

  constructor(transport: Transport, onBehalfOf?: string) {
    this.#transport = transport;
    this.#onBehalfOf = onBehalfOf;
  }

  /** The same for another merchant, with the same token. */
  actingFor(merchantKey: string): Api {
    return new Api(this.#transport, text(merchantKey, 'merchantKey'));
  }

  accessToken(): Promise<string> {
    return this.#transport.accessToken();
  }

  buyToken<Token>(given: { scope?: string; expiresIn?: number }): Promise<Token> {
    return this.#transport.buyToken(given);
  }

  /** Without a token. */
  getPublic<Data>(path: string, options?: RequestOptions): Promise<Data> {
    return this.#send({ method: 'GET', path, isRepeatable: true, isPublic: true, options });
  }

  get<Data>(path: string, query?: QueryOf, options?: RequestOptions, waits = 0): Promise<Data> {
    return this.#send({
      method: 'GET',
      path,
      query: query as Call['query'],
      isRepeatable: true,
      waits,
      options,
    });
  }

  /** A POST that changes nothing, and so takes no Idempotency-Key. */
  ask<Data>(path: string, body: unknown, options?: RequestOptions): Promise<Data> {
    return this.#send({ method: 'POST', path, body, isRepeatable: true, options });
  }

  post<Data>(path: string, body?: unknown, options?: GuideWriteOptions): Promise<Data> {
    return this.#write('POST', path, body, options);
  }

  put<Data>(path: string, body?: unknown, options?: GuideWriteOptions): Promise<Data> {
    return this.#write('PUT', path, body, options);
  }

  delete<Data>(path: string, options?: GuideWriteOptions): Promise<Data> {
    return this.#write('DELETE', path, undefined, options);
  }

  /** A list whose pages have `list` and perhaps `nextCursor`. */
  list<Page extends { list: readonly unknown[] }>(
    path: string,
    query?: QueryOf,
    options: ListOptions = {},
  ): Listed<Page> {
    const { startOnly, waits, ...request } = options;
    return new List({
      query: { ...query },
      read: (asked) => this.get<Page>(path, asked, request, waits),
      itemsOf: (page) => page.list,
      next: (page) => nextByCursor(page, startOnly),
    });
  }

  /** @param path below the base address. */
  raw<Data>(method: Method, path: string, given: RawRequest = {}): Promise<Data> {
    const { query, body, ...options } = given;
    if (method === 'GET') return this.get(path, query, options);
    return method === 'DELETE' ? this.delete(path, options) : this.#write(method, path, body, options);
  }

  #write<Data>(method: Method, path: string, body: unknown, options: GuideWriteOptions = {}): Promise<Data> {
    const { idempotencyKey = crypto.randomUUID(), ifMatch } = options;
    const headers = { 'idempotency-key': idempotencyKey, 'if-match': entityTag(ifMatch) };
    return this.#send({ method, path, body, headers, isRepeatable: true, options });
  }

  #send<Data>(call: Call): Promise<Data> {
    const headers = { ...call.headers, 'on-behalf-of': this.#onBehalfOf };
    return this.#transport.send({ ...call, headers });
  }
}

export interface RawRequest extends WriteOptions {
  readonly query?: Readonly<Record<string, unknown>>;
  /** Sent as JSON. */
  readonly body?: unknown;
}

/** A group of operations on one kind of thing. */
export abstract class Resource {
  readonly #api: Api;

  /** @internal */
  constructor(api: Api) {
    this.#api = api;
  }

  /** @internal */
  protected get api(): Api {
    return this.#api;
  }
}

/** A path with its parameters percent-encoded: path`/order/detail/${orderId}`. @throws TypeError for what would be another path. */
export function path(parts: TemplateStringsArray, ...values: readonly string[]): string {
  const encoded = values.map((value) => encodeURIComponent(text(value, 'an id')));
  return `/open/v1${String.raw({ raw: parts }, ...encoded)}`;
}

/** An empty one would ask for something else, and dots are taken out of addresses. */
function text(value: string, name: string): string {
  if (typeof value !== 'string' || /^\.{0,2}$/.test(value)) {
    throw new TypeError(`${name} must be a text that is not empty`);
  }
  return value;
}

/** RFC 9110 §8.8.3. */
function entityTag(version: number | string | undefined): string | undefined {
  return typeof version === 'number' ? `"${version}"` : version;
}
