/** How a client is set up, and what one request may change of it. */

/** `fetch`, or a substitute. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export interface GuidepostOptions {
  /** The merchant key. */
  readonly clientId: string;
  /** The app_secret, `sk_…`: it belongs on a server, never into a browser or an app. */
  readonly clientSecret: string;
  /** The platform's address: `https://api.guidepost.example`. */
  readonly baseUrl: string;
  /** What tokens are for, separated by spaces: `guide:read order:write`. Default: all that the app_secret may, without `credential:…`. */
  readonly scope?: string | undefined;
  /** Milliseconds for each attempt. Default: 30,000. */
  readonly timeout?: number | undefined;
  /** How often a request is sent again after a failure that may pass. Default: 3. */
  readonly maxRetries?: number | undefined;
  /**
   * Sign every request with the app_secret (v2). `host` is that of the platform's public address, where requests go to it by
   * another name. Default: false.
   */
  readonly signRequests?: boolean | { readonly host: string } | undefined;
  /** Sent with every request. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Before the SDK's own in `User-Agent`: `acme-booking/3.1`. */
  readonly userAgent?: string | undefined;
  /** Instead of the runtime's own `fetch`. */
  readonly fetch?: Fetch | undefined;
  /** Allow `http:` to other machines than this one. Default: false, as the app_secret would be there to read. */
  readonly allowInsecure?: boolean | undefined;
  /** Called with every answer, repeated attempts and tokens included. Its body must not be read. */
  readonly onResponse?: ((response: Response) => void) | undefined;
}

export interface RequestOptions {
  /** Milliseconds for each attempt. */
  readonly timeout?: number | undefined;
  readonly maxRetries?: number | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Ends the request, its waits and its retries; its `reason` is thrown. */
  readonly signal?: AbortSignal | undefined;
  /** Called with every answer to this request. */
  readonly onResponse?: ((response: Response) => void) | undefined;
}

export interface WriteOptions extends RequestOptions {
  /**
   * Under one key a request is carried out once, however often it is sent within 24 hours. Give one that your own records know, and a
   * crash on your side does no harm either. Default: a new one for every call, the same for all its attempts.
   */
  readonly idempotencyKey?: string | undefined;
}

/** Of what changes a guide. */
export interface GuideWriteOptions extends WriteOptions {
  /** The `version` of the guide as you read it, or its `ETag`: if it has changed since, ConflictError 41201. */
  readonly ifMatch?: number | string | undefined;
}
