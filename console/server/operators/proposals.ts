import type { FastifyRequest } from 'fastify';
import { answers, ok } from '../../../contract/schemas/envelope.ts';
import { mayOperate } from '../../../domain/console-roles.ts';
import { RoleForbids } from '../../../services/accounts/refusals.ts';
import { signedIn } from '../plugins/access.ts';
import { Decided, Proposals } from './answers.ts';
import { ProposalPath, ProposalsQuery } from './schemas.ts';
import type { OperatorServices, TypedRoutes } from './typed.ts';

const ALL = '/api/operator/proposals';

/** What one operator proposed and another confirms or declines. */
export const proposalRoutes = ({ decisions }: OperatorServices): TypedRoutes =>
  async function operatorProposals(scope) {
    const config = { action: 'operator.proposals.write', fresh: true } as const;
    scope.get(
      ALL,
      {
        config: { action: 'operator.read' },
        schema: { querystring: ProposalsQuery, response: answers(Proposals) },
      },
      async ({ query: { state = 'open' } }) =>
        ok({ operatorsNeeded: decisions.operatorsNeeded, list: await decisions.list(state) }),
    );
    for (const verb of ['confirm', 'decline'] as const)
      scope.post(
        `${ALL}/:proposalId/${verb}`,
        { config, schema: { params: ProposalPath, response: answers(Decided) } },
        async (request) => {
          const { proposalId } = request.params;
          requireRole(request, await decisions.neededFor(proposalId));
          await decisions[verb](request.actor, proposalId);
          return ok({ proposalId });
        },
      );
  };

/** The deciding operator must have the permission for the action. @throws RoleForbids */
function requireRole(request: FastifyRequest, action: Parameters<typeof mayOperate>[1]): void {
  const { operatorRole } = signedIn(request).person;
  if (operatorRole === null || !mayOperate(operatorRole, action)) throw new RoleForbids(action);
}
