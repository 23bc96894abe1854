import { randomBytes } from 'node:crypto';
import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import { Merchant, ProviderLink } from '../../../db/entities/index.ts';
import { lockRow } from '../../../db/lock-row.ts';
import { writeMail } from '../../../db/queries/console/write-mail.ts';
import { noteGuidesOf } from '../../../db/queries/guides/guide-writes.ts';
import { publishNextToMerchant } from '../../../db/queries/notifications/merchant-events.ts';
import { newMerchant } from '../../../db/queries/platform/new-merchant.ts';
import { invalidParameter } from '../../../domain/errors.ts';
import type { MerchantKind, MerchantStatus, Verification } from '../../../domain/merchant.ts';
import { verificationEventBody } from '../../../domain/merchant-events.ts';
import { defaultScopes, grantedScopes, type Scope } from '../../../domain/scope.ts';
import { verificationMail } from '../../../lib/mail/words.ts';
import { type AuditActor, recordAudit } from '../../audit.ts';

export interface Registration {
  readonly name: string;
  readonly kind: MerchantKind;
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  readonly sandbox: boolean;
  /** The e-mail address for trouble with its endpoints. */
  readonly contactEmail?: string;
}

/** What the operator found out about the company. */
type Decision = Exclude<Verification, 'pending'>;

export type MerchantRegistry = ReturnType<typeof createMerchantRegistry>;

/**
 * What operators do with merchants: for their command line and the console. Every change is audited, and is in force within
 * 5 s everywhere.
 */
export function createMerchantRegistry({ orm, now }: { orm: MikroORM; now: () => Date }) {
  const change = <Result>(work: (em: EntityManager) => Promise<Result>) =>
    orm.em.fork().transactional((em) => work(em));

  return {
    list: () => orm.em.fork().find(Merchant, {}, { orderBy: { createdAt: 'asc', key: 'asc' } }),

    /** A new merchant, whose verification is pending. */
    register: (actor: AuditActor, registration: Registration) =>
      change((em) => registerMerchant(em, actor, registration)),

    /**
     * Only approved merchants get tokens. The merchant is notified by event and e-mail when its verification changes.
     * @param reason the operator's words to the merchant.
     * @throws InvalidParameter when there is no such merchant.
     */
    verify: (actor: AuditActor, key: string, decision: Decision, reason: string | null = null) =>
      change((em) => verifyMerchant(em, actor, key, decision, { reason, at: now() })),

    /** Sets where its people read of trouble, or with null that nobody does. @throws InvalidParameter */
    setContact: (actor: AuditActor, key: string, contactEmail: string | null) =>
      change(async (em) => {
        (await findMerchant(em, key)).contactEmail = contactEmail;
        // The address is personal data: the log says only whether there is one.
        await audit(em, actor, 'merchant.contact_changed', key, { isSet: contactEmail !== null });
      }),

    /**
     * Suspends or resumes; a suspended merchant's tokens stop too.
     * @param reason the operator's words, for the audit log. @throws InvalidParameter
     */
    setStatus: (actor: AuditActor, key: string, status: MerchantStatus, reason?: string) =>
      change(async (em) => {
        const merchant = await lockMerchant(em, key);
        const isOther = merchant.status !== status;
        merchant.status = status;
        await em.flush();
        if (isOther) await noteGuidesOf(em, key);
        const action = status === 'active' ? 'merchant.resumed' : 'merchant.suspended';
        await audit(em, actor, action, key, reason === undefined ? {} : { reason });
      }),

    /** Ends what a provider may do for a merchant, within 5 s. @returns false when they were not linked. */
    unlink: (actor: AuditActor, key: string, providerKey: string) =>
      change((em) => unlinkMerchant(em, actor, key, providerKey)),
  };
}

/** What a link would be of, and allow. */
export interface LinkTerms {
  readonly merchantKey: string;
  readonly providerKey: string;
  readonly scopes: readonly Scope[];
}

/** @returns whether it is about the live world. @throws InvalidParameter when the two don't fit, or the merchant could not do that itself. */
export async function checkLink(
  em: EntityManager,
  { merchantKey, providerKey, scopes }: LinkTerms,
): Promise<boolean> {
  const merchant = await findMerchant(em, merchantKey);
  refuseMisfit(merchant, await findMerchant(em, providerKey), scopes);
  return !merchant.sandbox;
}

/**
 * Lets a provider act for a merchant within these scopes, or changes them, in the caller's transaction. The merchant does that itself:
 * operators only ask (provider-links.ts).
 * @throws InvalidParameter as `checkLink`.
 */
