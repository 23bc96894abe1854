/** Passkeys: the browser's part of proving one. */
import { startAuthentication } from '@simplewebauthn/browser';
import { post } from '../api/client.ts';

type RequestOptions = Parameters<typeof startAuthentication>[0]['optionsJSON'];

/** Signs in with a passkey, or proves one as the second factor. Rejects when the person or the server says no. */
export async function provePasskey(purpose: 'sign-in' | 'second-factor'): Promise<unknown> {
  const { options } = await post<{ options: RequestOptions }>(`/api/account/${purpose}/passkey/options`);
  const response = await startAuthentication({ optionsJSON: options });
  return post(`/api/account/${purpose}/passkey/verify`, { response });
}
