import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { Static } from 'typebox';
import { answers, ok } from '../../../contract/schemas/envelope.ts';
import { Order } from '../../../db/entities/index.ts';
import { CorrectionRefused } from '../../../db/queries/money/corrections.ts';
import { selectManualPostings, selectPosting } from '../../../db/queries/money/manual-postings.ts';
import { asCurrency } from '../../../domain/money.ts';
import type { PlatformTerms } from '../../../domain/platform-terms.ts';
import { decodeCursor, encodeCursor } from '../../../services/lists/cursor.ts';
import type { ActingOperator } from '../../../services/operators/acting-operator.ts';
import { previewPosting } from '../../../services/operators/money/posting-preview.ts';
import {
  createLedgerOperations,
  type LedgerOperations,
  type Posted,
} from '../../../services/operators/money/postings.ts';
import type { ConsoleDeps } from '../deps.ts';
import { actingOperator } from '../money/answers.ts';
import { minorUnits } from './amounts.ts';
import {
  CorrectionBody,
  Posted as PostedAnswer,
  Posting,
  PostingList,
  PostingQuery,
  PostingsQuery,
} from './schemas.ts';
import { viewPosting } from './views.ts';

const DEFAULT_SIZE = 50;
const CURSOR = [/^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/, /^[\s\S]{1,120}$/] as const;
type Correction = Static<typeof CorrectionBody>;

/** Adjustments, refunds and reversals by hand: shown before they are made, made once for each form. */
export const operatorPostingRoutes = (deps: ConsoleDeps, terms: PlatformTerms): FastifyPluginAsyncTypebox =>
  async function operatorPostings(scope) {
    const { orm, now } = deps;
    const read = { action: 'operator.money.read' } as const;
    const write = { action: 'operator.money.write', fresh: true } as const;
    const preview = { action: 'operator.money.write', onlyReads: true } as const;
    const refusals = ['settlementStateForbids', 'invalidParameter'] as const;

    scope.get(
      '/postings',
      { config: read, schema: { querystring: PostingsQuery, response: answers(PostingList) } },
      async ({ query: { size = DEFAULT_SIZE, cursor, merchantKey } }) => {
        const before = cursor === undefined ? undefined : (decodeCursor(cursor, CURSOR) as [string, string]);
        const found = await selectManualPostings(orm.em.fork(), { merchantKey, before }, size + 1);
        const page = found.slice(0, size);
        const last = found.length > size ? page.at(-1) : undefined;
        const nextCursor = last === undefined ? null : encodeCursor([last.postedAt.toISOString(), last.id]);
        return ok({ list: page.map(viewPosting), nextCursor });
      },
    );

    // In the query: ids of postings hold colons and dots.
    scope.get(
      '/posting',
      { config: read, schema: { querystring: PostingQuery, response: answers(Posting, ...refusals) } },
      async ({ query: { postingId } }) => {
        const found = await selectPosting(orm.em.fork(), postingId);
        if (found === undefined) throw new CorrectionRefused('there is no such posting');
        return ok(viewPosting(found));
      },
    );

    const currencyOf = async (orderId: string) => {
      const order = await orm.em.fork().findOne(Order, orderId);
      if (order === null) throw new CorrectionRefused('there is no such order');
      return order.currency;
    };

    scope.post(
      '/postings/preview',
      { config: preview, schema: { body: CorrectionBody, response: answers(Posting, ...refusals) } },
      async (request) => {
        const correct = await correctionOf(request.body, actingOperator(request), currencyOf);
        return ok(viewPosting(await previewPosting({ orm, terms, now }, correct)));
      },
    );

    scope.post(
      '/postings',
      {
        config: write,
        schema: { body: CorrectionBody, response: answers(PostedAnswer, ...refusals) },
      },
      async (request) => {
        const correct = await correctionOf(request.body, actingOperator(request), currencyOf);
        return ok(await correct(createLedgerOperations({ orm, terms, now })));
      },
    );
  };

/** The operation that a form asks for; its preview and itself are the same. */
async function correctionOf(
  asked: Correction,
  actor: ActingOperator,
  currencyOf: (orderId: string) => Promise<string>,
): Promise<(operations: LedgerOperations) => Promise<Posted>> {
  const byHand = { reason: asked.reason, key: asked.key };
  if (asked.kind === 'reversal') return (operations) => operations.reverse(actor, asked.postingId, byHand);
  if (asked.kind === 'refund') {
    const amount = minorUnits(asked.amount, await currencyOf(asked.orderId));
    return (operations) => operations.refund(actor, asked.orderId, amount, byHand);
  }
  const amount = minorUnits(asked.amount, asked.currency);
  const to = { merchantKey: asked.merchantKey, currency: asCurrency(asked.currency), amount };
  return (operations) => operations.adjust(actor, to, byHand);
}