export async function linkMerchant(
  em: EntityManager,
  actor: AuditActor,
  key: string,
  providerKey: string,
  scopes: readonly Scope[],
): Promise<void> {
  await checkLink(em, { merchantKey: key, providerKey, scopes });
  await em.upsert(ProviderLink, { merchantKey: key, providerKey, scopes: [...scopes] });
  await audit(em, actor, 'provider.linked', key, { providerKey, scopes });
}

/** As `unlink`, in the caller's transaction. */
export async function unlinkMerchant(
  em: EntityManager,
  actor: AuditActor,
  key: string,
  providerKey: string,
): Promise<boolean> {
  const removed = await em.nativeDelete(ProviderLink, { merchantKey: key, providerKey });
  if (removed > 0) await audit(em, actor, 'provider.unlinked', key, { providerKey });
  return removed > 0;
}

/**
 * A new merchant, in the caller's transaction.
 * @param verification a company's sandbox merchant is approved at once: there is nothing real to protect.
 */
export async function registerMerchant(
  em: EntityManager,
  actor: AuditActor,
  registration: Registration,
  verification: 'pending' | 'approved' = 'pending',
): Promise<Merchant> {
  const merchant = newMerchant(em, { key: newMerchantKey(registration), ...registration, verification });
  await em.flush();
  const { key, kind, sandbox } = merchant;
  await audit(em, actor, 'merchant.registered', key, { kind, sandbox });
  return merchant;
}

/**
 * Writes the operator's decision in the caller's transaction, and notifies the merchant where it changed.
 * @param mailed addresses that the caller writes to about it: nobody gets two mails of one decision.
 * @throws InvalidParameter
 */
export async function verifyMerchant(
  em: EntityManager,
  actor: AuditActor,
  key: string,
  decision: Decision,
  {
    reason,
    at,
    mailed = [],
  }: { readonly reason: string | null; readonly at: Date; readonly mailed?: readonly string[] },
): Promise<void> {
  const merchant = await lockMerchant(em, key);
  const isNew = merchant.verification !== decision;
  merchant.verification = decision;
  await em.flush();
  await audit(em, actor, `merchant.${decision}`, key);
  if (!isNew) return;
  const contact = merchant.contactEmail?.toLowerCase();
  const isMailed = mailed.some((address) => address.toLowerCase() === contact);
  await publishDecision(em, key, decision, { reason, isMailed, occurredAt: at });
}

function newMerchantKey({ sandbox }: Registration): string {
  return `mk_${sandbox ? 'sandbox' : 'live'}_${randomBytes(9).toString('hex')}`;
}

async function findMerchant(em: EntityManager, key: string): Promise<Merchant> {
  const merchant = await em.findOne(Merchant, key);
  if (merchant === null) throw invalidParameter(key, 'unknown_reference', 'there is no such merchant');
  return merchant;
}

/** Two decisions at once are published one after the other. */
async function lockMerchant(em: EntityManager, key: string): Promise<Merchant> {
  await lockRow(em, Merchant, key);
  return findMerchant(em, key);
}

async function publishDecision(
  em: EntityManager,
  key: string,
  decision: Decision,
  {
    reason,
    isMailed,
    occurredAt,
  }: { readonly reason: string | null; readonly isMailed: boolean; readonly occurredAt: Date },
): Promise<void> {
  const type = decision === 'approved' ? 'merchant.verified' : 'merchant.refused';
  await publishNextToMerchant(em, {
    type,
    merchantKey: key,
    subjectId: key,
    occurredAt,
    body: (sequence) => verificationEventBody({ type, merchantKey: key, sequence, reason, occurredAt }),
  });
  if (isMailed) return;
  await writeMail(em, {
    ...verificationMail(key, decision, reason),
    type,
    merchantKey: key,
    about: key,
    occurredAt,
  });
}

function refuseMisfit(merchant: Merchant, provider: Merchant, scopes: readonly Scope[]): void {
  if (provider.kind !== 'provider')
    throw invalidParameter(provider.key, 'not_permitted', 'is not a provider');
  if (merchant.kind === 'provider')
    throw invalidParameter(merchant.key, 'not_permitted', 'is a provider itself');
  if (merchant.sandbox !== provider.sandbox)
    throw invalidParameter(provider.key, 'not_permitted', 'is in the other environment (sandbox or live)');
  const possible = defaultScopes(grantedScopes(merchant.kind, null));
  const beyond = scopes.find((scope) => !possible.includes(scope));
  if (beyond !== undefined)
    throw invalidParameter(merchant.key, 'not_permitted', `as ${merchant.kind} cannot grant ${beyond}`);
}

function audit(
  em: EntityManager,
  actor: AuditActor,
  action: string,
  merchantKey: string,
  details: Record<string, unknown> = {},
) {
  return recordAudit(em, actor, { action, subject: `merchant:${merchantKey}`, merchantKey, details });
}
