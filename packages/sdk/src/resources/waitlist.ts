import { Resource } from '../api.ts';
import type { Listed } from '../list.ts';
import type { RequestOptions, WriteOptions } from '../options.ts';
import type { Body, Data, Query } from '../types.ts';

/** Times that you wait for: `guide.available` is sent when one becomes free. */
export class Waitlist extends Resource {
  create(body: Body<'createWaitlistEntry'>, options?: WriteOptions): Promise<Data<'createWaitlistEntry'>> {
    return this.api.call('createWaitlistEntry', [], body, options);
  }

  list(query?: Query<'listWaitlist'>, options?: RequestOptions): Listed<Data<'listWaitlist'>> {
    return this.api.list('listWaitlist', [], query, options);
  }

  delete(entryId: string, options?: WriteOptions): Promise<Data<'deleteWaitlistEntry'>> {
    return this.api.call('deleteWaitlistEntry', [entryId], undefined, options);
  }
}
