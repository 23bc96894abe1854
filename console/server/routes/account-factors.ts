import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { envelope, ok } from '../../../contract/schemas/envelope.ts';
import type { createFactors } from '../../../services/accounts/factors.ts';
import type { Passkeys } from '../../../services/accounts/passkeys.ts';
import { signedIn } from '../plugins/access.ts';
import type { SessionCookie } from '../plugins/session.ts';
import {
  CodeBody,
  FirstRecoveryCodesAnswer,
  NameBody,
  NewPasskeyAnswer,
  NewPasskeyBody,
  Nothing,
  Options,
  PasskeyParams,
  PasskeysAnswer,
  RecoveryCodesAnswer,
  TotpAnswer,
} from '../schemas/account.ts';
import { fromOf } from './account-deps.ts';

interface FactorSettings {
  readonly factors: ReturnType<typeof createFactors>;
  readonly passkeys: Passkeys;
  readonly cookie: SessionCookie;
}

const own = { action: 'account', fresh: false } as const;
/** A stolen session alone gets no factor of its thief's, and removes none. */
const fresh = { action: 'account', fresh: true } as const;
const nothing = { 200: envelope(Nothing) };

/** A person's second factors: authenticator app, passkeys, recovery codes. */
export const factorRoutes = ({ factors, passkeys, cookie }: FactorSettings): FastifyPluginAsyncTypebox =>
  async function secondFactors(scope) {
    scope.post(
      '/api/account/totp/begin',
      { schema: { response: { 200: envelope(TotpAnswer) } }, config: fresh },
      async (request) => ok(await factors.beginTotp(signedIn(request))),
    );

    scope.post(
      '/api/account/totp/confirm',
      { schema: { body: CodeBody, response: { 200: envelope(FirstRecoveryCodesAnswer) } }, config: fresh },
      async (request, reply) => {
        const { code } = request.body;
        const { token, recoveryCodes } = await factors.confirmTotp(signedIn(request), code, fromOf(request));
        cookie.give(reply, { token });
        return ok({ recoveryCodes });
      },
    );

    scope.post(
      '/api/account/totp/remove',
      { schema: { response: nothing }, config: fresh },
      async (request) => {
        await factors.removeTotp(signedIn(request), fromOf(request));
        return ok({});
      },
    );

    scope.post(
      '/api/account/recovery-codes',
      { schema: { response: { 200: envelope(RecoveryCodesAnswer) } }, config: fresh },
      async (request) =>
        ok({ recoveryCodes: await factors.renewRecoveryCodes(signedIn(request), fromOf(request)) }),
    );

    scope.get(
      '/api/account/passkeys',
      { schema: { response: { 200: envelope(PasskeysAnswer) } }, config: own },
      async (request) => ok({ passkeys: await factors.list(signedIn(request)) }),
    );

    scope.post(
      '/api/account/passkeys/options',
      { schema: { response: { 200: envelope(Options) } }, config: fresh },
      async (request) => ok({ options: await passkeys.addOptions(signedIn(request)) }),
    );

    scope.post(
      '/api/account/passkeys',
      { schema: { body: NewPasskeyBody, response: { 200: envelope(NewPasskeyAnswer) } }, config: fresh },
      async (request, reply) => {
        const { name, response } = request.body;
        const added = await factors.addPasskey(signedIn(request), name, response as never, fromOf(request));
        cookie.give(reply, added);
        return ok({ id: added.id, recoveryCodes: added.recoveryCodes });
      },
    );

    scope.put(
      '/api/account/passkeys/:passkeyId',
      { schema: { params: PasskeyParams, body: NameBody, response: nothing }, config: own },
      async (request) => {
        const { passkeyId } = request.params;
        await factors.renamePasskey(signedIn(request), passkeyId, request.body.name, fromOf(request));
        return ok({});
      },
    );

    scope.post(
      '/api/account/passkeys/:passkeyId/remove',
      { schema: { params: PasskeyParams, response: nothing }, config: fresh },
      async (request) => {
        await factors.removePasskey(signedIn(request), request.params.passkeyId, fromOf(request));
        return ok({});
      },
    );
  };
