import accepts from '@fastify/accepts';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyReply } from 'fastify';
import { Type } from 'typebox';
import { answers, envelope, ok } from '../schemas/envelope.ts';
import {
  DisputeBody,
  SettlementDetail,
  SettlementDetailQuery,
  SettlementList,
  SettlementListQuery,
  SettlementPath,
} from '../schemas/settlements.ts';
import type { SettlementService, StatementFile } from '../services/settlements/index.ts';

const JSON_TYPE = 'application/json';
const CSV_TYPE = 'text/csv';
const PDF_TYPE = 'application/pdf';

/** Commission statements, for the scope behind the token. */
export const settlementRoutes = (settlements: SettlementService): FastifyPluginAsyncTypebox =>
  async function settlement(scope) {
    await scope.register(accepts);
    const config = { scope: 'settlement:read' } as const;

    scope.get('/open/v1/settlement/list', { config, schema: listRoute }, async (request) =>
      ok(await settlements.list(request.merchant, request.query)),
    );

    scope.get(
      '/open/v1/settlement/detail/:settlementId',
      { config, schema: detailRoute },
      async (request, reply) => {
        const { merchant, params, query } = request;
        reply.header('vary', 'accept');
        switch (request.accepts().type([JSON_TYPE, CSV_TYPE, PDF_TYPE])) {
          case CSV_TYPE:
            return sendFile(
              reply,
              `${CSV_TYPE}; charset=utf-8; header=present`,
              await settlements.csv(merchant, params.settlementId),
            );
          case PDF_TYPE:
            return sendFile(reply, PDF_TYPE, await settlements.pdf(merchant, params.settlementId));
          default:
            return ok(await settlements.detail(merchant, params.settlementId, query));
        }
      },
    );

    scope.post(
      '/open/v1/settlement/dispute/:settlementId',
      { config: { scope: 'settlement:write' }, schema: disputeRoute },
      async (request) =>
        ok(await settlements.dispute(request.merchant, request.params.settlementId, request.body)),
    );
  };

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
  querystring: SettlementListQuery,
  response: answers(SettlementList),
};

const file = (description: string) => ({ schema: Type.String({ description, format: 'binary' }) });

const detailRoute = {
  operationId: 'getSettlement',
  tags: TAGS,
  summary: 'One statement with its lines, as JSON, CSV or PDF',
  description:
    'What you `Accept` decides: `application/json` (lines in pages), `text/csv` (every line, for a spreadsheet), or ' +
    '`application/pdf` (a statement on paper, up to 2,000 lines).',
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
  description: 'An operator answers: the line stands, or an adjustment becomes a line of the next statement.',
  params: SettlementPath,
  body: DisputeBody,
  response: answers(
    SettlementDetail,
    'settlementNotFound',
    'settlementStateForbids',
    'merchantKindForbidden',
  ),
};
