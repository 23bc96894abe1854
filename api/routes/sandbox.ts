import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { answers, ok } from '../../contract/schemas/envelope.ts';
import { OrderCreatedData } from '../../contract/schemas/orders.ts';
import {
  ClockAdvanceBody,
  IssuedStatements,
  SandboxClock,
  StatementIssueBody,
  TestOrderBody,
} from '../../contract/schemas/sandbox.ts';
import { SettlementPath, SettlementSummary } from '../../contract/schemas/settlements.ts';
import type { ClockService } from '../../services/sandbox/clock.ts';
import type { SandboxStatements } from '../../services/sandbox/statements.ts';
import type { TestOrders } from '../../services/sandbox/test-orders.ts';
import { allowNoBody } from '../plugins/content.ts';

export interface SandboxServices {
  readonly clock: ClockService;
  /** Without them, no studio can be booked from here. */
  readonly testOrders?: TestOrders | undefined;
  /** Without them, none can be issued. */
  readonly statements?: SandboxStatements | undefined;
}

/** Nothing real is at stake. */
const TRY = { action: 'sandbox.write', fresh: false } as const;

/** What only sandbox merchants can do, for the scope behind the token. */
export const sandboxRoutes = ({
  clock,
  testOrders,
  statements,
}: SandboxServices): FastifyPluginAsyncTypebox =>
  async function sandbox(scope) {
    scope.get(
      '/open/v1/sandbox/clock',
      { config: { scope: 'order:read' }, schema: clockRoute },
      async ({ merchant }) => ok(await clock.read(merchant)),
    );

    scope.post(
      '/open/v1/sandbox/clock/advance',
      { config: { scope: 'order:write', personal: TRY }, schema: advanceRoute },
      async ({ merchant, body }) => ok(await clock.advance(merchant, body)),
    );

    if (testOrders) {
      scope.post(
        '/open/v1/sandbox/order/create',
        { config: { scope: 'order:write', personal: TRY }, schema: testOrderRoute },
        async ({ merchant, body }) => ok(await testOrders.place(merchant, body)),
      );
    }

    if (statements) await scope.register(statementRoutes(statements));
  };

const statementRoutes = (statements: SandboxStatements): FastifyPluginAsyncTypebox =>
  async function sandboxStatements(scope) {
    const config = { scope: 'settlement:write', personal: TRY } as const;
    scope.post(
      '/open/v1/sandbox/settlement/issue',
      { config, schema: issueRoute, preValidation: allowNoBody },
      async ({ merchant, body }) => ok(await statements.issue(merchant, body.month)),
    );
    scope.post(
      '/open/v1/sandbox/settlement/pay/:settlementId',
      { config, schema: payRoute },
      async ({ merchant, params }) => ok(await statements.pay(merchant, params.settlementId)),
    );
  };

const TAGS = ['sandbox'];

const clockRoute = {
  operationId: 'getSandboxClock',
  tags: TAGS,
  summary: 'What the time is for you',
  response: answers(SandboxClock, 'merchantKindForbidden'),
};

const advanceRoute = {
  operationId: 'advanceSandboxClock',
  tags: TAGS,
  summary: 'Move your clock ahead: deadlines that it passes fire',
  description:
    'The clock is yours alone, and is never set back. Orders that you placed follow it: what it is moved over happens in ' +
    'its order and at its own time (reminders, expiry, start and end of trips), and what comes later at the shifted time. The ' +
    'answer waits some seconds for them; `ordersBehind` says how many have yet to follow.',
  body: ClockAdvanceBody,
  response: answers(SandboxClock, 'merchantKindForbidden'),
};

const testOrderRoute = {
  operationId: 'createSandboxOrder',
  tags: TAGS,
  summary: 'Studio: have the sandbox agency book one of your guides',
  description:
    'So that you can try your inbox. The order is made as by `order/create` of the agency `mk_sandbox_agency`, and follows its clock; a ' +
    '`partners` guide needs that agency as a partner.',
  body: TestOrderBody,
  response: answers(
    OrderCreatedData,
    'guideForbidden',
    'merchantKindForbidden',
    'guideNotFound',
    'guideUnavailable',
    'priceChanged',
    'referenceTaken',
  ),
};

const issueRoute = {
  operationId: 'issueSandboxStatements',
  tags: TAGS,
  summary: 'Issue your statements of a month, by your clock',
  description:
    'A month that is over is closed as a whole, the running one up to now; what comes later in it makes a further part. Then a ' +
    'statement can be read, disputed and paid.',
  body: StatementIssueBody,
  response: answers(IssuedStatements, 'merchantKindForbidden', 'settlementStateForbids'),
};

const payRoute = {
  operationId: 'paySandboxStatement',
  tags: TAGS,
  summary: 'Mark an issued statement of yours as paid',
  params: SettlementPath,
  response: answers(
    SettlementSummary,
    'merchantKindForbidden',
    'settlementNotFound',
    'settlementStateForbids',
  ),
};
