import type { OrderGateway } from '../../lib/temporal/order-gateway.ts';
import { CommandWatch } from './command-watch.ts';
import { FirstTasks } from './first-tasks.ts';
import { IntakeGate } from './intake-gate.ts';
import { LoadShedding } from './load-shedding.ts';

/** Milliseconds between two starts, while others need the machine. */
const BUSY_PAUSE_MS = 100;
/** While those are studios that wait: a few orders have to go on all the same. */
const SLOW_PAUSE_MS = 1_000;

/**
 * Who goes first where the machine has more to do than it can: commands on orders that are there, then the taking of new
 * ones, then the starting of their workflows (docs/decisions/0001 and 0109).
 * @param waitOfFirstTasks how long the oldest order that was started waits for a worker, in milliseconds.
 */
export function createPace(waitOfFirstTasks: () => Promise<number>) {
  const commands = new CommandWatch();
  const rush = new LoadShedding();
  const firstTasks = new FirstTasks(waitOfFirstTasks);
  const gate = new IntakeGate(() => commands.areSlow);
  return {
    /** Milliseconds that starting workflows should leave between two; 0: as many at once as there are. */
    async pauseMs(): Promise<number> {
      if (commands.wereSlowLately) return SLOW_PAUSE_MS;
      return rush.isOn || (await firstTasks.areWaiting()) ? BUSY_PAUSE_MS : 0;
    },
    onStarted: (count: number) => firstTasks.started(count),
    /** Takes in an order, when it is its turn. */
    async takeIn<T>(work: () => Promise<T>): Promise<T> {
      await gate.pass();
      return await rush.during(work);
    },
    /** The same gateway; its commands go before all else. */
    watch: (gateway: OrderGateway, onStarted: (id: string) => void): OrderGateway => ({
      ...gateway,
      move: async (order, move) => {
        const result = await commands.during(() => gateway.move(order, move));
        onStarted(order.id);
        return result;
      },
      change: async (order, change) => {
        const result = await commands.during(() => gateway.change(order, change));
        onStarted(order.id);
        return result;
      },
      refund: async (order, refund) => {
        const result = await commands.during(() => gateway.refund(order, refund));
        onStarted(order.id);
        return result;
      },
    }),
  };
}
