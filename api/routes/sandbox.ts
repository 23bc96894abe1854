import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { answers, ok } from '../schemas/envelope.ts';
import { ClockAdvanceBody, SandboxClock } from '../schemas/sandbox.ts';
import type { ClockService } from '../services/sandbox/clock.ts';

export interface SandboxServices {
  readonly clock: ClockService;
}

/** What only sandbox merchants can do, for the scope behind the token. */
export const sandboxRoutes = ({ clock }: SandboxServices): FastifyPluginAsyncTypebox =>
  async function sandbox(scope) {
    scope.get(
      '/open/v1/sandbox/clock',
      { config: { scope: 'order:read' }, schema: clockRoute },
      async ({ merchant }) => ok(await clock.read(merchant)),
    );

    scope.post(
      '/open/v1/sandbox/clock/advance',
      { config: { scope: 'order:write' }, schema: advanceRoute },
      async ({ merchant, body }) => ok(await clock.advance(merchant, body)),
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
