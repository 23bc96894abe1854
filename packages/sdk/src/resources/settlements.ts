import { Resource } from '../api.ts';
import { List, type Listed, nextByCursor } from '../list.ts';
import type { RequestOptions, WriteOptions } from '../options.ts';
import type { Body, Data, FileType, Query } from '../types.ts';

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

  /**
   * A whole statement as a file: `text/csv`, `application/pdf`, or with its proof, which `guidepost verify --statement` checks.
   * @returns its bytes, as they come: `timeout` ends with the first of them.
   */
  file(
    settlementId: string,
    type: FileType<'getSettlement'>,
    options?: RequestOptions,
  ): Promise<ReadableStream<Uint8Array>> {
    return this.api.file('getSettlement', [settlementId], type, options);
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
