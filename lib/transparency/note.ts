/** Signed notes (c2sp.org/signed-note) by one Ed25519 key, and the checkpoints in them (c2sp.org/tlog-checkpoint). */
import { createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import { sha256 } from './merkle.ts';

const ED25519 = Buffer.of(1);
const KEY_BYTES = 32;

/** A public key with the name that its signatures carry. */
export interface Verifier {
  /** Of the log: the first line of its checkpoints. */
  readonly name: string;
  readonly key: KeyObject;
}

/** The state of the log when it had so many leaves. */
export interface Checkpoint {
  readonly origin: string;
  readonly size: number;
  readonly root: Buffer;
}

/** The note is not what it should be; the message says what is wrong. */
export class NoteError extends Error {
  override readonly name = 'NoteError';
}

/** `NAME+ID+KEY`, the form in which tools for such logs take a public key. */
export function verifierText({ name, key }: Verifier): string {
  const bytes = rawKey(key);
  return `${name}+${keyId(name, bytes).toString('hex')}+${Buffer.concat([ED25519, bytes]).toString('base64')}`;
}

/** @throws NoteError */
export function parseVerifier(text: string): Verifier {
  const [, name, id, encoded = ''] = /^([^\s+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/=]+)$/.exec(text.trim()) ?? [];
  const bytes = Buffer.from(encoded, 'base64');
  const key = bytes.subarray(1);
  if (name === undefined || bytes.length !== 1 + KEY_BYTES || bytes[0] !== ED25519[0])
    throw new NoteError('the public key is not of the form NAME+ID+KEY');
  if (keyId(name, key).toString('hex') !== id) throw new NoteError('the public key does not fit its id');
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: key.toString('base64url') };
  return { name, key: createPublicKey({ key: jwk, format: 'jwk' }) };
}

/** The checkpoint as a signed note. @param privateKey Ed25519 */
export function signCheckpoint({ origin, size, root }: Checkpoint, privateKey: KeyObject): string {
  const text = `${origin}\n${size}\n${root.toString('base64')}\n`;
  const id = keyId(origin, rawKey(createPublicKey(privateKey)));
  const signature = Buffer.concat([id, sign(null, Buffer.from(text), privateKey)]);
  return `${text}\n— ${origin} ${signature.toString('base64')}\n`;
}

/** The checkpoint in a note; further signatures are ignored. @throws NoteError where this key did not sign it. */
export function openCheckpoint(note: string, verifier: Verifier): Checkpoint {
  const text = openNote(note, verifier);
  const [, origin, size, root = ''] = /^([^\n]+)\n(0|[1-9]\d{0,14})\n([A-Za-z0-9+/]{43}=)\n/.exec(text) ?? [];
  if (origin !== verifier.name) throw new NoteError('the note is no checkpoint of this log');
  return { origin, size: Number(size), root: Buffer.from(root, 'base64') };
}

/** The text of a note that this key has signed. @throws NoteError */
export function openNote(note: string, { name, key }: Verifier): string {
  const end = note.lastIndexOf('\n\n');
  const text = note.slice(0, end + 1);
  const id = keyId(name, rawKey(key));
  const signatures = note
    .slice(end + 2)
    .split('\n')
    .flatMap((line) => /^— ([^\s+]+) ([A-Za-z0-9+/]+=*)$/.exec(line) ?? [])
    .filter((_, at, parts) => at % 3 === 2 && parts[at - 1] === name)
    .map((encoded) => Buffer.from(encoded, 'base64'))
    .filter((signature) => signature.subarray(0, 4).equals(id));
  if (end < 0 || signatures.length === 0)
    throw new NoteError('the note is not signed with the key of the log');
  if (!signatures.every((signature) => verify(null, Buffer.from(text), key, signature.subarray(4))))
    throw new NoteError('the signature of the note is wrong');
  return text;
}

function rawKey(key: KeyObject): Buffer {
  return Buffer.from(key.export({ format: 'jwk' }).x!, 'base64url');
}

function keyId(name: string, key: Uint8Array): Buffer {
  return sha256(`${name}\n`, ED25519, key).subarray(0, 4);
}
