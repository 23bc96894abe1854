/** Browsers and chats that show notices as they come: a person turns them on and off (docs/console.md, "Notices"). */
import { createHash, ECDH } from 'node:crypto';
import type { MikroORM } from '@mikro-orm/postgresql';
import type { Cipher } from '../../db/cipher.ts';
import {
  findOwnPushDevice,
  keepPushDevice,
  listPushDevices,
  removePushDevice,
} from '../../db/queries/notices/push-devices.ts';
import { addSingleJob } from '../../db/queries/platform/jobs.ts';
import { keptUserAgent } from '../../domain/browser-name.ts';
import { checkCallbackUrl } from '../../domain/callback-url.ts';
import { invalidParameter } from '../../domain/errors.ts';
import type { PushSubscription } from '../../domain/push-message.ts';
import { VAPID_SEED_BYTES, vapidKeyOf } from '../../lib/callbacks/vapid.ts';
import { NoSuchPlace } from '../accounts/refusals.ts';
import { createPushSeal } from './push-seal.ts';

const AUTH_BYTES = 16;

/** Our keys at push services, made of ENCRYPTION_KEY; then those of the keys that are accepted. */
export const vapidKeysOf = (cipher: Pick<Cipher, 'derive'>) =>
  cipher.derive('web push', VAPID_SEED_BYTES).map(vapidKeyOf);

/** Whose browser it is, and the session that it is used in. */
export interface PushDeviceOwner {
  readonly personId: number;
  readonly sessionId: number;
  readonly userAgent: string | undefined;
}

export interface PushDevicesDeps {
  readonly orm: MikroORM;
  readonly cipher: Cipher;
  /** As callbacks (ALLOW_INSECURE_CALLBACKS): http, and addresses on this machine. */
  readonly allowInsecure: boolean;
}

export function createPushDevices({ orm, cipher, allowInsecure }: PushDevicesDeps) {
  const seal = createPushSeal(cipher);
  const [{ publicKey: serverKey }] = vapidKeysOf(cipher) as [ReturnType<typeof vapidKeyOf>];
  return {
    /** Our public key, which a browser subscribes with, base64url. */
    serverKey,

    /** The newest first. */
    async list(personId: number) {
      const devices = await listPushDevices(orm.em.fork(), personId);
      return devices.map(({ id, kind, userAgent, createdAt }) => ({
        id,
        kind,
        // Of a chat its host.
        userAgent: userAgent ?? null,
        createdAt: createdAt.toISOString(),
      }));
    },

    /**
     * Turns a browser on, and has it sent a message that says so.
     * @returns its id. @throws InvalidParameter
     */
    async add({ personId, sessionId, userAgent }: PushDeviceOwner, subscription: PushSubscription) {
      refuseBadSubscription(subscription, serverKey, allowInsecure);
      const browser = keptUserAgent(userAgent);
      const owned = { ...subscription, personId };
      return await orm.em.fork().transactional(async (em) => {
        const kind = { kind: 'browser', urlEncrypted: null } as const;
        const device = { ...owned, ...kind, sessionId, userAgent: browser, seal: seal.of(owned) };
        const id = await keepPushDevice(em, device);
        if (id === undefined)
          throw invalidParameter('body.endpoint', 'inconsistent', 'belongs to other keys');
        await addSingleJob(em, 'push', `${id}`);
        return id;
      });
    },

    /**
     * Turns a chat on by the address of its incoming webhook, and has it sent a message that says so.
     * @returns its id. @throws InvalidParameter
     */
    async addChat(personId: number, address: string): Promise<number> {
      const checked = checkCallbackUrl(address, { allowInsecure });
      if (!checked.ok) throw invalidParameter('body.url', 'url_not_allowed', checked.reason);
      const { url } = checked;
      const owned = { ...NO_SUBSCRIPTION, personId, endpoint: endpointOfChat(personId, url) };
      const urlEncrypted = await cipher.encrypt(url);
      return await orm.em.fork().transactional(async (em) => {
        const of = { kind: 'chat', urlEncrypted, sessionId: null, userAgent: new URL(url).host } as const;
        const id = await keepPushDevice(em, { ...owned, ...of, seal: seal.of(owned) });
        await addSingleJob(em, 'push', `${id}`);
        return id!;
      });
    },

    /** The browser is used in this session now. @returns its id; undefined where it shows the person nothing. */
    resume: ({ personId, sessionId }: PushDeviceOwner, endpoint: string) =>
      findOwnPushDevice(orm.em.fork(), { personId, sessionId, endpoint }),

    /** Has a message sent that says that it works. @throws NoSuchPlace */
    async test(personId: number, id: number): Promise<void> {
      const em = orm.em.fork();
      const devices = await listPushDevices(em, personId);
      if (!devices.some((device) => device.id === id)) throw new NoSuchPlace();
      await addSingleJob(em, 'push', `${id}`);
    },

    /** @throws NoSuchPlace */
    async remove(personId: number, id: number): Promise<void> {
      if (!(await removePushDevice(orm.em.fork(), personId, id))) throw new NoSuchPlace();
    },
  };
}

const NO_SUBSCRIPTION = { p256dh: '', auth: '', serverKey: '' } as const;

/** What names a chat of a person; two people may have one chat. */
export const endpointOfChat = (personId: number, url: string): string =>
  `chat:${createHash('sha256')
    .update(JSON.stringify([personId, url]))
    .digest('base64url')}`;

function refuseBadSubscription(
  { endpoint, p256dh, auth, serverKey: used }: PushSubscription,
  serverKey: string,
  allowInsecure: boolean,
): void {
  const checked = checkCallbackUrl(endpoint, { allowInsecure });
  if (!checked.ok) throw invalidParameter('body.endpoint', 'url_not_allowed', checked.reason);
  if (!isPoint(p256dh))
    throw invalidParameter('body.p256dh', 'wrong_format', 'is no public key of P-256, base64url');
  if (Buffer.from(auth, 'base64url').length !== AUTH_BYTES)
    throw invalidParameter('body.auth', 'wrong_format', `is not ${AUTH_BYTES} bytes, base64url`);
  if (used !== serverKey)
    throw invalidParameter('body.serverKey', 'inconsistent', 'is not the key of this platform');
}

/** An uncompressed point that is on the curve. */
function isPoint(text: string): boolean {
  const bytes = Buffer.from(text, 'base64url');
  if (bytes.length !== 65 || bytes[0] !== 4) return false;
  try {
    ECDH.convertKey(bytes, 'prime256v1');
    return true;
  } catch {
    return false;
  }
}
