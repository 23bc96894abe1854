import type { Credentials } from '../dev-file.ts';

interface Envelope<T> {
  readonly code: number;
  readonly msg: string;
  readonly data: T;
}

/** A merchant's connection to the API. */
export interface MerchantClient {
  /** @returns the answer's `data`. @throws an Error with code and message when the code isn't 200. */
  readonly call: <T>(method: 'GET' | 'POST' | 'PUT', path: string, body?: unknown) => Promise<T>;
}

/** Asks for an access token and answers a client that uses it. */
export async function signIn(api: string, { clientId, clientSecret }: Credentials): Promise<MerchantClient> {
  const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret };
  const token = await unwrap<{ access_token: string }>(
    await fetch(`${api}/open/v1/auth/token`, { method: 'POST', body: new URLSearchParams(form) }),
  );
  const authorization = `Bearer ${token.access_token}`;
  return {
    call: async (method, path, body) => {
      const json = body === undefined ? {} : { body: JSON.stringify(body), type: 'application/json' };
      const headers = { authorization, ...(json.type && { 'content-type': json.type }) };
      const init = { method, headers, ...(json.body !== undefined && { body: json.body }) };
      return unwrap(await fetch(`${api}${path}`, init));
    },
  };
}

async function unwrap<T>(response: Response): Promise<T> {
  const { code, msg, data } = (await response.json()) as Envelope<T>;
  if (code !== 200) throw new Error(`${new URL(response.url).pathname} answered ${code}: ${msg}`);
  return data;
}
