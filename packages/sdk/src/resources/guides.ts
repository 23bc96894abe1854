import { Resource } from '../api.ts';
import { List, type Listed } from '../list.ts';
import type { GuideWriteOptions, RequestOptions, WriteOptions } from '../options.ts';
import type { Body, Data, Query } from '../types.ts';

const DEFAULT_SIZE = 10;

/** Who can be booked. */
export class Guides extends Resource {
  /** Guides that fit; `for await` goes through all of them. */
  list(query: Query<'listGuides'> = {}, options?: RequestOptions): Listed<Data<'listGuides'>> {
    return new List({
      query,
      read: (asked) => this.api.call('listGuides', [], asked, options),
      itemsOf: ({ list }) => list,
      next: ({ total, list }, { page = 1, size = DEFAULT_SIZE }) => {
        const isLast = list.length === 0 || Number(page) * Number(size) >= total;
        return isLast ? undefined : { page: Number(page) + 1 };
      },
    });
  }

  /** All about one guide. */
  get(guideId: string, options?: RequestOptions): Promise<Data<'getGuide'>> {
    return this.api.call('getGuide', [guideId], undefined, options);
  }

  /** By the studio. */
  create(body: Body<'createGuide'>, options?: WriteOptions): Promise<Data<'createGuide'>> {
    return this.api.call('createGuide', [], body, options);
  }

  /** Changes what the body names; `ifMatch` refuses where somebody else was quicker. */
  update(
    guideId: string,
    body: Body<'updateGuide'>,
    options?: GuideWriteOptions,
  ): Promise<Data<'updateGuide'>> {
    return this.api.call('updateGuide', [guideId], body, options);
  }

  /** No new orders; those there are stay. */
  delete(guideId: string, options?: GuideWriteOptions): Promise<Data<'deleteGuide'>> {
    return this.api.call('deleteGuide', [guideId], undefined, options);
  }

  /** Sets rest days, blocked days, holidays and times as a whole. */
  setAvailability(
    guideId: string,
    body: Body<'setGuideAvailability'>,
    options?: GuideWriteOptions,
  ): Promise<Data<'setGuideAvailability'>> {
    return this.api.call('setGuideAvailability', [guideId], body, options);
  }

  /** Blocks a range of days. */
  block(
    guideId: string,
    body: Body<'blockGuideDays'>,
    options?: GuideWriteOptions,
  ): Promise<Data<'blockGuideDays'>> {
    return this.api.call('blockGuideDays', [guideId], body, options);
  }

  /** Frees a range of blocked days. */
  unblock(
    guideId: string,
    body: Body<'unblockGuideDays'>,
    options?: GuideWriteOptions,
  ): Promise<Data<'unblockGuideDays'>> {
    return this.api.call('unblockGuideDays', [guideId], body, options);
  }

  /** Days, prices and times of several guides at once. */
  calendars(query: Query<'getGuideCalendars'>, options?: RequestOptions): Promise<Data<'getGuideCalendars'>> {
    return this.api.call('getGuideCalendars', [], query, options);
  }

  /** Guides that changed, deleted ones included: keep a copy in step, and the list's `cursor` with it. */
  changes(query?: Query<'listGuideChanges'>, options?: RequestOptions): Listed<Data<'listGuideChanges'>> {
    return this.api.list('listGuideChanges', [], query, { ...options, startOnly: ['updatedSince'] });
  }

  /** What guests say about a guide. */
  reviews(
    guideId: string,
    query?: Query<'listGuideReviews'>,
    options?: RequestOptions,
  ): Listed<Data<'listGuideReviews'>> {
    return this.api.list('listGuideReviews', [guideId], query, options);
  }
}
