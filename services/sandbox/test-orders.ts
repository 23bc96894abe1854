import type { MikroORM } from '@mikro-orm/postgresql';
import type { OrderCreate, OrderDetail } from '../../contract/schemas/orders.ts';
import { Guide } from '../../db/entities/index.ts';
import { GuideNotFound, MerchantKindForbidden } from '../../domain/errors.ts';
import type { CallingMerchant } from '../../domain/merchant.ts';
import { SANDBOX_AGENCY_KEY } from '../../domain/sandbox.ts';
import { recordAudit } from '../audit.ts';
import type { MerchantDirectory } from '../merchants.ts';
import type { OrderService } from '../orders/index.ts';
import { refuseLive } from './clock.ts';
import { partyOf } from './parties.ts';

export interface TestOrderDeps {
  readonly orm: MikroORM;
  readonly merchants: Pick<MerchantDirectory, 'find'>;
  readonly orders: Pick<OrderService, 'create' | 'detail'>;
}

export interface TestOrders {
  /**
   * Has the sandbox agency book one of the calling studio's guides, as order/create would for it.
   * @throws MerchantKindForbidden, GuideNotFound also for another studio's guide, and what order/create throws
   */
  place(studio: CallingMerchant, request: OrderCreate): Promise<OrderDetail>;
}

/** Somebody has to book a sandbox studio, so that it can try its inbox. */
export function createTestOrders({ orm, merchants, orders }: TestOrderDeps): TestOrders {
  return {
    async place(studio, request) {
      refuseLive(studio);
      if (studio.kind !== 'studio') throw new MerchantKindForbidden('only for studios: book by order/create');
      const own = { id: request.guideId, studioKey: studio.key, deletedAt: null };
      if ((await orm.em.fork().count(Guide, own)) === 0) throw new GuideNotFound();
      const buyer = await partyOf(merchants, SANDBOX_AGENCY_KEY);
      // The studio's request under its key, so that no two studios meet under one.
      const { created, isReplay } = await orders.create(buyer, request, studio.via?.command?.id);
      if (!isReplay) {
        const act = { action: 'sandbox.order_placed', subject: `order:${created.orderId}` };
        await recordAudit(orm.em.fork(), studio, act);
      }
      // As the studio sees it: without contact data until it has confirmed.
      return await orders.detail(studio, created.orderId);
    },
  };
}
