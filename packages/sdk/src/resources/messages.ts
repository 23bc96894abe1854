import { Resource } from '../api.ts';
import type { Listed } from '../list.ts';
import type { RequestOptions, WriteOptions } from '../options.ts';
import type { Body, Data, FileType, Query } from '../types.ts';

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

  /** A file that came with a message. @param type as the message names it. @returns its bytes, as they come: `timeout` ends with the first of them. */
  file(
    orderId: string,
    fileId: string,
    type: FileType<'getMessageFile'>,
    options?: RequestOptions,
  ): Promise<ReadableStream<Uint8Array>> {
    return this.api.file('getMessageFile', [orderId, fileId], type, options);
  }
}
