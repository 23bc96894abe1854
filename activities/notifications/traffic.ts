import { LRUCache } from 'lru-cache';
import type { CallbackResult } from '../../callbacks/exchange.ts';
import { LANE_LIMITS, Lane, type LaneLimits } from './lane.ts';

const KNOWN_ENDPOINTS = 20_000;

export interface TrafficOptions {
  readonly limits?: Partial<LaneLimits>;
  /** Milliseconds of a clock that never goes back. */
  readonly now?: () => number;
}

export interface TrafficEndpoint {
  readonly merchantKey: string;
  readonly version: string;
  /** The last answer that any worker had was no acknowledgement. */
  readonly isFailing: boolean;
}

export interface Traffic {
  /**
   * Posts when the endpoint's lane has room.
   * @param endpoint its version changes when the merchant saves its address: what was learnt of the old one is forgotten.
   * Its requests under way still count as the merchant's.
   * @throws EndpointResting, NoSlot; whatever `post` throws.
   */
  through(
    endpoint: TrafficEndpoint,
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
      const { merchantKey, version, isFailing } = endpoint;
      const lane = lanes.get(merchantKey) ?? new Lane({ ...LANE_LIMITS, ...limits }, now);
      lanes.set(merchantKey, lane);
      lane.turnTo(version);
      if (!isFailing) lane.endRest();
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
