import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import { assignOrder, holdMember, unassignOrder } from '../../db/queries/console/order-assignments.ts';
import type { AssignedFilter } from '../../db/queries/orders/assigned.ts';
import { COMPANY_ACTIONS } from '../../domain/console-roles.ts';
import { invalidParameter, MerchantKindForbidden } from '../../domain/errors.ts';
import type { CallingMerchant } from '../../domain/merchant.ts';
import { recordAudit } from '../audit.ts';
import { once } from '../commands.ts';
import { findVisibleOrder } from '../orders/reading.ts';
import { type Colleague, isOutsider } from './colleague.ts';

export interface Assigning {
  /**
   * Has one of the company's people look after an order, or nobody (null); in whatever state it is.
   * @throws OrderNotFound; InvalidParameter for who is not of the company, or whose role moves no orders.
   */
  assign(colleague: Colleague, orderId: string, personId: number | null): Promise<void>;
}

/** Which of a company's people looks after which order: theirs to see, as notes are. */
export function createAssigning({ orm }: { readonly orm: MikroORM }): Assigning {
  return {
    assign: (colleague, orderId, personId) =>
      orm.em.fork().transactional(async (em) => {
        await findVisibleOrder(em, colleague.merchant, orderId);
        await once(em, colleague.merchant, 'order.assigned', async () => {
          await change(em, colleague, orderId, personId);
          return {};
        });
      }),
  };
}

async function change(
  em: EntityManager,
  { merchant, companyId }: Colleague,
  orderId: string,
  personId: number | null,
): Promise<void> {
  const of = { orderId, ownerKey: merchant.key };
  const subject = `order:${orderId}`;
  if (personId === null) {
    if (await unassignOrder(em, of)) await recordAudit(em, merchant, { action: 'order.unassigned', subject });
    return;
  }
  const member = { companyId, personId };
  if (!(await holdMember(em, member, COMPANY_ACTIONS['orders.write'])))
    throw invalidParameter(
      'body.personId',
      'unknown_reference',
      'must be somebody of the company who may move orders',
    );
  if (await assignOrder(em, of, member))
    await recordAudit(em, merchant, { action: 'order.assigned', subject, details: { personId } });
}

/** A list's filter: `me`, `nobody`, or a person's number; undefined: whoever has them. @throws MerchantKindForbidden for a provider's people. */
export function assignedFilter(
  merchant: CallingMerchant,
  assigned: string | undefined,
): AssignedFilter | undefined {
  if (assigned === undefined) return undefined;
  if (isOutsider(merchant))
    throw new MerchantKindForbidden("who looks after an order is known to the merchant's own people");
  const ownerKey = merchant.key;
  if (assigned === 'nobody') return { ownerKey, personId: null };
  // A program is nobody's colleague.
  const personId = assigned === 'me' ? (merchant.via?.personId ?? 0) : Number(assigned);
  return { ownerKey, personId };
}
