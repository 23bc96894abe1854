import type { EntityManager } from '@mikro-orm/postgresql';
import { positionOf } from '../../../domain/ids.ts';
import type { SettlementEvent, SettlementState } from '../../../domain/settlement.ts';
import { type DisputeFacts, settlementEventBody } from '../../../domain/settlement-view.ts';
import type { Settlement } from '../../entities/index.ts';
import { nextSequenceOf, publishToMerchant } from '../notifications/notify.ts';

/** Publishes an event to a statement's merchant; the caller's transaction holds the statement's row. */
export async function publishStatement(
  em: EntityManager,
  settlement: Settlement,
  facts: {
    readonly event: SettlementEvent;
    readonly previousStatus: SettlementState;
    readonly occurredAt: Date;
    /** In real time; default: when it occurred. */
    readonly publishedAt?: Date;
    readonly dispute?: DisputeFacts;
  },
): Promise<void> {
  const sequence = await nextSequenceOf(em, settlement.id);
  await publishToMerchant(em, {
    type: `settlement.${facts.event}`,
    merchantKey: settlement.merchantKey,
    subjectId: settlement.id,
    settlementId: settlement.id,
    digits: settlement.id.slice('STL'.length),
    sequence,
    position: positionOf(sequence),
    body: settlementEventBody(settlement, { ...facts, sequence }),
    occurredAt: facts.publishedAt ?? facts.occurredAt,
    isAnnounced: true,
  });
}
