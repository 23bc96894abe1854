/** What the resources are made of: the few kinds of request that there are. */
import { ROUTES, UNKEYED } from './generated/operations.ts';
import { List, type Listed, nextByCursor } from './list.ts';
import type { GuideWriteOptions, RequestOptions, WriteOptions } from './options.ts';
import type { Call, Method, Transport } from './transport.ts';
import type { Data, FileType, OperationId } from './types.ts';

interface CallOptions extends GuideWriteOptions {
  /** Milliseconds that the platform may wait for something to come. */
  readonly waits?: number;
}

export interface ListOptions extends CallOptions {
  /** Parameters that say where to begin. */
  readonly startOnly?: readonly string[];
}

interface Listable {
  readonly list: readonly unknown[];
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

  /** Asks for an operation. @param ids of its path, in their order. @param content the query of a GET, else the JSON body. */
  call<Id extends OperationId>(
    id: Id,
    ids: readonly string[],
    content?: object,
    options: CallOptions = {},
  ): Promise<Data<Id>> {
    const [method, template] = ROUTES[id].split(' ') as [Method, string];
    const path = filled(template, ids);
    const { waits, ...rest } = options;
    if (method !== 'GET' && !UNKEYED.includes(id)) return this.#write(method, path, content, rest);
    const parts = method === 'GET' ? { query: content as Call['query'], waits } : { body: content };
    const isPublic = !template.startsWith('/open/v1/');
    return this.#send({ method, path, ...parts, isRepeatable: true, isPublic, options: rest });
  }

  /** One of an operation's answers that are files. @param type its media type. @returns its bytes, as they come. */
  file<Id extends OperationId>(
    id: Id,
    ids: readonly string[],
    type: FileType<Id>,
    options?: RequestOptions,
  ): Promise<ReadableStream<Uint8Array>> {
    const [method, template] = ROUTES[id].split(' ') as [Method, string];
    return this.#send({ method, path: filled(template, ids), isRepeatable: true, fileType: type, options });
  }

  /** A list whose pages have `list` and perhaps `nextCursor`. */
  list<Id extends OperationId>(
    id: Id,
    ids: readonly string[],
    query?: object,
    options: ListOptions = {},
  ): Listed<Data<Id> & Listable> {
    const { startOnly, ...request } = options;
    return new List({
      query: { ...query },
      read: (asked) => this.call(id, ids, asked, request) as Promise<Data<Id> & Listable>,
      itemsOf: (page) =>
        page.list as Listed<Data<Id> & Listable> extends List<unknown, infer Item> ? readonly Item[] : never,
      next: (page) => nextByCursor(page, startOnly),
    });
  }

  /** @param path below the base address. */
  raw<Data>(method: Method, path: string, given: RawRequest = {}): Promise<Data> {
    const { query, body, ...options } = given;
    const reading = { method, path, query: query as Call['query'], isRepeatable: true, options };
    return method === 'GET' ? this.#send(reading) : this.#write(method, path, body, options);
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

/** An operation's address with its ids, percent-encoded. @throws TypeError for what would be another address. */
function filled(template: string, ids: readonly string[]): string {
  let index = 0;
  return template.replace(/\{\w+\}/g, () => encodeURIComponent(text(ids[index++], 'an id')));
}

/** An empty one would ask for something else, and dots are taken out of addresses. */
function text(value: string | undefined, name: string): string {
  if (typeof value !== 'string' || /^\.{0,2}$/.test(value)) {
    throw new TypeError(`${name} must be a text that is not empty`);
  }
  return value;
}

/** RFC 9110 §8.8.3. */
function entityTag(version: number | string | undefined): string | undefined {
  return typeof version === 'number' ? `"${version}"` : version;
}
