/** The ways in which a signature usually goes wrong: each dimension's first variant is the right one. */

/** One way to take something. What has no word is right. */
export interface Variant<Value> {
  readonly word?: string;
  readonly problem?: string;
  readonly mend?: string;
  readonly value: Value;
}

const RAW = 'Verify the bytes that arrived, before anything parses them.';

/** What the body may have been, or been turned into. */
export function bodyVariants(body: Buffer): Variant<Buffer>[] {
  const text = body.toString('utf8');
  const wrong = (word: string, problem: string, value: string | Buffer, mend = RAW) => ({
    ...{ word, problem, mend },
    value: typeof value === 'string' ? Buffer.from(value) : value,
  });
  const variants = [
    { value: body },
    wrong('byte_order_mark', 'There is a byte order mark before the body.', text.replace(/^\ufeff/, '')),
    wrong(
      'trailing_newline',
      'A line break was added at the end of the body: editors and echo do that.',
      text.replace(/\r?\n$/, ''),
    ),
    wrong('newline_lost', 'A line break at the end of the body was lost.', `${text}\n`),
    wrong('newline_lost', 'A line break at the end of the body was lost.', `${text}\r\n`),
    wrong('whitespace_trimmed', 'White space around the body differs.', text.trim()),
    wrong('line_ends_changed', 'The line ends of the body were changed.', text.replaceAll('\r\n', '\n')),
    wrong('line_ends_changed', 'The line ends of the body were changed.', text.replaceAll(/\r?\n/g, '\r\n')),
    wrong('charset', 'The body was decoded as Latin-1, not as UTF-8.', Buffer.from(text, 'latin1')),
    wrong('charset', 'The body was decoded as Latin-1, not as UTF-8.', body.toString('latin1')),
    wrong('body_consumed', 'The body was empty: something had read it before.', ''),
    wrong('body_object', 'The body was an object that was made text: "[object Object]".', '[object Object]'),
    ...reserialised(text).map((one) =>
      wrong(
        'reserialised_json',
        'The JSON was parsed and written again: other spaces, escapes or order of members.',
        one,
      ),
    ),
  ];
  return variants.filter(({ value }, index) => index === 0 || !value.equals(body));
}

/** As the JSON writers of the usual languages would write it. */
function reserialised(text: string): string[] {
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\ufeff/, ''));
  } catch {
    return [];
  }
  const compact = JSON.stringify(value);
  const spaced = JSON.stringify(value, null, 1)
    .replace(/\n\s*/g, ' ')
    .replace(/([[{]) | ([\]}])/g, '$1$2');
  const escaped = (json: string) =>
    json.replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
  const sorted = JSON.stringify(sortMembers(value));
  const html = compact.replace(/[<>&]/g, (sign) => `\\u00${sign.charCodeAt(0).toString(16)}`);
  const slashes = (json: string) => json.replaceAll('/', '\\/');
  const indented = [2, 4, '\t'].map((indent) => JSON.stringify(value, null, indent));
  return [
    ...[compact, spaced, sorted, html, ...indented],
    ...[escaped(compact), escaped(spaced), escaped(sorted), slashes(compact), slashes(escaped(compact))],
  ];
}

function sortMembers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortMembers);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(entries.map(([name, member]) => [name, sortMembers(member)]));
}

const DECODE = 'The key is the base64 part after `whsec_`, decoded to bytes.';

/** What the key of `v1` may have been made of. @param others secrets that it may be confused with. */
export function keyVariants(given: string, others: readonly Variant<string>[] = []): Variant<Buffer>[] {
  const secret = given.trim();
  const encoded = secret.replace(/^whsec_/, '');
  const wrong = (word: string, problem: string, value: Buffer, mend = DECODE) => ({
    word,
    problem,
    mend,
    value,
  });
  return [
    { value: Buffer.from(encoded, 'base64') },
    ...others.map(({ value, ...what }) => ({
      ...what,
      value: Buffer.from(value.replace(/^whsec_/, ''), 'base64'),
    })),
    wrong('secret_not_decoded', 'The secret is used as text, with its prefix.', Buffer.from(secret)),
    wrong('secret_not_decoded', 'The secret is used as text, without its prefix.', Buffer.from(encoded)),
    wrong('secret_prefix', 'The secret is decoded with its prefix.', Buffer.from(secret, 'base64')),
    wrong(
      'secret_whitespace',
      'The secret is used as text, with white space at its end.',
      Buffer.from(`${secret}\n`),
    ),
    wrong('secret_hex', 'The secret is decoded as hexadecimal.', Buffer.from(encoded, 'hex')),
    wrong('secret_missing', 'The key is empty: the secret is missing.', Buffer.alloc(0)),
    wrong(
      'secret_missing',
      'The key is the word "undefined": the secret is missing.',
      Buffer.from('undefined'),
    ),
  ];
}

export interface Parts {
  readonly id: string;
  readonly timestamp: string;
  readonly body: Buffer;
}

const JOIN =
  'Sign `webhook-id`, `webhook-timestamp` and the body, joined by full stops, with the values of the headers.';

/** What may have been signed. @param bodyId the id that the body names. */
export function contentVariants(bodyId: string | undefined): Variant<(parts: Parts) => Buffer>[] {
  const joined = (...parts: readonly (string | Buffer)[]) =>
    Buffer.concat(parts.map((part) => Buffer.from(part)));
  const wrong = (word: string, problem: string, value: (parts: Parts) => Buffer) => ({
    word,
    problem,
    mend: JOIN,
    value,
  });
  const by = (id: string, timestamp: string, body: Buffer) => joined(`${id}.${timestamp}.`, body);
  return [
    { value: ({ id, timestamp, body }) => by(id, timestamp, body) },
    wrong(
      'wrong_id',
      'The id is not the one that was signed: that is `notificationId` of the body.',
      ({ timestamp, body }) => by(bodyId ?? '', timestamp, body),
    ),
    wrong(
      'timestamp_unit',
      'The timestamp is in milliseconds; it has to be in seconds.',
      ({ id, timestamp, body }) => by(id, `${Number(timestamp) * 1_000}`, body),
    ),
    wrong(
      'timestamp_unit',
      'The timestamp is in milliseconds; it has to be in seconds.',
      ({ id, timestamp, body }) => by(id, String(Math.floor(Number(timestamp) / 1_000)), body),
    ),
    wrong('id_missing', 'The id is left out of what is signed.', ({ timestamp, body }) =>
      joined(`${timestamp}.`, body),
    ),
    wrong('timestamp_missing', 'The timestamp is left out of what is signed.', ({ id, body }) =>
      joined(`${id}.`, body),
    ),
    wrong('body_only', 'Only the body is signed.', ({ body }) => body),
    wrong('wrong_order', 'Id and timestamp are in the wrong order.', ({ id, timestamp, body }) =>
      by(timestamp, id, body),
    ),
    wrong('wrong_joint', 'The parts are joined without full stops.', ({ id, timestamp, body }) =>
      joined(id, timestamp, body),
    ),
    wrong('wrong_joint', 'The parts are joined by line breaks.', ({ id, timestamp, body }) =>
      joined(`${id}\n${timestamp}\n`, body),
    ),
  ];
}

export const HASHES: readonly Variant<string>[] = [
  { value: 'sha256' },
  ...['sha1', 'sha512'].map((value) => ({
    word: 'wrong_hash',
    problem: `The hash is ${value}.`,
    mend: 'Use HMAC with SHA-256.',
    value,
  })),
];
