import type { SignatureExplanation, SignatureQuestion } from '../../contract/schemas/signature.ts';
import { detail, type ErrorDetail } from '../../domain/errors.ts';
import type { MerchantRecord } from '../merchants.ts';
import {
  CANONICAL_LINES,
  canonicalString,
  SIGNATURE_VERSIONS,
  type SignatureVersion,
  type SignedRequest,
} from './canonical.ts';
import { findSigner, type SignatureDeps, timestampProblems, versionProblems } from './check.ts';
import { guessMistake } from './mistakes.ts';

export interface SignatureAdvisor {
  /**
   * Explains a signature: what we would have signed, and what differs. Reveals neither the secret nor the right
   * signature; the canonical string is no secret. Takes no nonce.
   */
  explain(holder: MerchantRecord, question: SignatureQuestion): Promise<SignatureExplanation>;
}

export function createSignatureAdvisor({ secrets, nonces, now, host }: SignatureDeps): SignatureAdvisor {
  return {
    async explain(holder, question) {
      const request = requestOf(question, host);
      const canonical = canonicalString(request);
      const signature = question.signature.trim();
      const signer = await findSigner(holder, secrets, canonical, signature);
      const mistake =
        signer === undefined ? await guessMistake(holder, secrets, request, signature) : undefined;
      const differences: ErrorDetail[] = [
        ...lineDifferences(request.version, canonical, question.canonicalString),
        ...hostDifferences(host, question.host),
        ...(mistake === undefined ? [] : [mistake]),
        ...versionProblems(request.version, now()),
        ...timestampProblems(question.timestamp, now()),
        ...((await nonces.isTaken(holder.key, question.nonce))
          ? [detail('nonce', 'already_used', 'was used before')]
          : []),
      ];
      const matches = signer !== undefined;
      return {
        matches,
        wouldBeAccepted: matches && differences.length === 0,
        canonicalString: canonical,
        differences: matches || differences.length > 0 ? differences : [UNEXPLAINED],
      };
    },
  };
}

const UNEXPLAINED: ErrorDetail = {
  path: 'signature',
  reason: 'wrong_signature',
  msg:
    'none of your valid app_secrets produces this signature: compare canonicalString with yours, line by line (send yours along to ' +
    'have it compared), and check which app_secret signs',
};

function requestOf(question: SignatureQuestion, host: string): SignedRequest {
  const { timestamp, nonce, method, path, onBehalfOf, idempotencyKey, body = '' } = question;
  const version = versionOf(question);
  return {
    ...{ version, timestamp, nonce, method, target: path, host, onBehalfOf, idempotencyKey },
    body: Buffer.from(body),
  };
}

/** As the signature says it; where that is what went wrong, as the rest does. */
function versionOf(question: SignatureQuestion): SignatureVersion {
  const { signature, canonicalString: theirs = '', host, onBehalfOf, idempotencyKey } = question;
  const said = SIGNATURE_VERSIONS.find((version) => signature.trim().startsWith(`${version}=`));
  if (said !== undefined) return said;
  const knowsV2 = [host, onBehalfOf, idempotencyKey].some((value) => value !== undefined);
  return knowsV2 || theirs.startsWith('v2') ? 'v2' : 'v1';
}

function hostDifferences(ours: string, theirs: string | undefined): ErrorDetail[] {
  if (theirs === undefined || theirs === ours) return [];
  return [detail('host', 'signed_otherwise', `should be ${ours}, the host of the platform's public address`)];
}

function lineDifferences(version: SignatureVersion, ours: string, theirs: string | undefined): ErrorDetail[] {
  if (theirs === undefined || theirs === ours) return [];
  const lines = theirs.split('\n');
  const expected = ours.split('\n');
  const differing = expected.flatMap((line, index): ErrorDetail[] =>
    lines[index] === line
      ? []
      : [
          detail(
            `canonicalString.${CANONICAL_LINES[version][index]}`,
            'signed_otherwise',
            `should be ${line}`,
          ),
        ],
  );
  if (lines.length === expected.length) return differing;
  const msg = `has ${lines.length} lines instead of ${expected.length}, separated by LF and without one at the end`;
  return [{ path: 'canonicalString', reason: 'signed_otherwise', msg }, ...differing];
}
