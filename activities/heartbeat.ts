import { Context } from '@temporalio/activity';

/** Workflows set a heartbeat timeout of several times this: a worker that died is noticed by its silence. */
const HEARTBEAT_MS = 2_000;

/** Runs `work` while the activity sends heartbeats to the server; a cancellation arrives with their answers. */
export async function heartbeating<Result>(work: () => Promise<Result>): Promise<Result> {
  const context = Context.current();
  const timer = setInterval(() => context.heartbeat(), HEARTBEAT_MS);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}
