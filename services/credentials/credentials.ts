import { type EntityManager, LockMode, type MikroORM } from '@mikro-orm/postgresql';
import type { Cipher } from '../../db/cipher.ts';
import { Credential, Merchant } from '../../db/entities/index.ts';
import { newAppSecret } from '../../db/seed/index.ts';
import type { CredentialKind, CredentialStatus } from '../../domain/credential.ts';
import { CredentialNotFound, invalidParameter } from '../../domain/errors.ts';
import { type AuditActor, recordAudit } from '../audit.ts';
import { once } from '../commands.ts';
import { endCredential, endDescendants, validAt, validDescendants } from './ends.ts';
import { hashOfKey, newOctoKey } from './octo-keys.ts';
import { kindOf, type NewCredential, refuseTooMany, settingsOf, withoutProducts } from './settings.ts';

export const MAX_OVERLAP_SECONDS = 604_800;
/** A list has the newest of those that have ended. */
const ENDED_LISTED = 100;

export interface IssuedCredential {
  readonly id: string;
  readonly merchantKey: string;
  /** The app_secret or the OCTO key: shown now and never again. */
  readonly appSecret: string;
}

export interface Rotation {
  /** For so long the old one stays valid; 0: it and its tokens end at once. */
  readonly overlapSeconds: number;
  /** The old app_secret has leaked: every credential that descends from it ends too. Needs an overlap of 0. */
  readonly compromised?: boolean | undefined;
}

export interface RotatedCredential extends IssuedCredential {
  /** Until then the old app_secret works too; null: it does not. */
  readonly previousValidUntil: Date | null;
  /** When the new one ends; null: when it is revoked. */
  readonly validUntil: Date | null;
}

export type ListedCredential = Pick<
  Credential,
  | 'id'
  | 'parentId'
  | 'products'
  | 'label'
  | 'scopes'
  | 'requireSignature'
  | 'createdAt'
  | 'lastUsedAt'
  | 'validUntil'
  | 'revokedAt'
> & { readonly kind: CredentialKind };

export type CredentialService = ReturnType<typeof createCredentialService>;

/** A merchant's app_secrets: for the API, the operators' command line and the console. */
export function createCredentialService(deps: { orm: MikroORM; cipher: Cipher; now: () => Date }) {
  const { orm, cipher, now } = deps;

  async function create(
    em: EntityManager,
    merchantKey: string,
    kind: CredentialKind,
    row: Partial<Credential>,
  ): Promise<string> {
    const kept =
      kind === 'octo_key'
        ? { keyHash: hashOfKey(newOctoKey()) }
        : { secretEncrypted: await cipher.encrypt(newAppSecret()) };
    const credential = em.create(Credential, { ...row, ...kept, merchantKey });
    await em.flush();
    return String(credential.id);
  }

  /** What the answer shows. A key is made as it is shown: nobody has seen the one that an earlier try of the command made. */
  async function shown(em: EntityManager, id: string): Promise<string> {
    const credential = await em.findOneOrFail(Credential, Number(id));
    if (credential.secretEncrypted != null) return await cipher.decrypt(credential.secretEncrypted);
    const key = newOctoKey();
    credential.keyHash = hashOfKey(key);
    await em.flush();
    return key;
  }

  /** The merchant is locked. */
  async function replace(
    em: EntityManager,
    actor: AuditActor,
    rotation: Rotation,
    { merchantKey, credentialId }: { readonly merchantKey: string; readonly credentialId: string },
  ): Promise<Replacement> {
    const at = now();
    const old = await em.findOne(Credential, { id: Number(credentialId), ...validAt(merchantKey, at) });
    if (old === null)
      throw invalidParameter(
        'credential',
        'unknown_reference',
        'this app_secret has expired or been revoked',
      );
    if (rotation.compromised) await endDescendants(em, actor, old, at);
    if (rotation.overlapSeconds > 0) await refuseTooMany(em, merchantKey, kindOf(old), at);
    const validUntil = old.validUntil?.toISOString() ?? null;
    const id = await create(em, merchantKey, kindOf(old), inherited(old, actor, rotation));
    const previousValidUntil = endOverlap(old, at, rotation.overlapSeconds)?.toISOString() ?? null;
    await recordAudit(em, actor, {
      action: 'credential.rotated',
      subject: `credential:${old.id}`,
      merchantKey,
      details: { replacedBy: id, ...describe(rotation) },
    });
    return { id, validUntil, previousValidUntil };
  }

  return {
    /** @throws InvalidParameter when there is no such merchant, or it has too many valid ones. */
    issue: (actor: AuditActor, merchantKey: string, wanted: NewCredential) =>
      orm.em.fork().transactional(async (em): Promise<IssuedCredential> => {
        const { kind = 'app_secret', parentId = null } = wanted;
        await lockMerchant(em, merchantKey);
        const { id } = await partOf(em, actor, 'credential.issued', async () => {
          await refuseTooMany(em, merchantKey, kind, now());
          const settings = settingsOf(wanted);
          const made = await create(em, merchantKey, kind, { ...settings, parentId });
          await recordAudit(em, actor, {
            action: 'credential.issued',
            subject: `credential:${made}`,
            merchantKey,
            details: kind === 'app_secret' ? withoutProducts(settings) : { kind, ...settings },
          });
          return { id: made };
        });
        return { id, merchantKey, appSecret: await shown(em, id) };
      }),

    /**
     * A new app_secret with the settings of `credentialId`, its end among them, so that it never exceeds the one that
     * made it.
     * @throws InvalidParameter when that one has expired or been revoked, or too many are valid.
     */
    rotate: (actor: AuditActor, merchantKey: string, credentialId: string, rotation: Rotation) =>
      orm.em.fork().transactional(async (em): Promise<RotatedCredential> => {
        refuseOverlapOfLeaked(rotation);
        await lockMerchant(em, merchantKey);
        const made = await partOf(em, actor, 'credential.rotated', () =>
          replace(em, actor, rotation, { merchantKey, credentialId }),
        );
        return {
          id: made.id,
          merchantKey,
          appSecret: await shown(em, made.id),
          validUntil: instantOf(made.validUntil),
          previousValidUntil: instantOf(made.previousValidUntil),
        };
      }),

    /**
     * It and its tokens end within 5 s everywhere; with `compromised` also every credential that descends from it.
     * @param owner whose it has to be; default: anybody's.
     * @returns the ids of those that this call ended.
     * @throws CredentialNotFound
     */
    revoke: (
      actor: AuditActor,
      credentialId: string,
      { compromised = false, owner }: { compromised?: boolean; owner?: string } = {},
    ) =>
      orm.em.fork().transactional(async (em): Promise<string[]> => {
        const named = { id: Number(credentialId), ...(owner === undefined ? {} : { merchantKey: owner }) };
        const credential = await em.findOne(Credential, named);
        if (credential === null) throw new CredentialNotFound();
        await lockMerchant(em, credential.merchantKey);
        const { ended } = await partOf(em, actor, 'credential.revoked', async () => {
          const at = now();
          const own = await endCredential(em, actor, credential, at);
          return {
            ended: compromised ? [...own, ...(await endDescendants(em, actor, credential, at))] : own,
          };
        });
        return ended;
      }),

    /**
     * What ends with a credential that has leaked, beside itself: the ids of those rotated from it that still work.
     * @throws CredentialNotFound also for another merchant's
     */
    descendants: async (merchantKey: string, credentialId: string): Promise<string[]> => {
      const em = orm.em.fork();
      const id = Number(credentialId);
      if ((await em.count(Credential, { id, merchantKey })) === 0) throw new CredentialNotFound();
      return await validDescendants(em, id, now());
    },

    /**
     * The valid ones, then the newest of the others; without their secrets.
     * @throws InvalidParameter when there is no such merchant.
     */
    list: async (merchantKey: string): Promise<ListedCredential[]> => {
      const em = orm.em.fork();
      if ((await em.count(Merchant, merchantKey)) === 0)
        throw invalidParameter('merchant', 'unknown_reference', 'does not exist');
      const newest = { orderBy: { id: 'desc' }, exclude: ['secretEncrypted'] } as const;
      const valid = await em.find(Credential, validAt(merchantKey, now()), newest);
      const others = { merchantKey, id: { $nin: valid.map(({ id }) => id) } };
      const ended = await em.find(Credential, others, { ...newest, limit: ENDED_LISTED });
      return [...valid, ...ended].map((one) => Object.assign(one, { kind: kindOf(one) }));
    },

    statusOf: ({ revokedAt, validUntil }: Pick<Credential, 'revokedAt' | 'validUntil'>): CredentialStatus => {
      const at = now();
      if (revokedAt != null && revokedAt <= at) return 'revoked';
      return validUntil != null && validUntil <= at ? 'expired' : 'valid';
    },
  };
}

