import { type ErrorDetail, SignatureInvalid } from '../../domain/errors.ts';
import type { Caller } from '../credentials/caller.ts';
import type { MerchantRecord } from '../merchants.ts';
import { canonicalString, isSignedBy, type SignatureVersion, type SignedRequest } from './canonical.ts';
import type { Nonces } from './nonces.ts';
import type { AppSecrets } from './secrets.ts';

/** How far `X-Timestamp` may be from our clock, either way. */
const TOLERANCE_SECONDS = 300;
/**
 * A nonce is kept so long after the last instant at which its timestamp is accepted: the clocks of processes and database, which
 * removes it, may differ by that much.
 */
const NONCE_MARGIN_SECONDS = 300;
const NONCE_PATTERN = '^[A-Za-z0-9._~-]{16,128}$';
const TIMESTAMP_PATTERN = '^[0-9]{1,11}$';
/** From then on v1, which leaves host, `On-Behalf-Of` and `Idempotency-Key` unsigned, is refused (docs/signing.md). */
const V1_ENDS = new Date('2027-12-01T00:00:00Z');

interface SignatureHeaders {
  readonly timestamp: string | undefined;
  readonly nonce: string | undefined;
  readonly signature: string | undefined;
}

export interface SignatureDeps {
  readonly secrets: AppSecrets;
  readonly nonces: Nonces;
  readonly now: () => Date;
  /** See publicHost. */
  readonly host: string;
}

export interface SignatureCheck {
  /**
   * Checks a request's signature, where it has one or the caller's credential demands one.
   * @returns the id of the credential that signed; undefined: nothing was signed, nor had to be.
   * @throws SignatureInvalid; the details say which header, and why.
   */
  check(caller: Caller, headers: SignatureHeaders, request: UnsignedRequest): Promise<string | undefined>;
}

type UnsignedRequest = Pick<SignedRequest, 'method' | 'target' | 'body' | 'onBehalfOf' | 'idempotencyKey'>;

export function createSignatureCheck({ secrets, nonces, now, host }: SignatureDeps): SignatureCheck {
  return {
    async check({ holder, credential }, headers, request) {
      const isUnsigned = Object.values(headers).every((value) => value === undefined);
      if (isUnsigned && !credential.requireSignature) return undefined;
      const signed = complete(headers);
      refuse([...versionProblems(signed.version, now()), ...timestampProblems(signed.timestamp, now())]);
      const canonical = canonicalString({ ...signed, ...request, host });
      const signer = await findSigner(holder, secrets, canonical, signed.signature);
      if (signer === undefined) refuse([WRONG]);
      // Taken last, so that nobody can use up another's nonces.
      const lastAccepted = Number(signed.timestamp) + TOLERANCE_SECONDS;
      const until = new Date((lastAccepted + NONCE_MARGIN_SECONDS) * 1_000);
      if (!(await nonces.take(holder.key, signed.nonce, until))) refuse([REPLAYED]);
      return signer;
    },
  };
}

const WRONG: ErrorDetail = {
  path: 'header.x-signature',
  reason: 'wrong_signature',
  msg: 'is not the signature of this request; POST /open/v1/signature/verify explains',
};
const REPLAYED: ErrorDetail = { path: 'header.x-nonce', reason: 'already_used', msg: 'was used before' };

/** Which of the merchant's valid app_secrets made the signature: after a rotation either may, whichever bought the token. */
export async function findSigner(
  holder: MerchantRecord,
  secrets: AppSecrets,
  canonical: string,
  signature: string,
): Promise<string | undefined> {
  for (const { id } of holder.credentials) {
    const secret = await secrets.secretOf(id);
    // An OCTO key has none, and an empty key would be anybody's.
    if (secret !== '' && isSignedBy(secret, canonical, signature)) return id;
  }
  return undefined;
}

/** What is wrong with a timestamp of the right form. */
export function timestampProblems(timestamp: string, now: Date): ErrorDetail[] {
  const offset = Number(timestamp) - now.getTime() / 1_000;
  if (Math.abs(offset) <= TOLERANCE_SECONDS) return [];
  const where = offset < 0 ? 'behind' : 'ahead of';
  return [
    {
      path: 'header.x-timestamp',
      reason: 'clock_skew',
      msg: `is ${Math.ceil(Math.abs(offset))} s ${where} our clock, more than ${TOLERANCE_SECONDS} s`,
    },
  ];
}

/** Whether the version is still accepted. */
export function versionProblems(version: SignatureVersion, now: Date): ErrorDetail[] {
  if (version !== 'v1' || now < V1_ENDS) return [];
  const since = V1_ENDS.toISOString().slice(0, 10);
  return [
    {
      path: 'header.x-signature',
      reason: 'version_retired',
      msg: `v1 has not been accepted since ${since}: use v2`,
    },
  ];
}

function complete({ timestamp, nonce, signature }: SignatureHeaders) {
  const problems: ErrorDetail[] = [
    ...formProblem('x-timestamp', timestamp, TIMESTAMP_PATTERN, 'must be Unix time in whole seconds'),
    ...formProblem('x-nonce', nonce, NONCE_PATTERN, 'must be 16 to 128 letters, digits or . _ ~ -'),
    ...formProblem('x-signature', signature, '^v[12]=[0-9a-f]{64}$', SIGNATURE_FORM),
  ];
  refuse(problems);
  const version = signature!.slice(0, 2) as SignatureVersion;
  return { version, timestamp: timestamp!, nonce: nonce!, signature: signature! };
}

const SIGNATURE_FORM = 'must be v2= (or v1=) and 64 lower-case hex digits';

function formProblem(name: string, value: string | undefined, pattern: string, msg: string): ErrorDetail[] {
  const path = `header.${name}`;
  if (value === undefined) return [{ path, reason: 'missing', msg: 'is missing' }];
  return new RegExp(pattern).test(value) ? [] : [{ path, reason: 'wrong_format', msg }];
}

function refuse(problems: readonly ErrorDetail[]): void {
  if (problems.length > 0) throw new SignatureInvalid(problems);
}
