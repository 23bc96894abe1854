import type { EntityManager } from '@mikro-orm/postgresql';
import { publishNextToMerchant } from '../../db/queries/notifications/merchant-events.ts';
import type { DueEntry } from '../../db/queries/orders/waitlist.ts';
import { waitlistId } from '../../domain/ids.ts';
import { timeFor } from '../../domain/sandbox.ts';
import { guideAvailableBody } from '../../domain/waitlist.ts';
import type { HoldFacts } from '../holds/view.ts';

/**
 * Its deliveries go by real time, what it says by the merchant's clock. The entry is the transaction's.
 * @param hold what keeps the time for it; undefined: whoever books first has it.
 */
export async function notifyWaiting(
  em: EntityManager,
  entry: DueEntry,
  realNow: Date,
  hold?: HoldFacts,
): Promise<void> {
  await publishNextToMerchant(em, {
    type: 'guide.available',
    merchantKey: entry.merchantKey,
    subjectId: waitlistId(entry.id),
    occurredAt: realNow,
    body: (sequence) => guideAvailableBody(entry, sequence, timeFor(entry, realNow), hold),
  });
}
