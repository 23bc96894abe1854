import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { envelope, ok } from '../../../contract/schemas/envelope.ts';
import type { Factors } from '../../../db/queries/console/people.ts';
import { countedAddress } from '../../../lib/admission/client-address.ts';
import type { AccountDeps, Opened } from '../../../services/accounts/context.ts';
import { readMe } from '../../../services/accounts/me.ts';
import { showPasskey, signInByPasskey } from '../../../services/accounts/passkey-sign-in.ts';
import type { Passkeys } from '../../../services/accounts/passkeys.ts';
import { showFactor } from '../../../services/accounts/second-factor.ts';
import { FRESH_MS } from '../../../services/accounts/sessions.ts';
import { signIn } from '../../../services/accounts/signing-in.ts';
import { signedIn } from '../plugins/access.ts';
import type { SessionCookie } from '../plugins/session.ts';
import {
  FactorBody,
  MeAnswer,
  Nothing,
  Options,
  PasskeyAnswerBody,
  ShownAnswer,
  SignedInAnswer,
  SignInBody,
} from '../schemas/account.ts';
import { fromOf } from './account-deps.ts';

interface SignIn {
  readonly deps: AccountDeps;
  readonly passkeys: Passkeys;
  readonly cookie: SessionCookie;
}

const open = { action: 'public' } as const;
/** For people who showed one factor. */
const begun = { action: 'sign-in' } as const;
const options = { 200: envelope(Options) };

/** Signing in, by steps; every step gives the session a new token. */
export const signInRoutes = ({ deps, passkeys, cookie }: SignIn): FastifyPluginAsyncTypebox =>
  async function signingIn(scope) {
    const shown = ({ next }: Opened) =>
      ok({ next, freshUntil: new Date(deps.now().getTime() + FRESH_MS).toISOString() });

    scope.post(
      '/api/account/sign-in',
      { schema: { body: SignInBody, response: { 200: envelope(SignedInAnswer) } }, config: open },
      async (request, reply) => {
        const opened = await signIn(deps, request.body, fromOf(request), request.session);
        cookie.give(reply, opened);
        return ok({ next: opened.next, factors: kindsOf(opened.factors) });
      },
    );

    scope.post(
      '/api/account/sign-in/passkey/options',
      { schema: { response: options }, config: open },
      async (request) => {
        await deps.guesses.countAddress(countedAddress(request.ip));
        return ok({ options: await passkeys.signInOptions() });
      },
    );

    scope.post(
      '/api/account/sign-in/passkey/verify',
      { schema: { body: PasskeyAnswerBody, response: { 200: envelope(SignedInAnswer) } }, config: open },
      async (request, reply) => {
        const response = request.body.response as never;
        const opened = await signInByPasskey(deps, passkeys, response, fromOf(request), request.session);
        cookie.give(reply, opened);
        return ok({ next: opened.next, factors: kindsOf(opened.factors) });
      },
    );

    scope.post(
      '/api/account/second-factor',
      { schema: { body: FactorBody, response: { 200: envelope(ShownAnswer) } }, config: begun },
      async (request, reply) => {
        const opened = await showFactor(deps, signedIn(request), request.body, fromOf(request));
        cookie.give(reply, opened);
        return shown(opened);
      },
    );

    scope.post(
      '/api/account/second-factor/passkey/options',
      { schema: { response: options }, config: begun },
      async (request) => ok({ options: await passkeys.signInOptions(signedIn(request)) }),
    );

    scope.post(
      '/api/account/second-factor/passkey/verify',
      { schema: { body: PasskeyAnswerBody, response: { 200: envelope(ShownAnswer) } }, config: begun },
      async (request, reply) => {
        const response = request.body.response as never;
        const opened = await showPasskey(deps, passkeys, signedIn(request), response, fromOf(request));
        cookie.give(reply, opened);
        return shown(opened);
      },
    );

    scope.get(
      '/api/account/me',
      { schema: { response: { 200: envelope(MeAnswer) } }, config: begun },
      async (request) => ok(await readMe(deps, signedIn(request))),
    );

    scope.post(
      '/api/account/sign-out',
      { schema: { response: { 200: envelope(Nothing) } }, config: open },
      async (request, reply) => {
        if (request.session) await deps.sessions.end(deps.orm.em.fork(), request.session.id);
        cookie.take(reply);
        return ok({});
      },
    );
  };

function kindsOf({ totp, passkeys, recoveryCodesLeft }: Factors) {
  return { totp, passkey: passkeys > 0, recoveryCodes: recoveryCodesLeft > 0 };
}
