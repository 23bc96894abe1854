import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { envelope, ok } from '../../../contract/schemas/envelope.ts';
import { AccountRefuses } from '../../../services/accounts/refusals.ts';
import { createOperators } from '../../../services/operators/operators.ts';
import type { ConsoleContext } from '../context.ts';
import { signedIn } from '../plugins/access.ts';
import { Nothing } from '../schemas/account.ts';
import { NewOperatorBody, OperatorAdded, OperatorBody, OperatorsAnswer } from '../schemas/operator-team.ts';
import { accountDeps } from './account-deps.ts';

const BASE = '/api/operator/team';
const lead = { action: 'operator.team.write', fresh: true } as const;
const nothing = { 200: envelope(Nothing) };

/** The platform's own people, for the administrators among them; npm run admin -- operator does the same. */
export const operatorTeamRoutes = (context: ConsoleContext): FastifyPluginAsyncTypebox =>
  async function operatorTeam(scope) {
    const operators = createOperators(accountDeps(context));

    scope.get(
      BASE,
      { schema: { response: { 200: envelope(OperatorsAnswer) } }, config: { action: 'operator.team.write' } },
      async () => ok({ operators: await operators.list() }),
    );

    scope.post(
      `${BASE}/add`,
      { schema: { body: NewOperatorBody, response: { 200: envelope(OperatorAdded) } }, config: lead },
      async (request) => {
        refuseOneself(request.body.email, signedIn(request).person.email);
        const { proposalId } = await context.decisions.makeOperator(request.actor, request.body);
        return ok({ proposalId });
      },
    );

    scope.post(
      `${BASE}/invite`,
      { schema: { body: OperatorBody, response: nothing }, config: lead },
      async (request) => {
        await operators.invite(request.actor, request.body.email);
        return ok({});
      },
    );

    scope.post(
      `${BASE}/remove`,
      { schema: { body: OperatorBody, response: nothing }, config: lead },
      async (request) => {
        refuseOneself(request.body.email, signedIn(request).person.email);
        await operators.remove(request.actor, request.body.email);
        return ok({});
      },
    );
  };

/** So that an administrator is left. @throws AccountRefuses */
function refuseOneself(email: string, own: string): void {
  if (email.toLowerCase() === own.toLowerCase())
    throw new AccountRefuses('last_owner', 'another administrator has to change your own role');
}
