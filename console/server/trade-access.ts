import type { PersonalAccess } from '../../contract/operations/define.ts';
import { type CompanyAction, SCOPE_OF_ACTION } from '../../domain/console-roles.ts';
import { isScope, type Scope } from '../../domain/scope.ts';

/** The action that a scope needs. If several actions need one, each route declares its own (`personal`). */
const ACCESS_OF_SCOPE: Partial<Record<Scope, PersonalAccess>> = Object.fromEntries(
  (Object.entries(SCOPE_OF_ACTION) as [CompanyAction, Scope][])
    .filter(([, scope]) => scope !== 'notification')
    .map(([action, scope]) => [scope, { action, fresh: action === 'money.dispute' }]),
);

/** What the console asks for an operation of the API: what its route declares, or what its scope says. @throws for a route that says neither. */
export function tradeAccess(
  path: string,
  { scope, personal }: { readonly scope?: string; readonly personal?: PersonalAccess },
): PersonalAccess {
  if (scope === undefined || !isScope(scope)) throw new Error(`${path}: no scope of a merchant`);
  const access = personal ?? ACCESS_OF_SCOPE[scope];
  if (access !== undefined) return access;
  throw new Error(`${path} declares no access of persons (config: { personal })`);
}
