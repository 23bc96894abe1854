import { createHash } from 'node:crypto';
import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import { CommissionRule, Merchant } from '../../../db/entities/index.ts';
import {
  adjustAccount,
  adjustmentId,
  type Correction,
  CorrectionRefused,
  refundId,
  refundOrder,
  reversePosting,
} from '../../../db/queries/money/corrections.ts';
import type { MerchantKind } from '../../../domain/merchant.ts';
import type { PlatformTerms } from '../../../domain/platform-terms.ts';
import { recordAudit } from '../../audit.ts';
import { type ActingOperator, nameOf } from '../acting-operator.ts';

export interface OperationsDeps {
  readonly orm: MikroORM;
  readonly terms: PlatformTerms;
  readonly now: () => Date;
}

/** Why, and the operator's own key: the same one again changes nothing. */
export interface ByHand {
  readonly reason: string;
  readonly key?: string | undefined;
}

export interface NewRule {
  readonly studioKey: string;
  readonly agencyKey: string | null;
  /** Basis points; null ends an agreement. */
  readonly rate: number | null;
  /** `YYYY-MM-DD` in the platform's time zone. */
  readonly effectiveFrom: string;
}

export type LedgerOperations = ReturnType<typeof createLedgerOperations>;
/** Runs a change in a transaction. */
type Change = <Result>(work: (em: EntityManager) => Promise<Result>) => Promise<Result>;

/**
 * What operators do about money, each change with its entry in the audit log. Amounts are minor units.
 * @param change default: a transaction for each.
 * @throws CorrectionRefused
 */
export function createLedgerOperations(
  { orm, terms, now }: OperationsDeps,
  change: Change = (work) => orm.em.fork().transactional(work),
) {
  const correction = (actor: ActingOperator, reason: string, key: string): Correction => ({
    key,
    reason,
    operator: nameOf(actor),
    at: now(),
    timeZone: terms.timeZone,
  });
  /** Without a key of the operator's, what is asked is the key: an accidental repeat is refused, whenever it comes. */
  const keyOf = ({ reason, key }: ByHand, ...asked: (string | number)[]) =>
    key ?? `once-${digest([reason, ...asked])}`;
  return {
    refund: (actor: ActingOperator, orderId: string, amount: number, byHand: ByHand) =>
      change(async (em) => {
        const key = keyOf(byHand, orderId, amount);
        const made = await refundOrder(em, orderId, amount, correction(actor, byHand.reason, key));
        if (made.length > 0)
          await recordAudit(em, actor, {
            action: 'order.refunded',
            subject: `order:${orderId}`,
            details: { amount },
          });
        return outcome(refundId(orderId, key), made.length > 0, byHand);
      }),
    adjust: (
      actor: ActingOperator,
      to: { readonly merchantKey: string; readonly currency: string; readonly amount: number },
      byHand: ByHand,
    ) =>
      change(async (em) => {
        const { merchantKey, currency, amount } = to;
        const key = keyOf(byHand, merchantKey, currency, amount);
        const made = await adjustAccount(em, to, correction(actor, byHand.reason, key));
        if (made.length > 0) {
          await recordAudit(em, actor, {
            action: 'account.adjusted',
            subject: `merchant:${merchantKey}`,
            details: { currency, amount },
          });
        }
        return outcome(adjustmentId(merchantKey, key), made.length > 0, byHand);
      }),
    /** Once for each posting, so it needs no key. */
    reverse: (actor: ActingOperator, postingId: string, { reason }: ByHand): Promise<Posted> =>
      change(async (em) => {
        const made = await reversePosting(em, postingId, correction(actor, reason, ''));
        const isNew = made.length > 0;
        if (isNew)
          await recordAudit(em, actor, {
            action: 'posting.reversed',
            subject: `posting:${postingId}`.slice(0, 120),
          });
        return { postingId: `reversal:${postingId}`, isNew };
      }),
    setCommission: (actor: ActingOperator, rule: NewRule) =>
      change(async (em) => {
        await refuseMisfit(em, rule);
        em.create(CommissionRule, { ...rule, operator: nameOf(actor) });
        await em.flush();
        await recordAudit(em, actor, {
          action: 'commission.agreed',
          subject: `merchant:${rule.studioKey}`,
          details: { ...rule },
        });
      }),
    commissionRules: async (studioKey: string) => {
      const em = orm.em.fork();
      await findOfKind(em, studioKey, 'studio');
      return await em.find(CommissionRule, { studioKey }, { orderBy: { effectiveFrom: 'asc', id: 'asc' } });
    },
  };
}

export interface Posted {
  readonly postingId: string;
  /** False where the same key had posted it before. */
  readonly isNew: boolean;
}

/** @throws CorrectionRefused for a repeat that no key of the operator's explains */
function outcome(postingId: string, isNew: boolean, { key }: ByHand): Posted {
  if (isNew || key !== undefined) return { postingId, isNew };
  throw new CorrectionRefused(
    `the same was posted before as ${postingId}; to post it again, give it its own --key`,
  );
}

function digest(asked: readonly (string | number)[]): string {
  return createHash('sha256').update(JSON.stringify(asked)).digest('hex').slice(0, 20);
}

async function refuseMisfit(
  em: EntityManager,
  { studioKey, agencyKey, effectiveFrom }: NewRule,
): Promise<void> {
  await findOfKind(em, studioKey, 'studio');
  if (agencyKey !== null) await findOfKind(em, agencyKey, 'agency');
  if ((await em.count(CommissionRule, { studioKey, agencyKey, effectiveFrom })) === 0) return;
  throw new CorrectionRefused(
    `an agreement from ${effectiveFrom} already exists; agreements are never changed`,
  );
}

async function findOfKind(em: EntityManager, key: string, kind: MerchantKind): Promise<void> {
  const merchant = await em.findOne(Merchant, key);
  if (merchant === null) throw new CorrectionRefused(`${key}: there is no such merchant`);
  if (merchant.kind !== kind) throw new CorrectionRefused(`${key}: is not of the kind ${kind}`);
}
