import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { envelope, ok } from '../../../api/schemas/envelope.ts';
import type { createAccount } from '../accounts/account.ts';
import type { createInvitations } from '../accounts/invitations.ts';
import type { createRegistration } from '../accounts/registration.ts';
import {
  AskResetBody,
  CompanyAnswer,
  EmailAnswer,
  InvitationAnswer,
  InvitedBody,
  Nothing,
  RegisterBody,
  ResetBody,
  TokenBody,
  Ways,
} from '../schemas/account.ts';
import { fromOf } from './account-deps.ts';

interface SignUp {
  readonly registration: ReturnType<typeof createRegistration>;
  readonly invitations: ReturnType<typeof createInvitations>;
  readonly account: ReturnType<typeof createAccount>;
  readonly ways: { readonly oidc: boolean; readonly mail: boolean };
}

const config = { action: 'public' } as const;
const nothing = { 200: envelope(Nothing) };

/** What somebody can do who is not signed in: register, and open the links of mails. */
export const signUpRoutes = ({
  registration,
  invitations,
  account,
  ways,
}: SignUp): FastifyPluginAsyncTypebox =>
  async function signUp(scope) {
    scope.get('/api/account/ways', { schema: { response: { 200: envelope(Ways) } }, config }, async () =>
      ok(ways),
    );

    scope.post(
      '/api/account/register',
      { schema: { body: RegisterBody, response: nothing }, config },
      async (request) => {
        await registration.register(request.body, fromOf(request));
        return ok({});
      },
    );

    scope.post(
      '/api/account/confirm-email',
      { schema: { body: TokenBody, response: { 200: envelope(EmailAnswer) } }, config },
      async (request) => ok({ email: await registration.confirm(request.body.token, fromOf(request)) }),
    );

    scope.post(
      '/api/account/password-reset/ask',
      { schema: { body: AskResetBody, response: nothing }, config },
      async (request) => {
        const { email, language = 'en' } = request.body;
        await account.askReset(email, language, fromOf(request));
        return ok({});
      },
    );

    scope.post(
      '/api/account/password-reset/do',
      { schema: { body: ResetBody, response: nothing }, config },
      async (request) => {
        const { token, password } = request.body;
        await account.resetPassword(token, password, fromOf(request));
        return ok({});
      },
    );

    scope.post(
      '/api/account/email/confirm',
      { schema: { body: TokenBody, response: { 200: envelope(EmailAnswer) } }, config },
      async (request) => ok({ email: await account.confirmNewEmail(request.body.token, fromOf(request)) }),
    );

    scope.post(
      '/api/account/invitation/look',
      { schema: { body: TokenBody, response: { 200: envelope(InvitationAnswer) } }, config },
      async (request) => ok(await invitations.look(request.body.token, fromOf(request))),
    );

    scope.post(
      '/api/account/invitation/register',
      { schema: { body: InvitedBody, response: { 200: envelope(CompanyAnswer) } }, config },
      async (request) => {
        const { token, ...person } = request.body;
        return ok({ companyId: await invitations.register(token, person, fromOf(request)) });
      },
    );
  };
