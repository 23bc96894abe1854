import type { Received } from './received.ts';
import { findMistakes, findMistakesByKeyPair, type Mistake } from './search.ts';
import { bodyVariants, contentVariants, HASHES, keyVariants, type Variant } from './variants.ts';

const TOLERANCE_SECONDS = 300;
const NAMES = ['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const;

export interface Question extends Received {
  /** `whsec_…` or `whpk_…`, as it was given. */
  readonly secret: string;
  /** Secrets that it may be confused with. */
  readonly otherSecrets?: readonly Variant<string>[];
  /** What the asker's own code computed; then that is explained. */
  readonly computed?: string | undefined;
  /** When it arrived. */
  readonly receivedAt: Date;
}

export interface Explanation {
  /** Signed with this secret, and in time. */
  readonly valid: boolean;
  /** A sentence. */
  readonly verdict: string;
  readonly mistakes: readonly Mistake[];
}

/** Why a signature does not match, or that it does. */
export function explainSignature(question: Question): Explanation {
  const obstacle = obstacleIn(question);
  if (obstacle !== undefined) return invalid('It can not be verified as it is.', [obstacle]);
  const found =
    question.computed === undefined ? search(question) : searchComputed(question, question.computed);
  if (found === undefined) {
    return invalid(
      'It does not match, and none of the usual mistakes makes it match.',
      unknownMistakes(question),
    );
  }
  if (found.length > 0) return invalid('It does not match. It would, but for this:', found);
  const late = lateness(question);
  if (late !== undefined) return invalid('The signature matches, but a receiver has to refuse it:', [late]);
  return { valid: true, verdict: 'The signature matches.', mistakes: [] };
}

function invalid(verdict: string, mistakes: readonly Mistake[]): Explanation {
  return { valid: false, verdict, mistakes };
}

function mistake(word: string, problem: string, mend: string): Mistake {
  return { word, problem, mend };
}

/** What keeps a signature from being compared at all. */
function obstacleIn({ headers, secret }: Question): Mistake | undefined {
  const missing = NAMES.find((name) => !headers[name]);
  if (missing !== undefined) {
    return mistake(
      'header_missing',
      `There is no ${missing}.`,
      'Have your proxy or framework pass on all webhook- headers.',
    );
  }
  const timestamp = headers['webhook-timestamp']!;
  if (!/^\d{1,13}$/.test(timestamp)) {
    return mistake(
      'timestamp_malformed',
      'webhook-timestamp is no whole number.',
      'It is in seconds since 1970.',
    );
  }
  const kind = secret.trim();
  if (kind.startsWith('sk_')) {
    const mend =
      'Notifications are signed with the callback secret, whsec_…; it is shown when the address is saved.';
    return mistake('app_secret', 'This is your app_secret.', mend);
  }
  if (kind.startsWith('whsk_')) {
    return mistake(
      'private_key',
      'This is a private key, which signs.',
      'Verify with the public key, whpk_….',
    );
  }
  const [scheme, other] = isPublicKey(kind) ? ['v1a', 'v1'] : ['v1', 'v1a'];
  const schemes = headers['webhook-signature']!.split(' ').map((one) => one.split(',')[0]);
  if (schemes.includes(scheme!)) return undefined;
  if (schemes.includes(other!)) {
    const mend = `Verify with ${other === 'v1' ? 'the secret, whsec_…' : 'the public key, whpk_…'} of the endpoint.`;
    return mistake(
      'wrong_scheme',
      `It is signed by ${other}, and what you verify with is of ${scheme}.`,
      mend,
    );
  }
  return mistake(
    'signature_malformed',
    'webhook-signature has no signature.',
    `Each is ${scheme}, and base64: "${scheme},K5oZ…".`,
  );
}

const isPublicKey = (secret: string) => secret.trim().startsWith('whpk_');

function search(question: Question): readonly Mistake[] | undefined {
  const scheme = isPublicKey(question.secret) ? 'v1a' : 'v1';
  const signatures = question.headers['webhook-signature']!.split(' ')
    .filter((one) => one.startsWith(`${scheme},`))
    .map((one) => one.slice(scheme.length + 1));
  return searchFor(signatures, question);
}

/** What the asker computed is taken for the signature: the mistakes are those of the asker's code. */
function searchComputed(question: Question, computed: string): readonly Mistake[] | undefined {
  return searchFor([computed.trim().replace(/^v1a?,/, '')], question);
}

function searchFor(encoded: readonly string[], question: Question): readonly Mistake[] | undefined {
  const { headers, body, secret, otherSecrets } = question;
  const parts = { id: headers['webhook-id']!, timestamp: headers['webhook-timestamp']! };
  const bodies = bodyVariants(body);
  const contents = contentVariants(idIn(body));
  const by = (signatures: Buffer[]) =>
    isPublicKey(secret)
      ? findMistakesByKeyPair(signatures, parts, { bodies, contents }, secret)
      : findMistakes(signatures, parts, {
          bodies,
          contents,
          hashes: HASHES,
          keys: keyVariants(secret, otherSecrets),
        });
  const found = by(encoded.map((one) => Buffer.from(one, 'base64')));
  if (found !== undefined) return found;
  const hex = encoded.filter((one) => /^[0-9a-f]+$/i.test(one));
  const foundInHex = by(hex.map((one) => Buffer.from(one, 'hex')));
  const inHex = mistake('hexadecimal', 'The signature is written in hexadecimal.', 'Write it in base64.');
  return foundInHex && [inHex, ...foundInHex];
}

function idIn(body: Buffer): string | undefined {
  const [, id] = /"notificationId"\s*:\s*"([^"]*)"/.exec(body.toString('utf8')) ?? [];
  return id;
}

function lateness({ headers, receivedAt }: Question): Mistake | undefined {
  const seconds = Math.round(receivedAt.getTime() / 1_000 - Number(headers['webhook-timestamp']));
  if (Math.abs(seconds) <= TOLERANCE_SECONDS) return undefined;
  if (seconds < 0) {
    return mistake(
      'future',
      `The timestamp is ${-seconds} s ahead of your clock.`,
      'Set your clock: use NTP.',
    );
  }
  const mend =
    'If it came long ago, say when: --received-at. If it came just now, set your clock, or it is a replay.';
  return mistake('stale', `The timestamp is ${seconds} s old; 300 are allowed.`, mend);
}

/** Where nothing fits, what can still be said. */
function unknownMistakes({ headers, body, secret }: Question): Mistake[] {
  const length = headers['content-length'];
  const isCut = length !== undefined && Number(length) !== body.length;
  const id = idIn(body);
  return [
    ...(isCut
      ? [
          mistake(
            'body_changed',
            `The body has ${body.length} bytes, and content-length is ${length}.`,
            'Keep the whole body, unchanged.',
          ),
        ]
      : []),
    ...(id !== undefined && id !== headers['webhook-id']
      ? [
          mistake(
            'other_notification',
            `The body is of ${id}, the headers are of ${headers['webhook-id']}.`,
            'Take both from one request.',
          ),
        ]
      : []),
    mistake(
      'wrong_secret',
      `Either the ${isPublicKey(secret) ? 'key' : 'secret'} is that of another endpoint, or an older one, or the body was changed.`,
      'Each endpoint has its own. `callback/endpoint/rotate-secret` makes a new one, and both sign for a day.',
    ),
  ];
}
