import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { envelope, ok } from '../../../contract/schemas/envelope.ts';
import type { createAccount } from '../../../services/accounts/account.ts';
import type { AccountDeps } from '../../../services/accounts/context.ts';
import type { createInvitations } from '../../../services/accounts/invitations.ts';
import { readSessions } from '../../../services/accounts/me.ts';
import { NoSuchPlace } from '../../../services/accounts/refusals.ts';
import type { createRegistration } from '../../../services/accounts/registration.ts';
import { signedIn } from '../plugins/access.ts';
import type { SessionCookie } from '../plugins/session.ts';
import {
  CompanyAnswer,
  CompanyFacts,
  EmailAnswer,
  EmailBody,
  EndedAnswer,
  Nothing,
  PasswordBody,
  ProfileBody,
  SessionParams,
  SessionsAnswer,
  TokenBody,
} from '../schemas/account.ts';
import { fromOf } from './account-deps.ts';

interface Settings {
  readonly deps: AccountDeps;
  readonly account: ReturnType<typeof createAccount>;
  readonly registration: ReturnType<typeof createRegistration>;
  readonly invitations: ReturnType<typeof createInvitations>;
  readonly cookie: SessionCookie;
}

const config = { action: 'account', fresh: false } as const;
const nothing = { 200: envelope(Nothing) };

/** What people set of their own account, and their sessions. */
export const settingRoutes = ({
  deps,
  account,
  registration,
  invitations,
  cookie,
}: Settings): FastifyPluginAsyncTypebox =>
  async function settings(scope) {
    scope.put(
      '/api/account/profile',
      { schema: { body: ProfileBody, response: nothing }, config },
      async (request) => {
        await account.setProfile(signedIn(request).person.id, request.body, fromOf(request));
        return ok({});
      },
    );

    scope.post(
      '/api/account/password',
      { schema: { body: PasswordBody, response: nothing }, config },
      async (request) => {
        await account.changePassword(signedIn(request), request.body, fromOf(request));
        return ok({});
      },
    );

    scope.post(
      '/api/account/email/ask',
      { schema: { body: EmailBody, response: nothing }, config: { ...config, fresh: true } },
      async (request) => {
        await account.askNewEmail(signedIn(request), request.body.email, fromOf(request));
        return ok({});
      },
    );

    scope.post(
      '/api/account/email/confirm',
      { schema: { body: TokenBody, response: { 200: envelope(EmailAnswer) } }, config },
      async (request) => {
        const { token } = request.body;
        return ok({ email: await account.confirmNewEmail(signedIn(request), token, fromOf(request)) });
      },
    );

    scope.get(
      '/api/account/sessions',
      { schema: { response: { 200: envelope(SessionsAnswer) } }, config },
      async (request) => ok({ sessions: await readSessions(deps, signedIn(request)) }),
    );

    scope.post(
      '/api/account/sessions/:sessionId/end',
      { schema: { params: SessionParams, response: nothing }, config },
      async (request, reply) => {
        const { id, person } = signedIn(request);
        const { sessionId } = request.params;
        if (!(await account.endSession(person.id, sessionId, fromOf(request)))) throw new NoSuchPlace();
        if (sessionId === id) cookie.take(reply);
        return ok({});
      },
    );

    scope.post(
      '/api/account/sessions/end-others',
      { schema: { response: { 200: envelope(EndedAnswer) } }, config },
      async (request) => ok({ ended: await account.endOtherSessions(signedIn(request), fromOf(request)) }),
    );

    scope.post(
      '/api/account/companies',
      { schema: { body: CompanyFacts, response: { 200: envelope(CompanyAnswer) } }, config },
      async (request) => {
        const { id } = signedIn(request).person;
        return ok({ companyId: await registration.addCompany(id, request.body, fromOf(request)) });
      },
    );

    scope.post(
      '/api/account/invitation/accept',
      { schema: { body: TokenBody, response: { 200: envelope(CompanyAnswer) } }, config },
      async (request) =>
        ok({ companyId: await invitations.accept(signedIn(request), request.body.token, fromOf(request)) }),
    );
  };
