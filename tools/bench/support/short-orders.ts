import { randomBytes } from 'node:crypto';
import { Client, Connection } from '@temporalio/client';
import { Order } from '../../../db/entities/index.ts';
import { newMerchant } from '../../../db/queries/platform/new-merchant.ts';
import { Unavailable } from '../../../domain/errors.ts';
import type { CallingMerchant } from '../../../domain/merchant.ts';
import { DEFAULT_PLATFORM_TERMS } from '../../../domain/platform-terms.ts';
import { createOrderGateway, type StartableOrder } from '../../../lib/temporal/order-gateway.ts';
import { createCallbackService } from '../../../services/endpoints/callbacks.ts';
import { createOrderService } from '../../../services/orders/index.ts';
import { say } from './backends.ts';
import { BENCH_STUDIO, type Guidepost, orderNumber, PARTY } from './guidepost.ts';

/**
 * Orders through the API's own services in this process, whose workflows get a trip that begins and ends at
 * once: a calendar has no trips of milliseconds.
 * @param timerMs from the start to the trip's start, and from there to its end.
 */
export async function createShortOrders(
  { orm, cipher, backends }: Guidepost,
  receiver: string,
  timerMs: number,
) {
  const now = () => new Date();
  const key = `mk_bench_${randomBytes(6).toString('hex')}`;
  const agency: CallingMerchant = { ...PARTY, key, kind: 'agency', status: 'active' };
  const studio: CallingMerchant = { ...PARTY, key: BENCH_STUDIO, kind: 'studio', status: 'active' };
  const em = orm.em.fork();
  newMerchant(em, { ...PARTY, key, name: key, kind: 'agency' });
  await em.flush();
  const callbacks = createCallbackService({
    orm,
    cipher,
    now,
    allowInsecure: true,
    onCallbackChanged: async () => {},
  });
  await callbacks.save(agency, receiver);

  const connection = await Connection.connect({ address: backends.temporal.address });
  const gateway = createOrderGateway(new Client({ connection }));
  const starts = new Map<string, Promise<void>>();
  const start = (order: StartableOrder) => {
    const tripStartAt = new Date(Date.now() + timerMs);
    const tripEndAt = new Date(tripStartAt.getTime() + timerMs);
    // The workflow believes the database.
    const shorten = em.fork().nativeUpdate(Order, { id: order.id }, { tripStartAt, tripEndAt });
    starts.set(
      order.id,
      shorten.then(() => gateway.start({ ...order, tripStartAt, tripEndAt })),
    );
  };
  const orders = createOrderService({
    orm,
    now,
    terms: DEFAULT_PLATFORM_TERMS,
    starter: { start },
    gateway,
  });
  return {
    async create(index: number): Promise<string> {
      const { created } = await orders.create(agency, orderNumber(index), `short-${index}`);
      await starts.get(created.orderId);
      starts.delete(created.orderId);
      return created.orderId;
    },
    /** As merchants do: who gets 50301 (result unknown) repeats the request under its key. */
    async confirm(orderId: string): Promise<void> {
      const confirm = () => orders.move(studio, orderId, 'confirm', { idempotencyKey: orderId });
      await confirm().catch((error) => {
        if (!(error instanceof Unavailable)) throw error;
        say(`  ${orderId}: its confirmation is sent again`);
        return confirm();
      });
    },
  };
}
