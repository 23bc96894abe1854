import { EXIT } from '../exit-codes.ts';
import { CommandFailure } from '../failure.ts';
import { completed } from './order-recipes.ts';
import type { Recipe } from './recipe.ts';
import type { World } from './world.ts';

/** A statement with the commission of an order that has just ended. */
async function issued(world: World): Promise<string> {
  const { own, signal } = world;
  await completed(world);
  for (;;) {
    world.step('Your statement is issued');
    const { list, month } = await own.sandbox.issueStatements({}, { signal });
    const statement = list[0];
    if (statement !== undefined) return statement.settlementId;
    throw new CommandFailure(`there is nothing to settle in ${month}`, EXIT.refused);
  }
}

export const OTHER_RECIPES: readonly Recipe[] = [
  {
    name: 'guide.available',
    does: 'a guide that you wait for becomes free; agencies get it',
    needs: 'agency',
    run: async (world) => {
      const { signal } = world;
      const agency = world.sideOf('agency', 'a waitlist');
      const { orderId, guideId, tripDate } = await world.book('stay');
      world.step('The agency waits for that day');
      await agency.waitlist.create({ guideId, tripDate, tripDays: 1 }, { signal });
      world.step('The order is cancelled');
      await agency.orders.cancel(orderId, undefined, { signal });
      return { type: 'guide.available', about: guideId };
    },
  },
  {
    name: 'settlement.issued',
    does: 'your statement is issued, with an order that has ended',
    run: async (world) => ({ type: 'settlement.issued', about: await issued(world) }),
  },
  {
    name: 'settlement.disputed',
    does: 'you object to a line of your statement',
    run: async (world) => {
      const { own, signal } = world;
      const about = await issued(world);
      const { lines } = await own.settlements.get(about, {}, { signal });
      world.step('You object to its first line');
      await own.settlements.dispute(
        about,
        { lineId: lines[0]!.lineId, reason: 'Made by "guidepost trigger"' },
        { signal },
      );
      return { type: 'settlement.disputed', about };
    },
  },
  {
    name: 'settlement.paid',
    does: 'your statement is paid',
    run: async (world) => {
      const about = await issued(world);
      world.step('It is paid');
      await world.own.sandbox.payStatement(about, { signal: world.signal });
      return { type: 'settlement.paid', about };
    },
  },
];

/** What nobody but time or the operator makes happen. */
export const NOT_TRIGGERED: Readonly<Record<string, string>> = {
  'settlement.dispute_resolved': 'the operator answers disputes',
  'settlement.adjusted': 'the operator answers disputes',
  'callback.failing': 'an endpoint has to acknowledge nothing for an hour',
  'callback.paused': 'have one of two endpoints answer 410',
  'callback.recovered': 'an endpoint has to have failed for an hour',
  'merchant.verified': 'the operator decides on merchants',
  'merchant.refused': 'the operator decides on merchants',
};
