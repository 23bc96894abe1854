import { LRUCache } from 'lru-cache';
import { NoSlot } from '../../callbacks/semaphore.ts';
import type { Traffic, TrafficEndpoint } from './traffic.ts';

/** What merchants may take of the order workers. */
export const PROMPT_LIMITS = {
  /** Milliseconds that an order's workflow waits for the answer; the request itself has its ordinary time. */
  waitMs: 1_000,
  /** Workflows of one worker that wait at once, and requests to one endpoint. */
  waiting: 32,
  toOneEndpoint: 4,
  /** Milliseconds for which an endpoint that was slow, or did not acknowledge, is left to the notification workers. */
  restMs: 300_000,
} as const;

export type PromptLimits = { readonly [limit in keyof typeof PROMPT_LIMITS]: number };

const KNOWN_ENDPOINTS = 20_000;

/** Lets through what costs an order worker little, and never waits: for the rest there are the notification workers. */
export function createPromptTraffic(limits: PromptLimits): Traffic {
  const resting = new LRUCache<string, true>({ max: KNOWN_ENDPOINTS, ttl: limits.restMs });
  const running = new Map<string, number>();
  let waiting = 0;
  return {
    async through(endpoint, _isUrgent, _signal, post) {
      if (!hasRoom(endpoint)) throw new NoSlot();
      const leave = enter(endpoint);
      try {
        const result = await post();
        if (result.error !== null) resting.set(idOf(endpoint), true);
        return result;
      } finally {
        leave();
      }
    },
  };

  function hasRoom(endpoint: TrafficEndpoint): boolean {
    const isKnownGood = !resting.has(idOf(endpoint)) && countOf(endpoint) < limits.toOneEndpoint;
    return isKnownGood && waiting < limits.waiting;
  }

  function enter(endpoint: TrafficEndpoint): () => void {
    const { merchantKey } = endpoint;
    running.set(merchantKey, countOf(endpoint) + 1);
    waiting += 1;
    let isWaiting = true;
    const stopWaiting = () => {
      if (isWaiting) waiting -= 1;
      isWaiting = false;
    };
    // Its workflow goes on without it now; the request still counts as one to that endpoint.
    const timer = setTimeout(() => {
      stopWaiting();
      resting.set(idOf(endpoint), true);
    }, limits.waitMs);
    return () => {
      clearTimeout(timer);
      stopWaiting();
      const others = countOf(endpoint) - 1;
      if (others > 0) running.set(merchantKey, others);
      else running.delete(merchantKey);
    };
  }

  function countOf({ merchantKey }: TrafficEndpoint): number {
    return running.get(merchantKey) ?? 0;
  }
}

function idOf({ merchantKey, version }: TrafficEndpoint): string {
  return `${merchantKey} ${version}`;
}
