import { Resource } from '../api.ts';
import type { Listed } from '../list.ts';
import type { RequestOptions, WriteOptions } from '../options.ts';
import type { Body, Data, Query } from '../types.ts';

/** Bookings of guides, from the quote to the review. */
export class Orders extends Resource {
  /** What a trip would cost; nothing is booked. */
  quote(body: Body<'quoteOrder'>, options?: WriteOptions): Promise<Data<'quoteOrder'>> {
    return this.api.call('quoteOrder', [], body, options);
  }

  /** Books a guide. @throws ConflictError 40902 where the guide is not available then. */
  create(body: Body<'createOrder'>, options?: WriteOptions): Promise<Data<'createOrder'>> {
    return this.api.call('createOrder', [], body, options);
  }

  /** One order, with its history. */
  get(orderId: string, options?: RequestOptions): Promise<Data<'getOrder'>> {
    return this.api.call('getOrder', [orderId], undefined, options);
  }

  /** Your orders; `for await` goes through all of them. */
  list(query?: Query<'listOrders'>, options?: RequestOptions): Listed<Data<'listOrders'>> {
    return this.api.list('listOrders', [], query, options);
  }

  /** By the studio: it takes the order. */
  confirm(
    orderId: string,
    body?: Body<'confirmOrder'>,
    options?: WriteOptions,
  ): Promise<Data<'confirmOrder'>> {
    return this.api.call('confirmOrder', [orderId], body, options);
  }

  /** By the studio: it does not take the order. */
  reject(orderId: string, body?: Body<'rejectOrder'>, options?: WriteOptions): Promise<Data<'rejectOrder'>> {
    return this.api.call('rejectOrder', [orderId], body, options);
  }

  /** By the studio: the trip has begun. */
  start(orderId: string, body?: Body<'startOrder'>, options?: WriteOptions): Promise<Data<'startOrder'>> {
    return this.api.call('startOrder', [orderId], body, options);
  }

  /** By the studio: the trip is over. */
  complete(
    orderId: string,
    body?: Body<'completeOrder'>,
    options?: WriteOptions,
  ): Promise<Data<'completeOrder'>> {
    return this.api.call('completeOrder', [orderId], body, options);
  }

  /** What cancelling would cost now. */
  quoteCancellation(orderId: string, options?: RequestOptions): Promise<Data<'quoteCancellation'>> {
    return this.api.call('quoteCancellation', [orderId], undefined, options);
  }

  /** Ends an order before its trip. */
  cancel(orderId: string, body?: Body<'cancelOrder'>, options?: WriteOptions): Promise<Data<'cancelOrder'>> {
    return this.api.call('cancelOrder', [orderId], body, options);
  }

  /** By the studio: it gives a part of the price back. */
  refund(orderId: string, body: Body<'refundOrder'>, options?: WriteOptions): Promise<Data<'refundOrder'>> {
    return this.api.call('refundOrder', [orderId], body, options);
  }

  /** By the merchant, after the trip. */
  review(orderId: string, body: Body<'reviewOrder'>, options?: WriteOptions): Promise<Data<'reviewOrder'>> {
    return this.api.call('reviewOrder', [orderId], body, options);
  }

  /** What a change would cost, and whether the studio has to agree; nothing is changed. */
  quoteChange(
    orderId: string,
    body: Body<'quoteOrderChange'>,
    options?: RequestOptions,
  ): Promise<Data<'quoteOrderChange'>> {
    return this.api.call('quoteOrderChange', [orderId], body, options);
  }

  /** Changes an order, at once or with the studio's consent. */
  change(orderId: string, body: Body<'changeOrder'>, options?: WriteOptions): Promise<Data<'changeOrder'>> {
    return this.api.call('changeOrder', [orderId], body, options);
  }

  /** The changes of an order that were asked for. */
  listChanges(orderId: string, options?: RequestOptions): Listed<Data<'listOrderChanges'>> {
    return this.api.list('listOrderChanges', [orderId], undefined, options);
  }

  /** By the studio. */
  acceptChange(
    orderId: string,
    body?: Body<'acceptOrderChange'>,
    options?: WriteOptions,
  ): Promise<Data<'acceptOrderChange'>> {
    return this.api.call('acceptOrderChange', [orderId], body, options);
  }

  /** By the studio. */
  declineChange(
    orderId: string,
    body?: Body<'declineOrderChange'>,
    options?: WriteOptions,
  ): Promise<Data<'declineOrderChange'>> {
    return this.api.call('declineOrderChange', [orderId], body, options);
  }

  /** By the merchant. */
  withdrawChange(
    orderId: string,
    body?: Body<'withdrawOrderChange'>,
    options?: WriteOptions,
  ): Promise<Data<'withdrawOrderChange'>> {
    return this.api.call('withdrawOrderChange', [orderId], body, options);
  }
}
