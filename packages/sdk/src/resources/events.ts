import { Resource } from '../api.ts';
import { List } from '../list.ts';
import type { RequestOptions } from '../options.ts';
import type { Data, GuidepostEvent, Query } from '../types.ts';

/** The platform waits up to 55; some proxies give up after half a minute. */
const WAIT_SECONDS = 20;

type EventQuery = Query<'listEvents'>;
/** A page of the feed. */
export type EventPage = Omit<Data<'listEvents'>, 'list'> & { list: GuidepostEvent[] };

/** The pull feed: every event once, oldest first. */
export class Events extends Resource {
  /**
   * The events there are; `for await` ends with the newest one. Keep the list's `cursor` together with what the events did to your
   * records, and give it as `cursor` the next time.
   */
  list(query?: EventQuery, options?: RequestOptions): List<EventPage, GuidepostEvent> {
    const waits = waitOf(query);
    const list = this.api.list('listEvents', [], query, { ...options, startOnly: ['from'], waits });
    return list as unknown as List<EventPage, GuidepostEvent>;
  }

  /**
   * The events there are and those that come: a loop over it ends by `break`, by the signal, whose reason it throws, or by an error that
   * asking again does not mend. While the platform is away it asks again, for as long as that takes, or `maxRetries` times where you give that
   * here. `cursor` as in `list`.
   */
  follow(query: EventQuery = {}, options?: RequestOptions): List<EventPage, GuidepostEvent> {
    // Without a wait it would ask without a pause.
    const waitSeconds = Math.max(1, query.waitSeconds ?? WAIT_SECONDS);
    const asked: EventQuery = { ...query, waitSeconds };
    const lasting = { ...options, maxRetries: options?.maxRetries ?? Number.POSITIVE_INFINITY };
    return new List({
      query: asked,
      read: (at) =>
        this.api.call('listEvents', [], at, { ...lasting, waits: waitOf(asked) }) as Promise<EventPage>,
      itemsOf: ({ list }) => list,
      // Null: nothing has ever happened, so that whatever comes is new.
      next: ({ nextCursor }) => ({ cursor: nextCursor ?? undefined, from: undefined }),
    });
  }
}

/** In milliseconds. */
function waitOf(query: EventQuery = {}): number {
  return (query.waitSeconds ?? 0) * 1_000;
}