/** Instants are RFC 3339. */
interface Replacement {
  readonly id: string;
  readonly validUntil: string | null;
  readonly previousValidUntil: string | null;
}

const instantOf = (text: string | null) => (text === null ? null : new Date(text));

/** A part of a command where the actor has one: operators have no keys. */
async function partOf<Result extends object>(
  em: EntityManager,
  actor: AuditActor,
  action: string,
  work: () => Promise<Result>,
): Promise<Result> {
  if (!('key' in actor)) return await work();
  return (await once(em, actor, action, work)).result;
}

/** Issues, rotations and revocations of one merchant take turns: the second one sees what the first did. */
async function lockMerchant(em: EntityManager, merchantKey: string): Promise<void> {
  const merchant = await em.findOne(Merchant, merchantKey, { lockMode: LockMode.PESSIMISTIC_WRITE });
  if (merchant === null) throw invalidParameter('merchant', 'unknown_reference', 'does not exist');
}

function refuseOverlapOfLeaked({ overlapSeconds, compromised }: Rotation): void {
  if (!compromised || overlapSeconds === 0) return;
  throw invalidParameter(
    'body.overlapSeconds',
    'not_permitted',
    'must be 0 for an app_secret that has leaked',
  );
}

/**
 * What a new credential has of the one it replaces. It descends from that one, except where somebody at a console replaces
 * a leaked one: a thief of the leaked secret had no part in that.
 */
function inherited(old: Credential, actor: AuditActor, { compromised }: Rotation): Partial<Credential> {
  const { label, scopes, requireSignature, validUntil, products } = old;
  const isFresh = compromised === true && isAtConsole(actor);
  return { label, scopes, requireSignature, validUntil, products, parentId: isFresh ? null : old.id };
}

function isAtConsole(actor: AuditActor): boolean {
  if ('key' in actor) return actor.via?.personId !== undefined;
  return 'operator' in actor || 'personId' in actor;
}

function describe({ overlapSeconds, compromised }: Rotation): Record<string, unknown> {
  return compromised ? { overlapSeconds, compromised } : { overlapSeconds };
}

/** An overlap never makes an end later than it was. */
function endOverlap(old: Credential, at: Date, overlapSeconds: number): Date | null {
  if (overlapSeconds === 0) {
    old.revokedAt = at;
    return null;
  }
  const end = new Date(at.getTime() + overlapSeconds * 1_000);
  old.validUntil = old.validUntil != null && old.validUntil < end ? old.validUntil : end;
  return old.validUntil;
}
