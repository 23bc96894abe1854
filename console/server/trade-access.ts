import { type CompanyAction, SCOPE_OF_ACTION } from '../../domain/console-roles.ts';
import type { Scope } from '../../domain/scope.ts';
import { isScope } from '../../domain/scope.ts';

/** Which action of the role table an operation of the API is, and whether it needs a fresh factor. */
export interface TradeAccess {
  readonly action: CompanyAction;
  readonly fresh: boolean;
}

/** Of a scope that one action needs; of `notification` the path decides. */
const ACTIONS: Partial<Record<Scope, CompanyAction>> = Object.fromEntries(
  Object.entries(SCOPE_OF_ACTION)
    .filter(([, scope]) => scope !== 'notification')
    .map(([action, scope]) => [scope, action]),
);

/** Of callbacks, what may be done without touching addresses or secrets: test, pause, resume. */
const HARMLESS = /^\/open\/v1\/callback\/(test|endpoint\/(test|pause|resume))\b/;

/** What the console asks for an operation, by its scope and its path (docs/console.md, "Roles"). @throws for a scope of none of them. */
export function tradeAccess(
  method: string | readonly string[],
  path: string,
  scope: string | undefined,
): TradeAccess {
  if (scope === undefined || !isScope(scope)) throw new Error(`${path}: no scope of a merchant`);
  const isReading = [method].flat().every((one) => one === 'GET' || one === 'HEAD');
  if (path.startsWith('/open/v1/sandbox/') && !isReading) return { action: 'sandbox.write', fresh: false };
  const action = ACTIONS[scope];
  if (action !== undefined) return { action, fresh: action === 'money.dispute' };
  if (scope !== 'notification') throw new Error(`${path}: the console has no action for ${scope}`);
  const isOfEndpoints = path.startsWith('/open/v1/callback/') && !HARMLESS.test(path);
  // A secret that is read is shown.
  const showsSecret = /secret/.test(path);
  if (isOfEndpoints && (!isReading || showsSecret)) return { action: 'endpoints.write', fresh: true };
  return { action: isReading ? 'deliveries.read' : 'deliveries.write', fresh: false };
}
