import type { Recipe } from './recipe.ts';
import type { Order, World } from './world.ts';

const moved = (order: Order, status: string) => ({
  type: 'order.status_changed',
  status,
  about: order.orderId,
});
const about = (type: string, { orderId }: Order) => ({ type, about: orderId });

async function started(world: World): Promise<Order> {
  const order = await world.confirmed();
  await world.advance(order.orderId, 'The trip begins');
  return order;
}

async function completed(world: World): Promise<Order> {
  const order = await started(world);
  await world.advance(order.orderId, 'The trip ends');
  return order;
}

/** A confirmed order of which the merchant asks for another number of guests. */
async function changeRequested(world: World): Promise<Order> {
  const agency = world.sideOf('agency', 'a change');
  const order = await world.confirmed();
  world.step('The merchant asks for a second guest');
  await agency.orders.change(order.orderId, { guestCount: 2 }, { signal: world.signal });
  return order;
}

export const ORDER_RECIPES: readonly Recipe[] = [
  {
    name: 'order.created',
    does: 'an order is made; it is pending',
    run: async (world) => moved(await world.book('stay'), 'pending'),
  },
  {
    name: 'order.confirmed',
    does: 'a studio confirms an order',
    run: async (world) => moved(await world.confirmed(), 'confirmed'),
  },
  {
    name: 'order.rejected',
    does: 'a studio rejects an order; it is cancelled',
    run: async (world) => moved(await world.rejected(), 'cancelled'),
  },
  {
    name: 'order.expired',
    does: 'nobody confirms an order in time; it is cancelled',
    run: async (world) => {
      const order = await world.book('stay');
      await world.advance(order.orderId, "The studio's time is over");
      return moved(order, 'cancelled');
    },
  },
  {
    name: 'order.cancelled',
    does: 'the merchant cancels an order; as a studio: you withdraw a confirmed one',
    run: async (world) => {
      const { own, ownSide, signal } = world;
      const order = ownSide === 'agency' ? await world.book('stay') : await world.confirmed();
      world.step(ownSide === 'agency' ? 'The merchant cancels it' : 'The studio withdraws it');
      await own.orders.cancel(order.orderId, undefined, { signal });
      return moved(order, 'cancelled');
    },
  },
  {
    name: 'order.in_progress',
    does: 'the trip of a confirmed order begins',
    run: async (world) => moved(await started(world), 'in_progress'),
  },
  {
    name: 'order.completed',
    does: 'the trip of an order ends',
    run: async (world) => moved(await completed(world), 'completed'),
  },
  {
    name: 'order.changed',
    does: 'the merchant changes a pending order, which takes effect at once',
    needs: 'agency',
    run: async (world) => {
      const agency = world.sideOf('agency', 'a change');
      const order = await world.book('stay');
      world.step('The merchant adds a second guest');
      await agency.orders.change(order.orderId, { guestCount: 2 }, { signal: world.signal });
      return about('order.changed', order);
    },
  },
  {
    name: 'order.change_requested',
    does: 'the merchant asks to change a confirmed order',
    needs: 'agency',
    run: async (world) => about('order.change_requested', await changeRequested(world)),
  },
  {
    name: 'order.change_withdrawn',
    does: 'the merchant takes such a request back',
    needs: 'agency',
    run: async (world) => {
      const order = await changeRequested(world);
      world.step('The merchant withdraws it');
      await world
        .sideOf('agency', 'a change')
        .orders.withdrawChange(order.orderId, undefined, { signal: world.signal });
      return about('order.change_withdrawn', order);
    },
  },
  {
    name: 'order.change_declined',
    does: 'the studio declines such a request',
    needs: 'both',
    run: async (world) => {
      const studio = world.sideOf('studio', 'declining a change');
      const order = await changeRequested(world);
      world.step('The studio declines it');
      await studio.orders.declineChange(order.orderId, undefined, { signal: world.signal });
      return about('order.change_declined', order);
    },
  },
  {
    name: 'order.change_expired',
    does: "nobody answers such a request; moves the agency's sandbox clock ahead",
    needs: 'agency',
    run: async (world) => {
      const agency = world.sideOf('agency', 'a change');
      const order = await changeRequested(world);
      const { openChange } = await agency.orders.get(order.orderId, { signal: world.signal });
      world.step("The agency's sandbox clock is moved past the studio's time");
      const until = openChange?.answerBy ?? order.tripStartAt;
      await agency.sandbox.advanceClock(
        { until: new Date(Date.parse(until) + 1_000).toISOString() },
        { signal: world.signal },
      );
      return about('order.change_expired', order);
    },
  },
  {
    name: 'order.refunded',
    does: 'the studio gives a part of the price back',
    needs: 'studio',
    run: async (world) => {
      const studio = world.sideOf('studio', 'a refund');
      const order = await world.confirmed();
      world.step('The studio gives 1 back');
      await studio.orders.refund(
        order.orderId,
        { amount: 1, reason: 'Made by "guidepost trigger"' },
        { signal: world.signal },
      );
      return about('order.refunded', order);
    },
  },
  {
    name: 'order.confirmation_due',
    does: "half of the studio's time is over; studios get it; moves the agency's sandbox clock ahead",
    needs: 'both',
    run: async (world) => {
      const agency = world.sideOf('agency', 'moving the clock of the order');
      world.sideOf('studio', 'a reminder');
      const order = await world.book('stay');
      const { nextDeadline, createdAt } = await agency.orders.get(order.orderId, { signal: world.signal });
      const half = (Date.parse(createdAt) + Date.parse(nextDeadline!.at)) / 2 + 1_000;
      world.step("The agency's sandbox clock is moved past half of the studio's time");
      await agency.sandbox.advanceClock({ until: new Date(half).toISOString() }, { signal: world.signal });
      return about('order.confirmation_due', order);
    },
  },
  {
    name: 'review.created',
    does: 'the merchant rates a trip that is over',
    needs: 'agency',
    run: async (world) => {
      const agency = world.sideOf('agency', 'a review');
      const order = await completed(world);
      world.step('The merchant rates it');
      await agency.orders.review(
        order.orderId,
        { rating: 5, text: 'Knew every corner.' },
        { signal: world.signal },
      );
      return about('review.created', order);
    },
  },
  {
    name: 'message.received',
    does: 'the other side of an order writes to you',
    needs: 'both',
    run: async (world) => {
      const writer = world.sideOf(world.ownSide === 'agency' ? 'studio' : 'agency', 'a message to you');
      const order = await world.book('stay');
      world.step('The other side writes');
      await writer.messages.send(order.orderId, { text: 'Where do we meet?' }, { signal: world.signal });
      return about('message.received', order);
    },
  },
];

export { completed };
