import { type ErrorDetail, SignatureInvalid } from '../../../domain/errors.ts';
import type { Caller } from '../caller.ts';
import type { MerchantRecord } from '../merchants.ts';
import { canonicalString, isSignedBy, type SignedRequest } from './canonical.ts';
import type { Nonces } from './nonces.ts';
import type { AppSecrets } from './secrets.ts';

/** How far `X-Timestamp` may be from our clock, either way. */
export const TOLERANCE_SECONDS = 300;
export const NONCE_PATTERN = '^[A-Za-z0-9._~-]{16,128}$';
export const TIMESTAMP_PATTERN = '^[0-9]{1,11}$';

export interface SignatureHeaders {
  readonly timestamp: string | undefined;
  readonly nonce: string | undefined;
  readonly signature: string | undefined;
}

export interface SignatureDeps {
  readonly secrets: AppSecrets;
  readonly nonces: Nonces;
  readonly now: () => Date;
}

export interface SignatureCheck {
  /**
   * Checks a request's signature, where it has one or the caller's credential demands one.
   * @returns the id of the credential that signed; undefined: nothing was signed, nor had to be.
   * @throws SignatureInvalid; the details say which header, and why.
   */
  check(caller: Caller, headers: SignatureHeaders, request: UnsignedRequest): Promise<string | undefined>;
}

export type UnsignedRequest = Pick<SignedRequest, 'method' | 'target' | 'body'>;

export function createSignatureCheck({ secrets, nonces, now }: SignatureDeps): SignatureCheck {
  return {
    async check({ holder, credential }, headers, request) {
      const isUnsigned = Object.values(headers).every((value) => value === undefined);
      if (isUnsigned && !credential.requireSignature) return undefined;
      const signed = complete(headers);
      refuse(timestampProblems(signed.timestamp, now()));
      const canonical = canonicalString({ ...signed, ...request });
      const signer = await findSigner(holder, secrets, canonical, signed.signature);
      if (signer === undefined) refuse([WRONG]);
      // Taken last, so that nobody can use up another's nonces.
      const until = new Date((Number(signed.timestamp) + TOLERANCE_SECONDS) * 1_000);
      if (!(await nonces.take(holder.key, signed.nonce, until))) refuse([REPLAYED]);
      return signer;
    },
  };
}

export const WRONG: ErrorDetail = {
  path: 'header.x-signature',
  reason: 'is not the signature of this request; POST /open/v1/signature/verify explains',
};
export const REPLAYED: ErrorDetail = { path: 'header.x-nonce', reason: 'was used before' };

/** Which of the merchant's valid app_secrets made the signature: after a rotation either may, whichever bought the token. */
export async function findSigner(
  holder: MerchantRecord,
  secrets: AppSecrets,
  canonical: string,
  signature: string,
): Promise<string | undefined> {
  for (const { id } of holder.credentials) {
    if (isSignedBy(await secrets.secretOf(id), canonical, signature)) return id;
  }
  return undefined;
}

/** What is wrong with a timestamp of the right form. */
export function timestampProblems(timestamp: string, now: Date): ErrorDetail[] {
  const offset = Math.round(Number(timestamp) - now.getTime() / 1_000);
  if (Math.abs(offset) <= TOLERANCE_SECONDS) return [];
  const where = offset < 0 ? 'behind' : 'ahead of';
  return [
    {
      path: 'header.x-timestamp',
      reason: `is ${Math.abs(offset)} s ${where} our clock, more than ${TOLERANCE_SECONDS} s`,
    },
  ];
}

function complete({ timestamp, nonce, signature }: SignatureHeaders) {
  const problems: ErrorDetail[] = [
    ...formProblem('x-timestamp', timestamp, TIMESTAMP_PATTERN, 'must be whole seconds since 1970'),
    ...formProblem('x-nonce', nonce, NONCE_PATTERN, 'must be 16 to 128 letters, digits or . _ ~ -'),
    ...formProblem('x-signature', signature, '^v1=[0-9a-f]{64}$', 'must be v1= and 64 lower-case hex digits'),
  ];
  refuse(problems);
  return { timestamp: timestamp!, nonce: nonce!, signature: signature! };
}

function formProblem(
  name: string,
  value: string | undefined,
  pattern: string,
  reason: string,
): ErrorDetail[] {
  const path = `header.${name}`;
  if (value === undefined) return [{ path, reason: 'is missing' }];
  return new RegExp(pattern).test(value) ? [] : [{ path, reason }];
}

function refuse(problems: readonly ErrorDetail[]): void {
  if (problems.length > 0) throw new SignatureInvalid(problems);
}
