/** Passkeys: the browser's part of proving one. */
import { startAuthentication } from '@simplewebauthn/browser';
import { request } from '../api/client.ts';

type RequestOptions = Parameters<typeof startAuthentication>[0]['optionsJSON'];

/** Signs in with a passkey, or proves one as the second factor. Rejects when the person or the server says no. */
export async function provePasskey(purpose: 'sign-in' | 'second-factor'): Promise<unknown> {
  const { options } = await request(`POST /api/account/${purpose}/passkey/options`);
  const response = await startAuthentication({ optionsJSON: options as unknown as RequestOptions });
  return request(`POST /api/account/${purpose}/passkey/verify`, { body: { response } as never });
}
