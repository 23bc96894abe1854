import type { MikroORM } from '@mikro-orm/postgresql';
import { countDeliveries, type DeliveryCount } from '../../db/queries/notifications/delivery-history.ts';
import type { AttemptError } from '../../domain/notification.ts';

const HOUR_MS = 3_600_000;

export interface HourOfDeliveries {
  /** Its beginning, RFC 3339 in UTC. */
  readonly at: string;
  readonly acknowledged: number;
  readonly failed: number;
}

export interface EndpointHistory {
  readonly endpointId: string;
  /** Oldest first, none left out; the last one is under way. */
  readonly hours: HourOfDeliveries[];
  /** Why attempts failed, the most frequent first. */
  readonly failures: { readonly error: AttemptError; readonly count: number }[];
}

/** Deliveries over time: attempts at each endpoint of a merchant that had any, by hour. */
export function createDeliveryHistory({ orm, now }: { readonly orm: MikroORM; readonly now: () => Date }) {
  return {
    /** @param hours how far back, the one under way among them; 1 to 168. */
    read: async (merchantKey: string, hours: number): Promise<EndpointHistory[]> => {
      const last = Math.floor(now().getTime() / HOUR_MS) * HOUR_MS;
      const beginnings = Array.from({ length: hours }, (_, index) => last - (hours - 1 - index) * HOUR_MS);
      const counts = await countDeliveries(orm.em.fork(), merchantKey, new Date(beginnings[0]!));
      const byEndpoint = Map.groupBy(counts, ({ endpointId }) => endpointId);
      return [...byEndpoint].map(([endpointId, own]) => ({
        endpointId,
        hours: beginnings.map((at) => hourOf(at, own)),
        failures: failuresOf(own),
      }));
    },
  };
}

function hourOf(at: number, counts: readonly DeliveryCount[]): HourOfDeliveries {
  const own = counts.filter(({ hour }) => hour.getTime() === at);
  const acknowledged = total(own.filter(({ error }) => error === null));
  return { at: new Date(at).toISOString(), acknowledged, failed: total(own) - acknowledged };
}

function failuresOf(counts: readonly DeliveryCount[]): EndpointHistory['failures'] {
  const byError = Map.groupBy(counts, ({ error }) => error);
  byError.delete(null);
  return [...byError]
    .map(([error, own]) => ({ error: error!, count: total(own) }))
    .sort((a, b) => b.count - a.count);
}

const total = (counts: readonly DeliveryCount[]) => counts.reduce((sum, { count }) => sum + count, 0);
