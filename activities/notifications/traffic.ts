import { LRUCache } from 'lru-cache';
import type { CallbackResult } from './exchange.ts';
import { LANE_LIMITS, Lane, type LaneLimits } from './lane.ts';

const KNOWN_ENDPOINTS = 20_000;

export interface TrafficOptions {
  readonly limits?: Partial<LaneLimits>;
  /** Milliseconds of a clock that never goes back. */
  readonly now?: () => number;
}

export interface Traffic {
  /**
   * Posts when the endpoint's lane has room.
   * @param endpoint changes when the merchant saves its address: what was learnt of the old one is forgotten.
   * @throws EndpointResting, NoSlot; whatever `post` throws.
   */
  through(
    endpoint: string,
    isUrgent: boolean,
    signal: AbortSignal,
    post: () => Promise<CallbackResult>,
  ): Promise<CallbackResult>;
}

/** Keeps merchants out of each other's way in one worker. */
export function createTraffic({ limits = {}, now = () => performance.now() }: TrafficOptions = {}): Traffic {
  const lanes = new LRUCache<string, Lane>({ max: KNOWN_ENDPOINTS });
  return {
    async through(endpoint, isUrgent, signal, post) {
      const lane = lanes.get(endpoint) ?? new Lane({ ...LANE_LIMITS, ...limits }, now);
      lanes.set(endpoint, lane);
      await lane.enter(isUrgent, signal);
      let result: CallbackResult | undefined;
      try {
        result = await post();
        return result;
      } finally {
        lane.leave(result?.error);
      }
    },
  };
}
