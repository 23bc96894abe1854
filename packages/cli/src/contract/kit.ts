import { randomInt } from 'node:crypto';
import type { EventType } from '../../../../domain/event-types.ts';
import type { Delivery } from '../receiver/post.ts';
import { headersOf, newSigningKeys, type SigningKeys, signatureOf } from '../receiver/signing.ts';
import SAMPLES from './samples.json' with { type: 'json' };

export const SCHEMES = ['v1', 'v1a'] as const;
export type Scheme = (typeof SCHEMES)[number];

/** A notification to be, before it is signed. */
export interface Draft {
  readonly id: string;
  readonly body: string;
}

/** What deliveries are made with: the keys that the receiver knows, keys that it does not know, and bodies. */
export interface Kit {
  readonly scheme: Scheme;
  /** A body of that type as the platform makes it, of a new order. */
  draft(type: EventType, changes?: Readonly<Record<string, unknown>>): Draft;
  /** Signed correctly, now, unless `how` says otherwise. */
  sign(draft: Draft, how?: Signing): Delivery;
  /** Of keys that the receiver does not know. */
  foreignSignature(draft: Draft, timestamp: number, scheme?: Scheme): string;
}

interface Signing {
  /** Seconds from now. */
  readonly offset?: number;
  /** All signatures; default: one that is right. @param right the right one. */
  readonly signatures?: (right: string, timestamp: number) => readonly string[];
}

export function createKit(keys: SigningKeys, scheme: Scheme): Kit {
  const stranger = newSigningKeys();
  const keyOf = (of: SigningKeys, by: Scheme) => (by === 'v1' ? of.secret : of.privateKey);
  return {
    scheme,
    draft: (type, changes = {}) => draftOf(SAMPLES[type], changes),
    sign: (draft, { offset = 0, signatures = (right: string) => [right] } = {}) => {
      const timestamp = Math.floor(Date.now() / 1_000) + offset;
      const right = signatureOf(keyOf(keys, scheme), { ...draft, timestamp });
      return {
        headers: headersOf({ id: draft.id, timestamp }, signatures(right, timestamp)),
        body: draft.body,
      };
    },
    foreignSignature: (draft, timestamp, by = scheme) =>
      signatureOf(keyOf(stranger, by), { ...draft, timestamp }),
  };
}

/** An id that no run used before: receivers remember them. */
function newNotificationId(): string {
  return `NTF${Date.now()}${randomInt(1_000_000)}-1`;
}

function draftOf(sample: object, changes: Readonly<Record<string, unknown>>): Draft {
  const id = newNotificationId();
  return { id, body: JSON.stringify({ ...sample, notificationId: id, ...changes }) };
}
