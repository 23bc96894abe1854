import { answers } from '../schemas/envelope.ts';
import { IdempotencyHeaders } from '../schemas/idempotency.ts';
import { OrderDetailData, OrderPath } from '../schemas/orders.ts';
import {
  ClockAdvanceBody,
  IssuedStatements,
  SandboxClock,
  SandboxExamples,
  StatementIssueBody,
  TestOrderBody,
} from '../schemas/sandbox.ts';
import { SettlementPath, SettlementSummary } from '../schemas/settlements.ts';
import { defineOperations } from './define.ts';

/** Nothing real is at stake. */
const TRY = { action: 'sandbox.write', fresh: false } as const;
const TAGS = ['sandbox'];

export const sandboxOperations = defineOperations({
  createSandboxOrder: {
    route: 'POST /open/v1/sandbox/order/create',
    sdk: 'sandbox.createOrder',
    access: { scope: 'order:write', personal: TRY },
    schema: {
      tags: TAGS,
      summary: 'Studio: have the sandbox agency book one of your guides',
      description:
        'So that you can try your inbox. The order is made as by `order/create` of the agency `mk_sandbox_agency`, and follows its clock; a ' +
        '`partners` guide needs that agency as a partner.',
      body: TestOrderBody,
      response: answers(
        OrderDetailData,
        'guideForbidden',
        'merchantKindForbidden',
        'guideNotFound',
        'guideUnavailable',
        'priceChanged',
        'referenceTaken',
      ),
    },
  },
  createSandboxExamples: {
    route: 'POST /open/v1/sandbox/examples/create',
    sdk: 'sandbox.createExamples',
    access: { scope: 'order:write', personal: TRY },
    schema: {
      tags: TAGS,
      summary: 'Fill your sandbox with trips of the last month and the coming weeks',
      description:
        'So that lists, calendars and statements have something in them. Trips of the month that is over were booked, confirmed and made at ' +
        'their own times, some were rejected or cancelled, most have a review; then one is on today, and some are to come. An agency’s are with guides of the ' +
        'sandbox studio, a studio’s are of the sandbox agency with the studio’s own public guides (none where it has none). Your statements of the month ' +
        'are issued, where you have no lines of a later one. What an earlier request has made is not made again. It takes some seconds.',
      response: answers(SandboxExamples, 'merchantKindForbidden'),
    },
  },
  advanceOrder: {
    route: 'POST /open/v1/sandbox/order/advance/{orderId}',
    sdk: 'sandbox.advanceOrder',
    access: { scope: 'order:write' },
    schema: {
      tags: TAGS,
      summary: 'Take the order’s next timed step now',
      description:
        'What its clock would do next: a change that waits ends, a pending order expires, a confirmed trip begins, a trip under way ends. Both parties are notified of it.',
      headers: IdempotencyHeaders,
      params: OrderPath,
      response: answers(OrderDetailData, 'orderNotFound', 'merchantKindForbidden', 'orderStateForbids'),
    },
  },
  getSandboxClock: {
    route: 'GET /open/v1/sandbox/clock',
    sdk: 'sandbox.getClock',
    access: { scope: 'order:read' },
    schema: {
      tags: TAGS,
      summary: 'What the time is for you',
      description:
        'It goes by the real time until you move it ahead; `ordersBehind` says how many orders and holds have yet to follow.',
      response: answers(SandboxClock, 'merchantKindForbidden'),
    },
  },
  advanceSandboxClock: {
    route: 'POST /open/v1/sandbox/clock/advance',
    sdk: 'sandbox.advanceClock',
    access: { scope: 'order:write', personal: TRY },
    schema: {
      tags: TAGS,
      summary: 'Move your clock ahead: deadlines that it passes fire',
      description:
        'The clock is yours alone, and is never set back. Orders that you placed follow it: what it is moved over happens in ' +
        'its order and at its own time (reminders, expiry, start and end of trips), and what comes later at the shifted time. The ' +
        'answer waits some seconds for them; `ordersBehind` says how many have yet to follow.',
      body: ClockAdvanceBody,
      response: answers(SandboxClock, 'merchantKindForbidden'),
    },
  },
  issueSandboxStatements: {
    route: 'POST /open/v1/sandbox/settlement/issue',
    sdk: 'sandbox.issueStatements',
    access: { scope: 'settlement:write', personal: TRY },
    schema: {
      tags: TAGS,
      summary: 'Issue your statements of a month, by your clock',
      description:
        'A month that is over is closed as a whole, the running one up to now; what comes later in it makes a further part. Then a ' +
        'statement can be read, disputed and paid.',
      body: StatementIssueBody,
      response: answers(IssuedStatements, 'merchantKindForbidden', 'settlementStateForbids'),
    },
  },
  paySandboxStatement: {
    route: 'POST /open/v1/sandbox/settlement/pay/{settlementId}',
    sdk: 'sandbox.payStatement',
    access: { scope: 'settlement:write', personal: TRY },
    schema: {
      tags: TAGS,
      summary: 'Mark an issued statement of yours as paid',
      description:
        'As an operator does it in earnest: the statement is `paid`, and you are notified by `settlement.paid`. The other side has a statement of its own.',
      params: SettlementPath,
      response: answers(
        SettlementSummary,
        'merchantKindForbidden',
        'settlementNotFound',
        'settlementStateForbids',
      ),
    },
  },
});
