import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { answers, ok } from '../../../contract/schemas/envelope.ts';
import type { PlatformTerms } from '../../../domain/platform-terms.ts';
import { settlementRefusal } from '../../../domain/settlement.ts';
import { viewSettlement } from '../../../domain/settlement-view.ts';
import { createCursorSeal, readPage } from '../../../services/lists/sealed-cursor.ts';
import {
  type OwnedStatement,
  ownerOf,
  pageStatements,
} from '../../../services/operators/money/statement-list.ts';
import { listMonths, previewRun } from '../../../services/operators/money/statement-preview.ts';
import { createSettlementOperations } from '../../../services/operators/money/statements.ts';
import type { OperatorDecisions } from '../../../services/operators/proposed-actions.ts';
import { listDisputes } from '../../../services/settlements/dispute-view.ts';
import { readSettlement } from '../../../services/settlements/reading.ts';
import type { ConsoleDeps } from '../deps.ts';
import { actingOperator } from '../money/answers.ts';
import { LinesQuery, StatementPath } from '../money/schemas.ts';
import { statementFileRoutes } from '../money/statement-files.ts';
import {
  Months,
  Moved,
  OperatorStatementPage,
  OperatorStatements,
  PayBody,
  RunBody,
  RunPreview,
  RunQuery,
  RunStarted,
  StatementsQuery,
} from './schemas.ts';
import { viewDue, viewTotal } from './views.ts';

const DEFAULT_SIZE = 50;
const DISPUTES_OF_STATEMENT = 200;
const read = { action: 'operator.money.read' } as const;
const write = { action: 'operator.money.write', fresh: true } as const;

/** Months, runs and statements of all merchants. */
export const operatorStatementRoutes = (
  deps: ConsoleDeps,
  { timeZone }: PlatformTerms,
  decisions: OperatorDecisions,
): FastifyPluginAsyncTypebox =>
  async function operatorStatements(scope) {
    const { orm, now, statementGateway } = deps;
    const cursors = createCursorSeal(deps.cipher);
    const ofOperators = <Query>(list: string, query: Query) => ({ list, merchantKey: 'operator', query });
    const planning = { orm, now, timeZone };

    scope.get('/months', { config: read, schema: { response: answers(Months) } }, async () => {
      const gateway = statementGateway ?? { isRunning: async () => false };
      return ok({ timeZone, months: await listMonths({ ...planning, gateway }) });
    });

    scope.get(
      '/run',
      {
        config: read,
        schema: { querystring: RunQuery, response: answers(RunPreview, 'settlementStateForbids') },
      },
      async ({ query }) => {
        const page = ofOperators('console/desk/run', query);
        const { list, nextCursor, ...preview } = await readPage(cursors, page, async (at) => {
          const { cursor: after = '', size = DEFAULT_SIZE, month, partial = false } = at;
          const { statements, next, ...rest } = await previewRun(planning, { month, partial, after, size });
          return { ...rest, list: statements.map(viewDue), nextCursor: next };
        });
        const { closeAt, totals, ...rest } = preview;
        const shown = { ...rest, closeAt: closeAt.toISOString(), totals: totals.map(viewTotal) };
        return ok({ ...shown, timeZone, list, nextCursor });
      },
    );

    scope.get(
      '/statements',
      { config: read, schema: { querystring: StatementsQuery, response: answers(OperatorStatements) } },
      async ({ query }) =>
        ok(
          await readPage(cursors, ofOperators('console/desk/statements', query), async (at) => {
            const { list, nextCursor } = await pageStatements(orm.em.fork(), { size: DEFAULT_SIZE, ...at });
            return { list: list.map((one) => viewOwned(one, timeZone)), nextCursor };
          }),
        ),
    );

    scope.get(
      '/statements/:settlementId',
      {
        config: read,
        schema: {
          params: StatementPath,
          querystring: LinesQuery,
          response: answers(OperatorStatementPage, 'settlementNotFound', 'settlementStateForbids'),
        },
      },
      async ({ params: { settlementId }, query }) => {
        const owned = await ownerOf(orm.em.fork(), settlementId);
        const { merchantKey, sandbox } = owned.statement;
        const page = ofOperators(`console/desk/statement/${settlementId}`, query);
        const statement = await readPage(cursors, page, ({ size = DEFAULT_SIZE, ...at }) =>
          readSettlement(orm.em.fork(), merchantKey, settlementId, { size, ...at }, timeZone),
        );
        const ofStatement = { settlementId, size: DISPUTES_OF_STATEMENT };
        const { list: disputes } = await listDisputes(orm.em.fork(), ofStatement, 'operator');
        const can = (action: 'dispute' | 'pay') => settlementRefusal(statement.status, action) === undefined;
        const owner = { merchantKey, merchantName: owned.merchantName, sandbox };
        return ok({ statement, disputes, ...owner, canDispute: can('dispute'), canPay: can('pay') });
      },
    );

    statementFileRoutes(scope, deps, {
      below: '/statements',
      access: read,
      ownerOf: async (_, settlementId) => {
        const { statement } = await ownerOf(orm.em.fork(), settlementId);
        return { key: statement.merchantKey };
      },
    });

    if (statementGateway === undefined) return;
    const operations = createSettlementOperations({ ...planning, gateway: statementGateway });

    scope.post(
      '/run',
      { config: write, schema: { body: RunBody, response: answers(RunStarted, 'settlementStateForbids') } },
      async (request) => {
        const { month, partial = false } = request.body;
        await operations.startRun(actingOperator(request), month, partial);
        return ok({ month });
      },
    );

    scope.post(
      '/statements/:settlementId/pay',
      {
        config: write,
        schema: { params: StatementPath, body: PayBody, response: answers(Moved, 'settlementStateForbids') },
      },
      async (request) => {
        const { settlementId } = request.params;
        const { reference, key } = request.body;
        const { proposalId } = await decisions.pay(actingOperator(request), settlementId, reference, key);
        const { statement } = await ownerOf(orm.em.fork(), settlementId);
        return ok({ settlementId, status: statement.status, proposalId });
      },
    );
  };

function viewOwned({ statement, merchantName }: OwnedStatement, timeZone: string) {
  const { merchantKey, sandbox } = statement;
  return { ...viewSettlement(statement), timeZone, merchantKey, merchantName, sandbox };
}
