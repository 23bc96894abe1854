import type { EntityManager } from '@mikro-orm/postgresql';
import { AuditEntry } from '../db/entities/index.ts';
import type { CallingMerchant } from '../domain/merchant.ts';

/** Someone at the operator's own command line. */
export interface Operator {
  readonly operator: string;
  /** Where they work: a host name or an address. */
  readonly address: string;
}

/** A person at the console who acts for no merchant: an operator, or somebody in its own account. */
export interface PersonAtConsole {
  readonly personId: number;
  readonly address: string;
  readonly requestId: string;
}

/** Somebody who did not show who they are: a sign-in that was refused. */
interface Unknown {
  readonly unknown: true;
  readonly address: string;
  readonly requestId: string;
}

export type AuditActor = CallingMerchant | Operator | PersonAtConsole | Unknown;

export interface AuditedChange {
  /** Noun and past participle: `guide.updated`. */
  readonly action: string;
  /** Noun and id: `guide:G1001`. */
  readonly subject: string;
  /** The merchant that it concerns; default: the acting merchant. */
  readonly merchantKey?: string;
  /** Names of changed fields, ids, settings. Never a secret, never personal data. */
  readonly details?: Record<string, unknown>;
}

/**
 * Writes who changed what, when and from where.
 * Call it with the entity manager of the change's own transaction: both are written, or neither.
 */
export async function recordAudit(
  em: EntityManager,
  actor: AuditActor,
  { action, subject, merchantKey, details = {} }: AuditedChange,
): Promise<void> {
  const entry = { action, subject, ...describe(actor, merchantKey) };
  await em.insert(AuditEntry, { ...entry, details: { ...details, ...providerOf(actor) } });
}

/**
 * Notes an act that changes no credential, callback or guide where a provider or a person at the console does it: each act of
 * theirs is recorded with both. What a merchant's own program does of that kind is recorded without it.
 */
export async function recordProviderAct(
  em: EntityManager,
  merchant: CallingMerchant,
  change: AuditedChange,
): Promise<void> {
  const { actingKey, personId } = merchant.via ?? {};
  if (actingKey !== undefined || personId !== undefined) await recordAudit(em, merchant, change);
}

/** Through which provider a person acts; where a program does, it is the actor itself. */
function providerOf(actor: AuditActor): { provider?: string } {
  if (!('key' in actor)) return {};
  const { actingKey, personId } = actor.via ?? {};
  return personId !== undefined && actingKey !== undefined ? { provider: actingKey } : {};
}

/** Who it is, as the log has it. */
export function actorName(actor: AuditActor): string {
  return describe(actor, undefined).actor;
}

function describe(actor: AuditActor, owner: string | undefined) {
  if ('operator' in actor) {
    return { actor: `operator:${actor.operator}`, address: actor.address, merchantKey: owner ?? null };
  }
  if ('personId' in actor || 'unknown' in actor) {
    const { address, requestId } = actor;
    const who = 'personId' in actor ? `person:${actor.personId}` : 'unknown';
    return { actor: who, address, requestId, merchantKey: owner ?? null };
  }
  const { key, via } = actor;
  const from = {
    credentialId: via?.credentialId ?? null,
    address: via?.address ?? null,
    requestId: via?.requestId ?? null,
    requestKey: via?.command?.id ?? null,
    merchantKey: owner ?? key,
  };
  const { actingKey, personId } = via ?? {};
  const acting = personId === undefined ? (actingKey ?? key) : `person:${personId}`;
  return { ...from, actor: acting, ...(actingKey !== undefined && { onBehalfOf: key }) };
}
