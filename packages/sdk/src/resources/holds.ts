import { Resource } from '../api.ts';
import type { Listed } from '../list.ts';
import type { RequestOptions, WriteOptions } from '../options.ts';
import type { Body, Data, Query } from '../types.ts';

/** Days of a guide that are kept for you for some minutes. */
export class Holds extends Resource {
  create(body: Body<'holdGuide'>, options?: WriteOptions): Promise<Data<'holdGuide'>> {
    return this.api.call('holdGuide', [], body, options);
  }

  get(holdId: string, options?: RequestOptions): Promise<Data<'getHold'>> {
    return this.api.call('getHold', [holdId], undefined, options);
  }

  list(query?: Query<'listHolds'>, options?: RequestOptions): Listed<Data<'listHolds'>> {
    return this.api.list('listHolds', [], query, options);
  }

  /** Another trip with the same guide, whose time is never free in between. */
  change(holdId: string, body: Body<'changeHold'>, options?: WriteOptions): Promise<Data<'changeHold'>> {
    return this.api.call('changeHold', [holdId], body, options);
  }

  /** Keeps it longer. */
  extend(holdId: string, body?: Body<'extendHold'>, options?: WriteOptions): Promise<Data<'extendHold'>> {
    return this.api.call('extendHold', [holdId], body, options);
  }

  /** Gives the days back. */
  release(holdId: string, options?: WriteOptions): Promise<Data<'releaseHold'>> {
    return this.api.call('releaseHold', [holdId], undefined, options);
  }
}
