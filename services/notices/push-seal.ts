import type { Cipher } from '../../db/cipher.ts';
import type { PushSubscription } from '../../domain/push-message.ts';
import { createSeal } from '../seal.ts';

type Sealed = PushSubscription & { readonly personId: number };

/**
 * Seals devices: who can only write to the database cannot have another's notices sent to a device of their own
 * (docs/security.md, "Roles of the database").
 */
export function createPushSeal(cipher: Pick<Cipher, 'derive'>) {
  const seal = createSeal(cipher, 'push devices');
  const partsOf = ({ personId, endpoint, p256dh, auth }: Sealed) => [personId, endpoint, p256dh, auth];
  return {
    of: (device: Sealed): string => seal.of(partsOf(device)),
    isOf: (device: Sealed, written: string): boolean => seal.isOf(partsOf(device), written),
  };
}

export type PushSeal = ReturnType<typeof createPushSeal>;
