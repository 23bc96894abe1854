import { path, Resource } from '../api.ts';
import type { Listed } from '../list.ts';
import type { RequestOptions, WriteOptions } from '../options.ts';
import type { Body, Data, Query } from '../types.ts';

/** Days of a guide that are kept for you for some minutes. */
export class Holds extends Resource {
  create(body: Body<'holdGuide'>, options?: WriteOptions): Promise<Data<'holdGuide'>> {
    return this.api.post(path`/order/hold`, body, options);
  }

  get(holdId: string, options?: RequestOptions): Promise<Data<'getHold'>> {
    return this.api.get(path`/order/hold/detail/${holdId}`, undefined, options);
  }

  list(query?: Query<'listHolds'>, options?: RequestOptions): Listed<Data<'listHolds'>> {
    return this.api.list(path`/order/hold/list`, query, options);
  }

  /** Keeps it longer. */
  extend(holdId: string, body?: Body<'extendHold'>, options?: WriteOptions): Promise<Data<'extendHold'>> {
    return this.api.post(path`/order/hold/extend/${holdId}`, body, options);
  }

  /** Gives the days back. */
  release(holdId: string, options?: WriteOptions): Promise<Data<'releaseHold'>> {
    return this.api.post(path`/order/hold/release/${holdId}`, undefined, options);
  }
}
