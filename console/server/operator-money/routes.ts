import type { FastifyInstance, FastifyPluginAsync } from 'fastify';
import { CorrectionRefused } from '../../../db/queries/money/corrections.ts';
import { SettlementStateForbids } from '../../../domain/errors.ts';
import { DEFAULT_PLATFORM_TERMS } from '../../../domain/platform-terms.ts';
import { addRoutes } from '../../../lib/http/add-routes.ts';
import { CommandRefusedError } from '../../../lib/temporal/calling.ts';
import type { ConsoleContext } from '../context.ts';
import { operatorDisputeRoutes } from './disputes.ts';
import { operatorPostingRoutes } from './postings.ts';
import { operatorStatementRoutes } from './statements.ts';

/** Money for operators, below /api/operator/money: runs, statements, disputes, corrections. */
export const operatorMoneyRoutes = ({ deps, decisions }: ConsoleContext): FastifyPluginAsync =>
  async function deskMoney(app) {
    const { terms = DEFAULT_PLATFORM_TERMS } = deps.config;
    await addRoutes(
      app,
      async function operatorMoney(scope: FastifyInstance) {
        sayRefusals(scope);
        await addRoutes(scope, operatorStatementRoutes(deps, terms, decisions));
        await addRoutes(scope, operatorDisputeRoutes(deps));
        await addRoutes(scope, operatorPostingRoutes(deps, terms));
      },
      { prefix: '/api/operator/money' },
    );
  };

/** What services refuse an operator, as an answer: by 40905, with their words. */
function sayRefusals(scope: FastifyInstance): void {
  scope.setErrorHandler(async (error) => {
    const isRefusal = error instanceof CorrectionRefused || error instanceof CommandRefusedError;
    // What is thrown here reaches the app's own handler.
    throw isRefusal ? new SettlementStateForbids(error.message, { cause: error }) : error;
  });
}
