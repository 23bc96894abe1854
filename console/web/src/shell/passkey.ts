/** Passkeys: the browser's part of proving one. */
import { startAuthentication } from '@simplewebauthn/browser';
import { post } from '../api/client.ts';

type RequestOptions = Parameters<typeof startAuthentication>[0]['optionsJSON'];

/** Signs in with a passkey, or proves one as the second factor. Rejects when the person or the server says no. */
export async function provePasskey(purpose: 'sign-in' | 'second-factor'): Promise<unknown> {
  const silent = { leadsToSignIn: false };
  const optionsJSON = await post<RequestOptions>('/api/account/passkey/options', { purpose }, silent);
  const response = await startAuthentication({ optionsJSON });
  return post('/api/account/passkey/verify', { purpose, response }, silent);
}
