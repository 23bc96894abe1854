import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { ErrorDetail } from '../../domain/errors.ts';
import type { MerchantRecord } from '../merchants.ts';
import { CANONICAL_LINES, canonicalString, type SignatureVersion, type SignedRequest } from './canonical.ts';
import { type Mistake, mistakesOfV2 } from './mistakes-of-v2.ts';
import type { AppSecrets } from './secrets.ts';

/**
 * Finds a common mistake that explains a signature. Naming it shows the caller only what it did itself.
 * @returns undefined when none does.
 */
export async function guessMistake(
  holder: MerchantRecord,
  secrets: AppSecrets,
  request: SignedRequest,
  signature: string,
): Promise<ErrorDetail | undefined> {
  const candidates = [RIGHT, ...MISTAKES, ...(request.version === 'v2' ? mistakesOfV2(request) : [])];
  for (const { id } of holder.credentials) {
    const secret = await secrets.secretOf(id);
    for (const { msg, canonical } of candidates) {
      const written = writingOf(secret, canonical(request), signature, request.version);
      if (written !== undefined)
        return {
          path: 'signature',
          reason: 'wrong_signature',
          msg: [msg, written].filter(Boolean).join('; '),
        };
    }
  }
  return undefined;
}

const RIGHT: Mistake = { msg: '', canonical: canonicalString };

const MISTAKES: readonly Mistake[] = [
  { msg: 'the query was not sorted', canonical: (r) => withLine(r, 'path', r.target) },
  {
    msg: 'the query was left out',
    canonical: (r) => canonicalString({ ...r, target: r.target.split('?', 1)[0]! }),
  },
  {
    msg: 'the method was signed in lower case',
    canonical: (r) => withLine(r, 'method', r.method.toLowerCase()),
  },
  { msg: 'the body was left out', canonical: (r) => canonicalString({ ...r, body: new Uint8Array() }) },
  { msg: 'the body was signed with other spacing', canonical: (r) => canonicalString(reformatted(r)) },
  {
    msg: 'the body itself was signed instead of its SHA-256',
    canonical: (r) => withLine(r, 'bodySha256', Buffer.from(r.body).toString('utf8')),
  },
  {
    msg: "the body's SHA-256 was written in base64 instead of hex",
    canonical: (r) => withLine(r, 'bodySha256', createHash('sha256').update(r.body).digest('base64')),
  },
  {
    msg: 'the version line was left out',
    canonical: (r) => canonicalString(r).split('\n').slice(1).join('\n'),
  },
  { msg: 'a line break was added at the end', canonical: (r) => `${canonicalString(r)}\n` },
  { msg: 'lines were separated by CR LF', canonical: (r) => canonicalString(r).replaceAll('\n', '\r\n') },
  {
    msg: 'the lines were joined without separators',
    canonical: (r) => canonicalString(r).replaceAll('\n', ''),
  },
];

function withLine(request: SignedRequest, name: string, line: string): string {
  const names: readonly string[] = CANONICAL_LINES[request.version];
  return canonicalString(request).split('\n').with(names.indexOf(name), line).join('\n');
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
function writingOf(
  secret: string,
  canonical: string,
  signature: string,
  version: SignatureVersion,
): string | undefined {
  const mac = createHmac('sha256', secret).update(canonical).digest();
  const writings: [string, string][] = [
    [`${version}=${mac.toString('hex')}`, ''],
    [mac.toString('hex'), `the prefix ${version}= was left out`],
    [mac.toString('base64'), `the signature was written in base64 instead of ${version}= and hex`],
    [`${version}=${mac.toString('base64')}`, 'the signature was written in base64 instead of hex'],
    [`${version}=${mac.toString('hex').toUpperCase()}`, 'the signature was written in upper case'],
  ];
  return writings.find(([written]) => isSame(written, signature))?.[1];
}

function isSame(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
