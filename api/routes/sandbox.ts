import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { sandboxOperations } from '../../contract/operations/sandbox.ts';
import { ok } from '../../contract/schemas/envelope.ts';
import { addRoutes } from '../../lib/http/add-routes.ts';
import { allowNoBody } from '../../lib/http/plugins/content.ts';
import type { ClockService } from '../../services/sandbox/clock.ts';
import type { SandboxExampleService } from '../../services/sandbox/examples.ts';
import type { SandboxStatements } from '../../services/sandbox/statements.ts';
import type { TestOrders } from '../../services/sandbox/test-orders.ts';

export interface SandboxServices {
  readonly clock: ClockService;
  /** Without them, no studio can be booked from here. */
  readonly testOrders?: TestOrders | undefined;
  /** Without them, no sandbox is filled from here. */
  readonly examples?: SandboxExampleService | undefined;
  /** Without them, none can be issued. */
  readonly statements?: SandboxStatements | undefined;
}

/** What only sandbox merchants can do, for the scope behind the token. */
export const sandboxRoutes = ({
  clock,
  testOrders,
  examples,
  statements,
}: SandboxServices): FastifyPluginAsyncTypebox =>
  async function sandbox(scope) {
    scope.route({
      ...sandboxOperations.getSandboxClock,
      handler: async ({ merchant }) => ok(await clock.read(merchant)),
    });

    scope.route({
      ...sandboxOperations.advanceSandboxClock,
      handler: async ({ merchant, body }) => ok(await clock.advance(merchant, body)),
    });

    if (testOrders) {
      scope.route({
        ...sandboxOperations.createSandboxOrder,
        handler: async ({ merchant, body }) => ok(await testOrders.place(merchant, body)),
      });
    }

    if (examples) {
      scope.route({
        ...sandboxOperations.createSandboxExamples,
        handler: async ({ merchant }) => ok(await examples.create(merchant)),
      });
    }

    if (statements) await addRoutes(scope, statementRoutes(statements));
  };

const statementRoutes = (statements: SandboxStatements): FastifyPluginAsyncTypebox =>
  async function sandboxStatements(scope) {
    scope.route({
      ...sandboxOperations.issueSandboxStatements,
      preValidation: allowNoBody,
      handler: async ({ merchant, body }) => ok(await statements.issue(merchant, body.month)),
    });
    scope.route({
      ...sandboxOperations.paySandboxStatement,
      handler: async ({ merchant, params }) => ok(await statements.pay(merchant, params.settlementId)),
    });
  };
