import { Resource } from '../api.ts';
import type { Listed } from '../list.ts';
import type { RequestOptions, WriteOptions } from '../options.ts';
import type { Body, Data, Query } from '../types.ts';

/** What the two sides of an order write to each other. */
export class Messages extends Resource {
  send(orderId: string, body: Body<'sendMessage'>, options?: WriteOptions): Promise<Data<'sendMessage'>> {
    return this.api.call('sendMessage', [orderId], body, options);
  }

  list(
    orderId: string,
    query?: Query<'listMessages'>,
    options?: RequestOptions,
  ): Listed<Data<'listMessages'>> {
    return this.api.list('listMessages', [orderId], query, options);
  }
}
