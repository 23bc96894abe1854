import type {
  FastifyContextConfig,
  FastifyInstance,
  FastifyRequest,
  FastifySchema,
  RouteOptions,
} from 'fastify';
import type { SessionCompany, SessionRow } from '../../../db/queries/console/console-sessions.ts';
import {
  type CompanyAction,
  mayInCompany,
  mayOperate,
  OPERATOR_ACTIONS,
  type OperatorAction,
} from '../../../domain/console-roles.ts';
import { clientAddress } from '../../../lib/admission/client-address.ts';
import { countRequest } from '../../../lib/admission/requests.ts';
import { NoSuchPlace, OperatorHasCompany, RoleForbids } from '../../../services/accounts/refusals.ts';
import { FRESH_MS } from '../../../services/accounts/sessions.ts';
import type { AuditActor } from '../../../services/audit.ts';
import { sideOf } from '../place.ts';
import { type FactorKind, NotSignedIn, SecondFactorNeeded } from '../refusals.ts';

/**
 * What a route of the console needs: an action of the role table; `account`: anybody who is signed in, for their own account; `sign-in`:
 * a first factor is enough; `public`: nobody.
 */
export type ConsoleAccess = CompanyAction | OperatorAction | 'account' | 'sign-in' | 'public';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Every route below /api/ says it; without it the process does not start. */
    action?: ConsoleAccess;
    /**
     * Secrets, callback addresses, money, and whatever operators write: the second factor was shown within the last 15 minutes. Every
     * route that writes says it; without it the process does not start.
     */
    fresh?: boolean;
    /** A POST that changes nothing: it asks for no fresh factor. */
    onlyReads?: true;
  }
  interface FastifyInstance {
    /** What each route below /api/ asks for; complete once the app is ready. */
    accessTable: RouteAccess[];
  }
  interface FastifyRequest {
    /** On routes of a company: which one, and the person's role there. */
    company: SessionCompany;
    /** Who it is, for the audit log, where no merchant is spoken for. */
    actor: AuditActor;
  }
}

export interface RouteAccess {
  readonly method: string;
  readonly url: string;
  readonly action: ConsoleAccess;
  readonly fresh: boolean;
  /** What it takes and answers. */
  readonly schema: FastifySchema | undefined;
  /** All that it declares. */
  readonly config: FastifyContextConfig;
}

/** Decides about every request below /api/, before its body is read. */
export function registerAccess(app: FastifyInstance, now: () => Date): void {
  const routes: RouteOptions[] = [];
  app.decorate('accessTable', []);
  app.addHook('onRoute', (route) => void routes.push(route));
  // Not before: scopes add to what their routes declare.
  app.addHook('onReady', async () => void app.accessTable.push(...routes.flatMap(accessOf)));
  app.addHook('onRequest', async (request, reply) => {
    const { action } = request.routeOptions.config;
    if (action === undefined || action === 'public') return;
    const session = signedIn(request);
    request.actor = {
      personId: session.person.id,
      address: clientAddress(request.ip),
      requestId: request.id,
    };
    await countRequest(request, reply, 'person', `${session.person.id}`);
    if (action === 'sign-in') return;
    admit(request, session, action, now());
  });
}

/** @throws for a route below /api/ that does not say what it needs. */
function accessOf({ url, method, schema, config = {} }: RouteOptions): RouteAccess[] {
  const methods = [method].flat().filter((one) => one !== 'HEAD');
  // Answers of OPTIONS and of wrong methods are as public as a 404.
  if (!url.startsWith('/api/') || config.scope === 'public') return [];
  const { action, fresh = false, onlyReads } = config;
  if (action === undefined) throw new Error(`${methods} ${url} declares no action (config: { action })`);
  const writes = methods.some((one) => one !== 'GET') && onlyReads !== true;
  if (writes) requireDeclaredFactor(`${methods} ${url}`, action, config.fresh);
  return methods.map((one) => ({ method: one, url, action, fresh, schema, config }));
}

/** @throws for a route that writes and does not say whether the factor is fresh; of operators' it always is. */
function requireDeclaredFactor(route: string, action: ConsoleAccess, fresh: boolean | undefined): void {
  if (action === 'public' || action === 'sign-in') return;
  if (fresh === undefined) throw new Error(`${route} declares no factor (config: { fresh })`);
  if (!fresh && action in OPERATOR_ACTIONS)
    throw new Error(`${route} writes as an operator: its factor is fresh (config: { fresh: true })`);
}

