import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { addRoutes } from '../../../lib/http/add-routes.ts';
import { createAccount } from '../../../services/accounts/account.ts';
import { createFactors } from '../../../services/accounts/factors.ts';
import { createInvitations } from '../../../services/accounts/invitations.ts';
import { createOidc } from '../../../services/accounts/oidc.ts';
import { createPasskeys } from '../../../services/accounts/passkeys.ts';
import { createRegistration } from '../../../services/accounts/registration.ts';
import type { ConsoleContext } from '../context.ts';
import { accountDeps } from './account-deps.ts';
import { factorRoutes } from './account-factors.ts';
import { oidcRoutes } from './account-oidc.ts';
import { settingRoutes } from './account-settings.ts';
import { signInRoutes } from './account-sign-in.ts';
import { signUpRoutes } from './account-sign-up.ts';

/** Accounts of people: how they come to be, how people sign in, what they set. */
export const accountRoutes = (context: ConsoleContext): FastifyPluginAsyncTypebox =>
  async function accounts(scope) {
    const deps = accountDeps(context);
    const { cookie } = context;
    const passkeys = createPasskeys(deps);
    const invitations = createInvitations(deps);
    const registration = createRegistration(deps);
    const account = createAccount(deps);
    const { config, providerFetch } = context.deps;
    const { mail, oidc } = config;
    const ways = { oidc: oidc !== undefined, mail: mail !== undefined };
    await addRoutes(scope, signUpRoutes({ deps, registration, invitations, account, cookie, ways }));
    await addRoutes(scope, signInRoutes({ deps, passkeys, cookie }));
    if (oidc)
      await addRoutes(scope, oidcRoutes({ oidc: createOidc(deps, oidc, providerFetch), deps, cookie }));
    await addRoutes(scope, factorRoutes({ factors: createFactors(deps, passkeys), passkeys, cookie }));
    await addRoutes(scope, settingRoutes({ deps, account, registration, invitations, cookie }));
  };
