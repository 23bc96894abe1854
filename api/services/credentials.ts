import { type EntityManager, LockMode, type MikroORM } from '@mikro-orm/postgresql';
import type { Cipher } from '../../db/cipher.ts';
import { Credential, Merchant } from '../../db/entities/index.ts';
import { newAppSecret } from '../../db/seed/index.ts';
import { InvalidParameter } from '../../domain/errors.ts';
import type { Scope } from '../../domain/scope.ts';
import { type AuditActor, recordAudit } from './audit.ts';

/** So many may be valid at once: each guess and each signature is held against all of them. */
export const MAX_VALID_CREDENTIALS = 10;
export const MAX_OVERLAP_SECONDS = 604_800;

export interface IssuedCredential {
  readonly id: string;
  readonly merchantKey: string;
  /** Shown now and never again. */
  readonly appSecret: string;
}

export interface NewCredential {
  readonly label?: string | undefined;
  /** Default: all that the merchant's kind allows. */
  readonly scopes?: readonly Scope[] | undefined;
  readonly requireSignature?: boolean | undefined;
}

export interface RotatedCredential extends IssuedCredential {
  /** Until then the old app_secret works too; null: it does not. */
  readonly previousValidUntil: Date | null;
}

export type CredentialService = ReturnType<typeof createCredentialService>;

/** A merchant's app_secrets: for the API, the operators' command line and the console. */
export function createCredentialService(deps: { orm: MikroORM; cipher: Cipher; now: () => Date }) {
  const { orm, cipher, now } = deps;

  async function create(
    em: EntityManager,
    merchantKey: string,
    row: Partial<Credential>,
  ): Promise<IssuedCredential> {
    const appSecret = newAppSecret();
    const secretEncrypted = await cipher.encrypt(appSecret);
    const credential = em.create(Credential, { ...row, merchantKey, secretEncrypted });
    await em.flush();
    return { id: String(credential.id), merchantKey, appSecret };
  }

  return {
    /** @throws InvalidParameter when there is no such merchant, or it has too many valid ones. */
    issue: (actor: AuditActor, merchantKey: string, { label, scopes, requireSignature }: NewCredential) =>
      orm.em.fork().transactional(async (em) => {
        await lockMerchant(em, merchantKey);
        await refuseTooMany(em, merchantKey, now());
        const settings = {
          label: label ?? null,
          scopes: scopes ? [...scopes] : null,
          requireSignature: requireSignature ?? false,
        };
        const issued = await create(em, merchantKey, settings);
        await recordAudit(em, actor, {
          action: 'credential.issued',
          subject: `credential:${issued.id}`,
          merchantKey,
          details: settings,
        });
        return issued;
      }),

    /**
     * A new app_secret with the settings of `credentialId`, which stays valid for so many seconds; 0: it and its tokens
     * stop at once.
     * @throws InvalidParameter when that one is valid no more, or too many are.
     */
    rotate: (actor: AuditActor, merchantKey: string, credentialId: string, overlapSeconds: number) =>
      orm.em.fork().transactional(async (em): Promise<RotatedCredential> => {
        await lockMerchant(em, merchantKey);
        const old = await em.findOne(Credential, {
          id: Number(credentialId),
          ...validAt(merchantKey, now()),
        });
        if (old === null) throw refusal('credential', 'this app_secret is valid no more');
        if (overlapSeconds > 0) await refuseTooMany(em, merchantKey, now());
        const { label, scopes, requireSignature } = old;
        const issued = await create(em, merchantKey, { label, scopes, requireSignature });
        const previousValidUntil = endOverlap(old, now(), overlapSeconds);
        await recordAudit(em, actor, {
          action: 'credential.rotated',
          subject: `credential:${old.id}`,
          merchantKey,
          details: { replacedBy: issued.id, overlapSeconds },
        });
        return { ...issued, previousValidUntil };
      }),

    /** It and its tokens stop within 5 s everywhere. @returns false when there is no such one left to revoke. */
    revoke: (actor: AuditActor, credentialId: string) =>
      orm.em.fork().transactional(async (em) => {
        const credential = await em.findOne(Credential, { id: Number(credentialId), revokedAt: null });
        if (credential === null) return false;
        credential.revokedAt = now();
        await recordAudit(em, actor, {
          action: 'credential.revoked',
          subject: `credential:${credentialId}`,
          merchantKey: credential.merchantKey,
        });
        return true;
      }),

    /** Newest first; without their secrets. @throws InvalidParameter when there is no such merchant. */
    list: async (merchantKey: string) => {
      const em = orm.em.fork();
      if ((await em.count(Merchant, merchantKey)) === 0) throw refusal('merchant', 'does not exist');
      const found = { orderBy: { id: 'desc' }, exclude: ['secretEncrypted'] } as const;
      return await em.find(Credential, { merchantKey }, found);
    },
  };
}

/** Rotations and issues of one merchant take turns. */
async function lockMerchant(em: EntityManager, merchantKey: string): Promise<void> {
  const merchant = await em.findOne(Merchant, merchantKey, { lockMode: LockMode.PESSIMISTIC_WRITE });
  if (merchant === null) throw refusal('merchant', 'does not exist');
}

async function refuseTooMany(em: EntityManager, merchantKey: string, at: Date): Promise<void> {
  const valid = await em.count(Credential, validAt(merchantKey, at));
  if (valid < MAX_VALID_CREDENTIALS) return;
  throw refusal('credential', `${MAX_VALID_CREDENTIALS} app_secrets are valid already: revoke one first`);
}

function validAt(merchantKey: string, at: Date) {
  return {
    merchantKey,
    $and: [
      { $or: [{ revokedAt: null }, { revokedAt: { $gt: at } }] },
      { $or: [{ validUntil: null }, { validUntil: { $gt: at } }] },
    ],
  };
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

function refusal(path: string, reason: string): InvalidParameter {
  return new InvalidParameter([{ path, reason }]);
}
