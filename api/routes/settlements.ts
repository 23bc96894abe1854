import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyReply } from 'fastify';
import { Type } from 'typebox';
import { answers, envelope, ok } from '../../contract/schemas/envelope.ts';
import {
  DisputeBody,
  SettlementDetail,
  SettlementDetailQuery,
  SettlementList,
  SettlementListQuery,
  SettlementPath,
} from '../../contract/schemas/settlements.ts';
import { type CursorSeal, readPage } from '../../services/lists/sealed-cursor.ts';
import type { SettlementService, StatementFile } from '../../services/settlements/index.ts';
import { JSON_TYPE } from '../plugins/content.ts';

const CSV_TYPE = 'text/csv';
const PDF_TYPE = 'application/pdf';
const TYPES = [JSON_TYPE, CSV_TYPE, PDF_TYPE];

/** Commission statements, for the scope behind the token. */
export const settlementRoutes = (
  settlements: SettlementService,
  cursors: CursorSeal,
): FastifyPluginAsyncTypebox =>
  async function settlement(scope) {
    const config = { scope: 'settlement:read' } as const;

    scope.get('/open/v1/settlement/list', { config, schema: listRoute }, async ({ merchant, query }) => {
      const page = { list: 'settlement/list', merchantKey: merchant.key, query };
      return ok(await readPage(cursors, page, (at) => settlements.list(merchant, at)));
    });

    scope.get(
      '/open/v1/settlement/detail/:settlementId',
      { config: { ...config, produces: TYPES }, schema: detailRoute },
      async (request, reply) => {
        const { merchant, params, query } = request;
        reply.header('vary', 'accept');
        switch (request.accepts().type(TYPES)) {
          case CSV_TYPE:
            return sendFile(
              reply,
              `${CSV_TYPE}; charset=utf-8; header=present`,
              await settlements.csv(merchant, params.settlementId),
            );
          case PDF_TYPE:
            return sendFile(reply, PDF_TYPE, await settlements.pdf(merchant, params.settlementId));
          default:
            return ok(
              await readPage(cursors, linesOf(merchant.key, params.settlementId, query), (at) =>
                settlements.detail(merchant, params.settlementId, at),
              ),
            );
        }
      },
    );

    scope.post(
      '/open/v1/settlement/dispute/:settlementId',
      { config: { scope: 'settlement:write' }, schema: disputeRoute },
      async ({ merchant, params, body }) =>
        ok(
          await readPage(cursors, linesOf(merchant.key, params.settlementId, {}), () =>
            settlements.dispute(merchant, params.settlementId, body),
          ),
        ),
    );
  };

function linesOf(merchantKey: string, settlementId: string, query: SettlementDetailQuery) {
  return { list: `settlement/detail/${settlementId}`, merchantKey, query };
}

function sendFile(reply: FastifyReply, type: string, { name, content }: StatementFile): never {
  reply
    .type(type)
    .header('content-disposition', `attachment; filename="${name}"`)
    .header('cache-control', 'no-store');
  // Fastify sends it; the declared answers are the envelope's.
  return reply.send(content) as never;
}

const TAGS = ['settlements'];

const listRoute = {
  operationId: 'listSettlements',
  tags: TAGS,
  summary: 'List commission statements, newest first',
  description:
    'Your own, one for each month and currency, or several (`part`) where a month was closed before its end. `open` ones show what they have collected so far; `issued` is what is to be ' +
    'paid. Lines are in settlement/detail.',
  querystring: SettlementListQuery,
  response: answers(SettlementList),
};

const file = (description: string) => ({ schema: Type.String({ description, format: 'binary' }) });

const detailRoute = {
  operationId: 'getSettlement',
  tags: TAGS,
  summary: 'One statement with its lines, as JSON, CSV or PDF',
  description:
    'Of an open statement, the lines so far; lines of an issued one never change. The `Accept` header decides: `application/json` (lines in pages), `text/csv` (every line, for a spreadsheet), or ' +
    '`application/pdf` (for printing, up to 2,000 lines).',
  params: SettlementPath,
  querystring: SettlementDetailQuery,
  response: {
    ...answers(SettlementDetail, 'settlementNotFound'),
    200: {
      description: 'Success',
      content: {
        [JSON_TYPE]: { schema: envelope(SettlementDetail) },
        [CSV_TYPE]: file('RFC 4180, UTF-8 with a byte order mark, one row for each line'),
        [PDF_TYPE]: file('A4'),
      },
    },
  },
};

const disputeRoute = {
  operationId: 'disputeSettlementLine',
  tags: TAGS,
  summary: 'Object to one line of an issued statement',
  description:
    'While the statement is `issued` or `disputed`, which it is then, and is not paid. An operator answers: the line stands, or an adjustment becomes a line of the next statement; you are told by ' +
    '`settlement.dispute_resolved`. A statement that is open or paid, and a line that waits for an answer already, are refused with 40905.',
  params: SettlementPath,
  body: DisputeBody,
  response: answers(
    SettlementDetail,
    'settlementNotFound',
    'settlementStateForbids',
    'merchantKindForbidden',
  ),
};
