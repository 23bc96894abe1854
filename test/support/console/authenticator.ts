import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server';
import { isoCBOR } from '@simplewebauthn/server/helpers';

/** What an answer is to pretend. */
export interface Pretence {
  readonly origin?: string;
  readonly challenge?: string;
  /** False: somebody only touched it. */
  readonly userVerified?: boolean;
  readonly counter?: number;
}

const FLAGS = { present: 0x01, verified: 0x04, attested: 0x40 };

/** An authenticator with one ES256 key, as WebAuthn Level 3 §6 describes one; it does what it is told. */
export function createAuthenticator(origin: string) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x, y } = publicKey.export({ format: 'jwk' });
  const id = randomBytes(32);
  let counter = 0;
  const rpIdHash = sha256(new URL(origin).hostname);

  const authData = (
    flags: number,
    { userVerified = true, counter: notified }: Pretence,
    rest = Buffer.alloc(0),
  ) => {
    counter = notified ?? counter + 1;
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([rpIdHash, Buffer.of(flags | (userVerified ? FLAGS.verified : 0)), count, rest]);
  };
  const clientData = (type: string, challenge: string, pretence: Pretence) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false, ...pick(pretence) }));
  const credential = { id: id.toString('base64url'), rawId: id.toString('base64url'), type: 'public-key' };

  return {
    id: credential.id,
    /** The answer of `navigator.credentials.create`. */
    create({ challenge }: PublicKeyCredentialCreationOptionsJSON, pretence: Pretence = {}) {
      const cose = new Map<number, number | Buffer>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x!, 'base64url')],
        [-3, Buffer.from(y!, 'base64url')],
      ]);
      const key = Buffer.from(isoCBOR.encode(cose as never));
      const attested = Buffer.concat([Buffer.alloc(16), Buffer.of(0, id.length), id, key]);
      const data = authData(FLAGS.present | FLAGS.attested, pretence, attested);
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', data],
      ]);
      const response = {
        clientDataJSON: clientData('webauthn.create', challenge, pretence).toString('base64url'),
        attestationObject: Buffer.from(isoCBOR.encode(attestation as never)).toString('base64url'),
        transports: ['internal'],
      };
      return { ...credential, response, clientExtensionResults: {} };
    },
    /** The answer of `navigator.credentials.get`. */
    get({ challenge }: PublicKeyCredentialRequestOptionsJSON, pretence: Pretence = {}) {
      const data = authData(FLAGS.present, pretence);
      const client = clientData('webauthn.get', challenge, pretence);
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey);
      const response = {
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: signature.toString('base64url'),
      };
      return { ...credential, response, clientExtensionResults: {} };
    },
  };
}

function pick({ origin, challenge }: Pretence) {
  return { ...(origin && { origin }), ...(challenge && { challenge }) };
}

function sha256(data: string | Buffer): Buffer {
  return createHash('sha256').update(data).digest();
}
