import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import {
  CSV_CONTENT_TYPE,
  CSV_TYPE,
  PDF_TYPE,
  PROOF_TYPE,
  STATEMENT_TYPES,
  settlementOperations,
} from '../../contract/operations/settlements.ts';
import { ok } from '../../contract/schemas/envelope.ts';
import type { SettlementDetailQuery } from '../../contract/schemas/settlements.ts';
import { sendFile } from '../../lib/http/send-file.ts';
import { type CursorSeal, readPage } from '../../services/lists/sealed-cursor.ts';
import type { SettlementService } from '../../services/settlements/index.ts';
import type { StatementProofs } from '../../services/transparency/statement-proof.ts';

/** Commission statements, for the scope behind the token. */
export const settlementRoutes = (
  settlements: SettlementService,
  proofs: StatementProofs,
  cursors: CursorSeal,
): FastifyPluginAsyncTypebox =>
  async function settlement(scope) {
    scope.route({
      ...settlementOperations.listSettlements,
      handler: async ({ merchant, query }) => {
        const page = { list: 'settlement/list', merchantKey: merchant.key, query };
        return ok(await readPage(cursors, page, (at) => settlements.list(merchant, at)));
      },
    });

    scope.route({
      ...settlementOperations.getSettlement,
      handler: async (request, reply) => {
        const { merchant, params, query } = request;
        reply.header('vary', 'accept');
        switch (request.accepts().type(STATEMENT_TYPES)) {
          case CSV_TYPE:
            return sendFile(reply, CSV_CONTENT_TYPE, await settlements.csv(merchant, params.settlementId));
          case PDF_TYPE:
            return sendFile(reply, PDF_TYPE, await settlements.pdf(merchant, params.settlementId));
          case PROOF_TYPE:
            return sendFile(reply, PROOF_TYPE, await proofs.proof(merchant, params.settlementId));
          default:
            return ok(
              await readPage(cursors, linesOf(merchant.key, params.settlementId, query), (at) =>
                settlements.detail(merchant, params.settlementId, at),
              ),
            );
        }
      },
    });

    scope.route({
      ...settlementOperations.disputeSettlementLine,
      handler: async ({ merchant, params, body }) =>
        ok(
          await readPage(cursors, linesOf(merchant.key, params.settlementId, {}), () =>
            settlements.dispute(merchant, params.settlementId, body),
          ),
        ),
    });
  };

function linesOf(merchantKey: string, settlementId: string, query: SettlementDetailQuery) {
  return { list: `settlement/detail/${settlementId}`, merchantKey, query };
}