/** @throws NotSignedIn */
export function signedIn({ session }: FastifyRequest): SessionRow {
  if (session === undefined) throw new NotSignedIn();
  return session;
}

/** @throws NoSuchPlace, RoleForbids, SecondFactorNeeded */
function admit(
  request: FastifyRequest,
  session: SessionRow,
  action: Exclude<ConsoleAccess, 'public' | 'sign-in'>,
  at: Date,
): void {
  const isOperating = action in OPERATOR_ACTIONS;
  if (isOperating) admitOperator(session, action as OperatorAction);
  else if (action === 'account') requireSignedInFully(session);
  else admitMember(request, session, action as CompanyAction);
  if (request.routeOptions.config.fresh) requireFresh(session, at, isLive(request) || isOperating);
}

function admitOperator(session: SessionRow, action: OperatorAction): void {
  const { operatorRole } = session.person;
  // For others there is no back office.
  if (operatorRole === null) throw new NoSuchPlace();
  // Nobody judges their own: of before this was refused when a role is given (docs/decisions/0140).
  if (session.companies.length > 0) throw new OperatorHasCompany();
  if (session.secondFactorAt === null) throw new SecondFactorNeeded(factorsOf(session));
  if (!mayOperate(operatorRole, action)) throw new RoleForbids(action);
}

function admitMember(request: FastifyRequest, session: SessionRow, action: CompanyAction): void {
  requireSignedInFully(session);
  const { company: id } = request.params as { company?: string };
  const company = session.companies.find((one) => one.id === id);
  if (company === undefined) throw new NoSuchPlace();
  if (session.secondFactorAt === null && needsSecondFactor(request, company, action))
    throw new SecondFactorNeeded(factorsOf(session));
  if (!mayInCompany(company.role, action)) throw new RoleForbids(action);
  request.company = company;
}

/**
 * Live is for people with a second factor, whatever their company asks for; so is what changes a live company. Its sandbox, what is read
 * of the company itself, and leaving it are not.
 */
function needsSecondFactor(
  { method, params }: FastifyRequest,
  company: SessionCompany,
  action: CompanyAction,
): boolean {
  if (company.needsSecondFactor) return true;
  if (company.liveKey === null) return false;
  const { world } = params as { world?: string };
  if (world !== undefined) return sideOf(world).world === 'live';
  return method !== 'GET' && !action.endsWith('.read');
}

/** Who has a second factor shows it when signing in. @throws NotSignedIn, SecondFactorNeeded */
function requireSignedInFully(session: SessionRow): void {
  const factors = factorsOf(session);
  if (session.secondFactorAt === null && factors.length > 0) throw new SecondFactorNeeded(factors);
  if (session.firstFactorAt === null && session.secondFactorAt === null) throw new NotSignedIn();
}

/**
 * In the sandbox, a person without a second factor shows the password again; where it is about real money or real secrets a second
 * factor has to be there. @throws SecondFactorNeeded
 */
function requireFresh(session: SessionRow, at: Date, isStrict: boolean): void {
  const factors = factorsOf(session);
  const isPasswordEnough = factors.length === 0 && !isStrict;
  const shownAt = isPasswordEnough ? session.firstFactorAt : session.secondFactorAt;
  if (shownAt !== null && at.getTime() - shownAt.getTime() < FRESH_MS) return;
  throw new SecondFactorNeeded(isPasswordEnough ? ['password'] : factors);
}

/** The second factors that a person has set up. */
function factorsOf({ person }: SessionRow): FactorKind[] {
  const { hasTotp, hasPasskey } = person;
  return [
    ...(hasTotp ? (['totp'] as const) : []),
    ...(hasPasskey ? (['passkey'] as const) : []),
    ...(hasTotp || hasPasskey ? (['recovery_code'] as const) : []),
  ];
}

/** Routes without an environment are about the company itself. */
function isLive({ params }: FastifyRequest): boolean {
  const { world } = params as { world?: string };
  return world !== undefined && sideOf(world).world === 'live';
}
