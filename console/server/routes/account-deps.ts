import type { FastifyRequest } from 'fastify';
import { clientAddress } from '../../../lib/admission/client-address.ts';
import type { AccountDeps, From } from '../../../services/accounts/context.ts';
import { createGuessLimits } from '../../../services/accounts/guess-limits.ts';
import { createAccountMailer } from '../../../services/accounts/mailer.ts';
import { createSignInCounter } from '../../../services/accounts/metrics.ts';
import { createPasswords } from '../../../services/accounts/passwords.ts';
import type { ConsoleContext } from '../context.ts';

const made = new WeakMap<ConsoleContext, AccountDeps>();

/** What accounts and teams share: their limits and counters are one for an application. */
export function accountDeps(context: ConsoleContext): AccountDeps {
  const earlier = made.get(context);
  if (earlier !== undefined) return earlier;
  const { deps, budgets, sessions } = context;
  const { orm, cipher, now, registry } = deps;
  const { consoleBaseUrl } = deps.config;
  const shared = {
    orm,
    cipher,
    now,
    consoleBaseUrl,
    sessions,
    passwords: createPasswords(),
    guesses: createGuessLimits(budgets),
    mailer: createAccountMailer(consoleBaseUrl),
    count: createSignInCounter(registry),
  };
  made.set(context, shared);
  return shared;
}

/** The origin of a request, for sessions and the audit log. */
export function fromOf({ ip, id, headers, device }: FastifyRequest): From {
  return { address: clientAddress(ip), userAgent: headers['user-agent'], device, requestId: id };
}
