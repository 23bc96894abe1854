import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { envelope, ok } from '../../../contract/schemas/envelope.ts';
import type { createAccount } from '../../../services/accounts/account.ts';
import type { AccountDeps } from '../../../services/accounts/context.ts';
import { allowDevice } from '../../../services/accounts/devices.ts';
import type { createInvitations } from '../../../services/accounts/invitations.ts';
import type { createRegistration } from '../../../services/accounts/registration.ts';
import type { SessionCookie } from '../plugins/session.ts';
import {
  AskResetBody,
  CompanyAnswer,
  ConfirmBody,
  EmailAnswer,
  InvitationAnswer,
  InvitedBody,
  Nothing,
  RegisterBody,
  RegistrationAnswer,
  ResetBody,
  TokenBody,
  Ways,
} from '../schemas/account.ts';
import { fromOf } from './account-deps.ts';

interface SignUp {
  readonly deps: AccountDeps;
  readonly cookie: SessionCookie;
  readonly registration: ReturnType<typeof createRegistration>;
  readonly invitations: ReturnType<typeof createInvitations>;
  readonly account: ReturnType<typeof createAccount>;
  readonly ways: { readonly oidc: boolean; readonly mail: boolean };
}

const config = { action: 'public' } as const;
const nothing = { 200: envelope(Nothing) };

/** What somebody can do who is not signed in: register, and open the links of mails. */
export const signUpRoutes = ({
  deps,
  registration,
  invitations,
  account,
  cookie,
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
      '/api/account/confirm-email/look',
      { schema: { body: TokenBody, response: { 200: envelope(RegistrationAnswer) } }, config },
      async (request) => ok(await registration.preview(request.body.token, fromOf(request))),
    );

    scope.post(
      '/api/account/confirm-email',
      { schema: { body: ConfirmBody, response: { 200: envelope(EmailAnswer) } }, config },
      async (request, reply) => {
        const { token, ...account } = request.body;
        const { email, device } = await registration.confirm(token, account, fromOf(request));
        cookie.give(reply, { device });
        return ok({ email });
      },
    );

    scope.post(
      '/api/account/device/allow',
      { schema: { body: TokenBody, response: { 200: envelope(EmailAnswer) } }, config },
      async (request, reply) => {
        const { email, device } = await allowDevice(deps, request.body.token, fromOf(request));
        cookie.give(reply, { device });
        return ok({ email });
      },
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
      async (request, reply) => {
        const { token, password } = request.body;
        cookie.give(reply, { device: await account.resetPassword(token, password, fromOf(request)) });
        return ok({});
      },
    );

    scope.post(
      '/api/account/invitation/look',
      { schema: { body: TokenBody, response: { 200: envelope(InvitationAnswer) } }, config },
      async (request) => ok(await invitations.preview(request.body.token, fromOf(request))),
    );

    scope.post(
      '/api/account/invitation/register',
      { schema: { body: InvitedBody, response: { 200: envelope(CompanyAnswer) } }, config },
      async (request, reply) => {
        const { token, ...person } = request.body;
        const { companyId, device } = await invitations.register(token, person, fromOf(request));
        cookie.give(reply, { device });
        return ok({ companyId });
      },
    );
  };
