/** A network of queues: what a move waits for where each part has so many cores. Exponential arrivals and services. */
import type { Random } from '../../../test/support/random.ts';

export interface Station {
  readonly name: string;
  /** Cores that it may use; each works at one thing at a time, in order of arrival. */
  readonly cores: number;
  /** Mean CPU of one visit. */
  readonly serviceMs: number;
}

export interface Simulated {
  /** Milliseconds from a thing's arrival until the last station is done with it, sorted. */
  readonly times: readonly number[];
  /** Station → share of its cores' time that it works. */
  readonly busy: ReadonlyMap<string, number>;
}

interface Event {
  readonly at: number;
  readonly thing: number;
  readonly station: number;
  readonly isEnd: boolean;
}

/** Each of `count` things arrives at the first station, and goes through all of them in turn. */
export function simulate(
  stations: readonly Station[],
  { perSecond, count, random }: { perSecond: number; count: number; random: Random },
): Simulated {
  const draw = (meanMs: number) => -Math.log(1 - random.next()) * meanMs;
  const free = stations.map(({ cores }) => cores);
  const waiting: number[][] = stations.map(() => []);
  const worked = stations.map(() => 0);
  const events: Event[] = [];
  const arrived: number[] = [];
  const times: number[] = [];
  let now = 0;

  const begin = (thing: number, station: number) => {
    const ms = draw(stations[station]!.serviceMs);
    free[station]!--;
    worked[station]! += ms;
    push(events, { at: now + ms, thing, station, isEnd: true });
  };
  const arrive = (thing: number, station: number) => {
    if (free[station]! > 0) begin(thing, station);
    else waiting[station]!.push(thing);
  };
  const end = (thing: number, station: number) => {
    free[station]!++;
    const next = waiting[station]!.shift();
    if (next !== undefined) begin(next, station);
    if (station + 1 < stations.length) arrive(thing, station + 1);
    else times.push(now - arrived[thing]!);
  };

  push(events, { at: 0, thing: 0, station: 0, isEnd: false });
  for (let event = events.pop(); event !== undefined; event = events.pop()) {
    now = event.at;
    if (event.isEnd) {
      end(event.thing, event.station);
      continue;
    }
    arrived[event.thing] = now;
    arrive(event.thing, 0);
    const next = { thing: event.thing + 1, station: 0, isEnd: false };
    if (next.thing < count) push(events, { at: now + draw(1_000 / perSecond), ...next });
  }
  const busy = stations.map(({ name, cores }, index) => [name, worked[index]! / (now * cores)] as const);
  return { times: times.sort((one, other) => one - other), busy: new Map(busy) };
}

/** Keeps the latest first, so that the next one is the last. */
function push(events: Event[], event: Event): void {
  let low = 0;
  let high = events.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (events[middle]!.at > event.at) low = middle + 1;
    else high = middle;
  }
  events.splice(low, 0, event);
}
