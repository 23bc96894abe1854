import type { MerchantKind } from './merchant.ts';

/** What a token may be used for (RFC 6749 §3.3); each endpoint needs exactly one of them. */
export const SCOPES = [
  'guide:read',
  'guide:write',
  'order:read',
  'order:write',
  'notification',
  'settlement:read',
  'settlement:write',
  'credential:read',
  'credential:rotate',
  'credential:revoke',
] as const;
export type Scope = (typeof SCOPES)[number];

/**
 * For the merchant's own app_secrets: no token has them unless its request named them, no link grants them, and no
 * provider uses them for another.
 */
export const OWN_SCOPES: readonly Scope[] = ['credential:read', 'credential:rotate', 'credential:revoke'];

/** Scopes that change nothing: what a read-only credential is made of. */
export const READ_ONLY_SCOPES: readonly Scope[] = ['guide:read', 'order:read', 'settlement:read'];

/**
 * The most that a merchant of each kind can be granted. A provider's are those it may use for the merchants that
 * linked it; which of them it has there, the link and that merchant's kind decide.
 */
const BOUNDS: Readonly<Record<MerchantKind, readonly Scope[]>> = {
  agency: SCOPES.filter((scope) => scope !== 'guide:write'),
  studio: SCOPES,
  provider: SCOPES,
};

export function isScope(text: string): text is Scope {
  return SCOPES.some((scope) => scope === text);
}

/**
 * The scopes of a credential.
 * @param chosen the scopes requested at issue; null: all that the kind allows.
 */
export function grantedScopes(kind: MerchantKind, chosen: readonly string[] | null): Scope[] {
  return BOUNDS[kind].filter((scope) => chosen === null || chosen.includes(scope));
}

/** What a token gets that asks for nothing in particular. */
export function defaultScopes(granted: readonly Scope[]): Scope[] {
  return granted.filter((scope) => !OWN_SCOPES.includes(scope));
}

/** Those in `first` that every other list has too, in the order of SCOPES. */
export function commonScopes(first: readonly Scope[], ...others: readonly (readonly string[])[]): Scope[] {
  return first.filter((scope) => others.every((list) => list.includes(scope)));
}

/** The scopes of a space-separated list (RFC 6749 §3.3); undefined when one of them is unknown. */
export function parseScope(text: string): Scope[] | undefined {
  const names = [...new Set(text.split(' ').filter((name) => name !== ''))];
  return names.every(isScope) ? names : undefined;
}
