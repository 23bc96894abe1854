import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { ErrorDetail } from '../../../domain/errors.ts';
import type { MerchantRecord } from '../merchants.ts';
import { canonicalString, SIGNATURE_VERSION, type SignedRequest, sha256, sortQuery } from './canonical.ts';
import type { AppSecrets } from './secrets.ts';

/** A way in which clients go wrong: what they signed instead. */
interface Mistake {
  readonly reason: string;
  readonly canonical: (request: SignedRequest) => string;
}

/**
 * Looks for a usual mistake that explains a signature. Saying which one tells the caller only what it did itself.
 * @returns undefined when none does.
 */
export async function guessMistake(
  holder: MerchantRecord,
  secrets: AppSecrets,
  request: SignedRequest,
  signature: string,
): Promise<ErrorDetail | undefined> {
  const candidates = [RIGHT, ...MISTAKES];
  for (const { id } of holder.credentials) {
    const secret = await secrets.secretOf(id);
    for (const { reason, canonical } of candidates) {
      const written = writingOf(secret, canonical(request), signature);
      if (written !== undefined)
        return { path: 'signature', reason: [reason, written].filter(Boolean).join('; ') };
    }
  }
  return undefined;
}

const lines = (...parts: string[]) => parts.join('\n');
const RIGHT: Mistake = { reason: '', canonical: canonicalString };

const MISTAKES: readonly Mistake[] = [
  {
    reason: 'the query was not sorted',
    canonical: (r) =>
      lines(SIGNATURE_VERSION, r.timestamp, r.nonce, r.method.toUpperCase(), r.target, sha256(r.body)),
  },
  {
    reason: 'the query was left out',
    canonical: (r) => canonicalString({ ...r, target: r.target.split('?', 1)[0]! }),
  },
  {
    reason: 'the method was signed in lower case',
    canonical: (r) =>
      lines(
        SIGNATURE_VERSION,
        r.timestamp,
        r.nonce,
        r.method.toLowerCase(),
        sortQuery(r.target),
        sha256(r.body),
      ),
  },
  { reason: 'the body was left out', canonical: (r) => canonicalString({ ...r, body: new Uint8Array() }) },
  { reason: 'the body was signed with other spacing', canonical: (r) => canonicalString(reformatted(r)) },
  {
    reason: 'the body itself was signed instead of its SHA-256',
    canonical: (r) => withLastLine(r, Buffer.from(r.body).toString('utf8')),
  },
  {
    reason: "the body's SHA-256 was written in base64 instead of hex",
    canonical: (r) => withLastLine(r, createHash('sha256').update(r.body).digest('base64')),
  },
  {
    reason: 'the version line was left out',
    canonical: (r) => canonicalString(r).split('\n').slice(1).join('\n'),
  },
  { reason: 'a line break was added at the end', canonical: (r) => `${canonicalString(r)}\n` },
  { reason: 'lines were separated by CR LF', canonical: (r) => canonicalString(r).replaceAll('\n', '\r\n') },
  {
    reason: 'the lines were joined without separators',
    canonical: (r) => canonicalString(r).replaceAll('\n', ''),
  },
];

function withLastLine(request: SignedRequest, last: string): string {
  return [...canonicalString(request).split('\n').slice(0, -1), last].join('\n');
}

/** The body as another JSON library would write it. */
function reformatted(request: SignedRequest): SignedRequest {
  try {
    const value = JSON.parse(Buffer.from(request.body).toString('utf8'));
    const compact = JSON.stringify(value);
    const isCompact = Buffer.from(request.body).equals(Buffer.from(compact));
    const spaced = compact.replaceAll('":', '": ').replaceAll(',"', ', "');
    return { ...request, body: Buffer.from(isCompact ? spaced : compact) };
  } catch {
    return request;
  }
}

/** '' when the signature is written as it should be; undefined when it is not of this string at all. */
function writingOf(secret: string, canonical: string, signature: string): string | undefined {
  const mac = createHmac('sha256', secret).update(canonical).digest();
  const writings: [string, string][] = [
    [`${SIGNATURE_VERSION}=${mac.toString('hex')}`, ''],
    [mac.toString('hex'), 'the prefix v1= was left out'],
    [mac.toString('base64'), 'the signature was written in base64 instead of v1= and hex'],
    [`${SIGNATURE_VERSION}=${mac.toString('base64')}`, 'the signature was written in base64 instead of hex'],
    [`${SIGNATURE_VERSION}=${mac.toString('hex').toUpperCase()}`, 'the signature was written in upper case'],
  ];
  return writings.find(([written]) => isSame(written, signature))?.[1];
}

function isSame(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
