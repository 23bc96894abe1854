import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { envelope, ok } from '../../../contract/schemas/envelope.ts';
import { createInvitations } from '../../../services/accounts/invitations.ts';
import { createTeam, type TeamRequest } from '../../../services/accounts/team.ts';
import type { ConsoleContext } from '../context.ts';
import { signedIn } from '../plugins/access.ts';
import { Nothing } from '../schemas/account.ts';
import {
  InvitationParams,
  InviteBody,
  InvitedAnswer,
  MemberParams,
  RoleBody,
  RulesBody,
  TeamAnswer,
  TeamParams,
} from '../schemas/team.ts';
import { accountDeps, fromOf } from './account-deps.ts';

const BASE = '/api/:company/console/team';
const nothing = { 200: envelope(Nothing) };
const lead = { action: 'team.write', fresh: false } as const;

/** A company's people: who they are, what they may, who is invited. */
export const teamRoutes = (context: ConsoleContext): FastifyPluginAsyncTypebox =>
  async function teamOfCompany(scope) {
    const deps = accountDeps(context);
    const team = createTeam(deps);
    const invitations = createInvitations(deps);

    scope.get(
      BASE,
      {
        schema: { params: TeamParams, response: { 200: envelope(TeamAnswer) } },
        config: { action: 'team.read' },
      },
      async (request) => ok(await team.read(ofTeam(request))),
    );

    scope.post(
      `${BASE}/invitations`,
      {
        schema: { params: TeamParams, body: InviteBody, response: { 200: envelope(InvitedAnswer) } },
        config: lead,
      },
      async (request) => {
        const { email, role } = request.body;
        return ok({ id: await invitations.invite(ofTeam(request), email, role) });
      },
    );

    scope.post(
      `${BASE}/invitations/:invitationId/resend`,
      { schema: { params: InvitationParams, response: nothing }, config: lead },
      async (request) => {
        await invitations.resend(ofTeam(request), request.params.invitationId);
        return ok({});
      },
    );

    scope.post(
      `${BASE}/invitations/:invitationId/revoke`,
      { schema: { params: InvitationParams, response: nothing }, config: lead },
      async (request) => {
        await invitations.revoke(ofTeam(request), request.params.invitationId);
        return ok({});
      },
    );

    scope.put(
      `${BASE}/members/:personId`,
      { schema: { params: MemberParams, body: RoleBody, response: nothing }, config: lead },
      async (request) => {
        await team.setRole(ofTeam(request), request.params.personId, request.body.role);
        return ok({});
      },
    );

    scope.post(
      `${BASE}/members/:personId/remove`,
      { schema: { params: MemberParams, response: nothing }, config: lead },
      async (request) => {
        await team.remove(ofTeam(request), request.params.personId);
        return ok({});
      },
    );

    scope.post(
      `${BASE}/leave`,
      { schema: { params: TeamParams, response: nothing }, config: { action: 'team.read', fresh: false } },
      async (request) => {
        await team.leave(ofTeam(request));
        return ok({});
      },
    );

    scope.put(
      `${BASE}/needs-second-factor`,
      {
        schema: { params: TeamParams, body: RulesBody, response: nothing },
        config: { action: 'team.rules', fresh: true },
      },
      async (request) => {
        await team.setNeedsSecondFactor(ofTeam(request), request.body.needsSecondFactor);
        return ok({});
      },
    );
  };

function ofTeam(request: FastifyRequest): TeamRequest {
  return { session: signedIn(request), company: request.company, from: fromOf(request) };
}
