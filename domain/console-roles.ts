/**
 * Who may do what in the console: the only table of it. The console's server enforces it, its pages hide by it, a test walks
 * through it (docs/console.md, "Roles").
 */
import type { Scope } from './scope.ts';

export const LANGUAGES = ['en', 'es', 'ja'] as const;
export type Language = (typeof LANGUAGES)[number];

/** The roles of a person in a company, most powerful first. */
export const COMPANY_ROLES = [
  'owner',
  'administrator',
  'developer',
  'operations',
  'finance',
  'reader',
] as const;
export type CompanyRole = (typeof COMPANY_ROLES)[number];

/** The roles of the platform's operators. */
export const OPERATOR_ROLES = ['administrator', 'verification', 'finance', 'support'] as const;
export type OperatorRole = (typeof OPERATOR_ROLES)[number];

const EVERYBODY = COMPANY_ROLES;
const LEADERS = ['owner', 'administrator'] as const;
const BUILDERS = [...LEADERS, 'developer'] as const;
const TRADERS = [...LEADERS, 'operations'] as const;
const TREASURERS = [...LEADERS, 'finance'] as const;

/** What a member of a company can do there, and in which roles. */
export const COMPANY_ACTIONS = {
  'orders.read': EVERYBODY,
  'orders.write': TRADERS,
  /** Delete internal notes of others on an order. */
  'notes.moderate': LEADERS,
  'guides.read': EVERYBODY,
  'guides.write': TRADERS,
  'money.read': EVERYBODY,
  'money.dispute': TREASURERS,
  /** What was sent to us and by us: notifications, attempts, failed requests. */
  'deliveries.read': EVERYBODY,
  /** Redeliver, recover, test an endpoint. */
  'deliveries.write': [...BUILDERS, 'operations'],
  'endpoints.write': BUILDERS,
  'keys.read': BUILDERS,
  'keys.write': BUILDERS,
  /** The sandbox's clock, its test orders and events, its statements. */
  'sandbox.write': [...BUILDERS, 'operations', 'finance'],
  'company.read': EVERYBODY,
  'company.write': LEADERS,
  'verification.write': LEADERS,
  'team.read': EVERYBODY,
  'team.write': LEADERS,
  /** Whether everybody needs a second factor. */
  'team.rules': ['owner'],
  'links.write': LEADERS,
  'audit.read': LEADERS,
} as const satisfies Record<string, readonly CompanyRole[]>;
export type CompanyAction = keyof typeof COMPANY_ACTIONS;

/**
 * By which scope of a link somebody at a provider may do it for a merchant; what is not here they do for their own company only,
 * whatever the link says: keys, links, people, verification.
 */
export const SCOPE_OF_ACTION: Partial<Record<CompanyAction, Scope>> = {
  'guides.read': 'guide:read',
  'guides.write': 'guide:write',
  'orders.read': 'order:read',
  'orders.write': 'order:write',
  'money.read': 'settlement:read',
  'money.dispute': 'settlement:write',
  'deliveries.read': 'notification',
  'deliveries.write': 'notification',
  'endpoints.write': 'notification',
};

/** Whether a link with those scopes lets its provider's people do that for the merchant. */
export function mayByLink(scopes: readonly string[], action: CompanyAction): boolean {
  const scope = SCOPE_OF_ACTION[action];
  return scope !== undefined && scopes.includes(scope);
}

/** What operators can do, and in which roles. */
export const OPERATOR_ACTIONS = {
  'operator.read': OPERATOR_ROLES,
  'operator.search': OPERATOR_ROLES,
  'operator.verification.read': ['administrator', 'verification', 'support'],
  'operator.verification.write': ['administrator', 'verification'],
  /** Retry, abandon, catch up, cancel. */
  'operator.orders.write': ['administrator', 'support'],
  'operator.deliveries.write': ['administrator', 'support'],
  /** Register, contact, links. */
  'operator.merchants.write': ['administrator', 'support'],
  /** Who is shown a merchant's app_secret can act as that merchant. */
  'operator.secrets.write': ['administrator'],
  'operator.merchants.suspend': ['administrator'],
  'operator.money.read': ['administrator', 'finance', 'support'],
  'operator.money.write': ['administrator', 'finance'],
  'operator.audit.read': ['administrator'],
  /** Find somebody's orders, export and erase what is personal in them. */
  'operator.personal.write': ['administrator'],
  /** Confirm or decline what another proposed; the role also needs the action itself (domain/operator-proposals.ts). */
  'operator.proposals.write': OPERATOR_ROLES,
  'operator.team.write': ['administrator'],
} as const satisfies Record<string, readonly OperatorRole[]>;
export type OperatorAction = keyof typeof OPERATOR_ACTIONS;

/** Whether that role of a company may. */
export function mayInCompany(role: CompanyRole, action: CompanyAction): boolean {
  return (COMPANY_ACTIONS[action] as readonly CompanyRole[]).includes(role);
}

/** Whether that role of an operator may. */
export function mayOperate(role: OperatorRole, action: OperatorAction): boolean {
  return (OPERATOR_ACTIONS[action] as readonly OperatorRole[]).includes(role);
}

/** Whether somebody in `role` may give or take `other`: nobody grants more than they have. */
export function mayGrant(role: CompanyRole, other: CompanyRole): boolean {
  if (role === 'owner') return true;
  return role === 'administrator' && other !== 'owner';
}
