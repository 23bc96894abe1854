import { Resource } from '../api.ts';
import { List, type Listed, nextByCursor } from '../list.ts';
import type { RequestOptions, WriteOptions } from '../options.ts';
import type { Body, Data, Query } from '../types.ts';

type Statement = Data<'getSettlement'>;

/** Monthly statements of what is owed. */
export class Settlements extends Resource {
  list(query?: Query<'listSettlements'>, options?: RequestOptions): Listed<Data<'listSettlements'>> {
    return this.api.list('listSettlements', [], query, options);
  }

  /** A statement with its first lines; `for await` goes through all lines. */
  get(
    settlementId: string,
    query: Query<'getSettlement'> = {},
    options?: RequestOptions,
  ): List<Statement, Statement['lines'][number]> {
    return new List({
      query,
      read: (asked) => this.api.call('getSettlement', [settlementId], asked, options),
      itemsOf: ({ lines }) => lines,
      next: (page) => nextByCursor(page),
    });
  }

  /** Objects to a line. */
  dispute(
    settlementId: string,
    body: Body<'disputeSettlementLine'>,
    options?: WriteOptions,
  ): Promise<Data<'disputeSettlementLine'>> {
    return this.api.call('disputeSettlementLine', [settlementId], body, options);
  }
}
