import type { HoldGateway, StartableHold } from '../lib/temporal/hold-gateway.ts';
import type { HoldWorkflows } from '../services/holds/deps.ts';
import { Starter, type StarterDeps } from './starter.ts';

export interface HoldWorkflowsDeps
  extends Pick<StarterDeps<StartableHold>, 'markStarted' | 'onError' | 'pauseMs' | 'onStarted'> {
  readonly gateway: HoldGateway;
}

/**
 * Starts holds' workflows, and signals them after changes, when the API has answered. Both queues may lose what they
 * have: the sweeper starts what was not started, and a workflow without its signal finds the change when its timer fires.
 */
export function createHoldWorkflows({ gateway, markStarted, onError, ...pace }: HoldWorkflowsDeps) {
  const starter = new Starter<StartableHold>({
    start: gateway.start,
    markStarted,
    onError,
    ...pace,
  });
  const signaller = new Starter<{ readonly id: string }>({
    start: ({ id }) => gateway.announceClock(id),
    markStarted: async () => undefined,
    onError,
    ...pace,
  });
  const workflows: HoldWorkflows = {
    start: (hold) => starter.start(hold),
    announceClock: (id) => signaller.start({ id }),
  };
  return {
    ...workflows,
    starter,
    /** Resolves when both queues are empty. */
    close: async () => {
      await Promise.all([starter.close(), signaller.close()]);
    },
  };
}
