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
        'To try your inbox. The order is placed as by `order/create` of the agency `mk_sandbox_agency`, and follows its clock. A ' +
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
        "So that lists, calendars and statements aren't empty. Trips of last month were booked, confirmed and made at " +
        'their own times; some were rejected or cancelled, and most have a review. One trip is today, and some are still to come. For an agency, they are with guides of the ' +
        'sandbox studio; for a studio, they are bookings by the sandbox agency of the studio’s own public guides, if it has any. Your statements of that month ' +
        'are issued, unless you have lines of a later month. What an earlier request has created is not created again. This takes a few seconds.',
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
        'What its clock would do next: a waiting change expires, a pending order expires, a confirmed trip begins, or a trip under way ends. Both sides are notified.',
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
      summary: 'Read your clock',
      description:
        'It shows the real time until you move it ahead; `ordersBehind` says how many orders and holds have yet to catch up.',
      response: answers(SandboxClock, 'merchantKindForbidden'),
    },
  },
  advanceSandboxClock: {
    route: 'POST /open/v1/sandbox/clock/advance',
    sdk: 'sandbox.advanceClock',
    access: { scope: 'order:write', personal: TRY },
    schema: {
      tags: TAGS,
      summary: 'Move your clock ahead: deadlines that it passes take effect',
      description:
        "The clock is yours alone, and can't be set back. Orders that you placed follow it: everything that the clock skips happens in " +
        'order and at its own time (reminders, expiry, start and end of trips), and later deadlines come at the shifted time. The ' +
        'answer waits a few seconds for them; `ordersBehind` says how many have yet to catch up.',
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
        'A month that is over is closed as a whole, the current one up to now; what comes later in it makes another part. Then the ' +
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
        'As an operator would: the statement becomes `paid`, and you are notified by `settlement.paid`. The other side has a statement of its own.',
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
