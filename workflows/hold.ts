import {
  CancellationScope,
  condition,
  proxyActivities,
  setCurrentDetails,
  setHandler,
} from '@temporalio/workflow';
import {
  type HoldActivities,
  type HoldInput,
  type HoldOutcome,
  type HoldSnapshot,
  holdChangedSignal,
} from './hold-contract.ts';

const { endHold } = proxyActivities<HoldActivities>({
  startToCloseTimeout: '15 s',
  retry: { initialInterval: '500 ms', backoffCoefficient: 2, maximumInterval: '10 s' },
});

/**
 * Ends a hold when its time is over (docs/orders.md, "Holds"). The database has the last word: it says whether the hold was
 * extended, booked or released meanwhile. What this rules out (test/workflows/hold.test.ts):
 *
 * - The signal of a change is lost, or comes while the database is being read: the timer, or the next read, finds the same.
 * - The timer fires early, since the server's clock differs from a worker's: the hold has time left, and the timer fires again, a second
 *   later at the earliest.
 * - A replay sees another time: whatever it is, there is a timer.
 * - An operator cancels the workflow, and the guide stays held: "Request cancellation" releases the hold.
 */
export async function hold({ holdId, dueAt }: HoldInput): Promise<HoldOutcome> {
  let isChanged = false;
  let isCancelled = false;
  setHandler(holdChangedSignal, () => {
    isChanged = true;
  });
  CancellationScope.current().cancelRequested.catch(() => {
    isCancelled = true;
  });

  return await CancellationScope.nonCancellable(async () => {
    let state: HoldSnapshot = { status: 'held', dueAt };
    while (state.status === 'held') {
      setCurrentDetails(`**State:** held until ${state.dueAt}, unless it is booked, released or extended`);
      await condition(() => isChanged || isCancelled, millisecondsUntil(state.dueAt));
      isChanged = false;
      state = await endHold(holdId, isCancelled);
    }
    setCurrentDetails(`**State:** ${state.status}`);
    return { status: state.status };
  });
}

/** A second at least: the hold may be over by our clock, and not yet by the database's. */
function millisecondsUntil(instant: string): number {
  return Math.max(Date.parse(instant) - Date.now(), 1_000);
}
