import { invalidParameter, MerchantKindForbidden, TokenInvalid } from '../../domain/errors.ts';
import type { CallingMerchant } from '../../domain/merchant.ts';
import { commonScopes, defaultScopes, grantedScopes, type Scope } from '../../domain/scope.ts';
import type { CredentialRecord, MerchantDirectory, MerchantRecord } from '../merchants.ts';
import type { TokenClaims } from './access-tokens.ts';

/** The token's owner, the merchant that it acts for, and what it may do there. */
export interface Caller {
  /** The token's own merchant. */
  readonly holder: MerchantRecord;
  readonly credential: CredentialRecord;
  /** The holder, or the merchant that it acts for. */
  readonly principal: MerchantRecord;
  readonly scopes: readonly Scope[];
}

/**
 * Who holds the token, as the tables know it now.
 * @throws TokenInvalid when the merchant may not call, or its credential was revoked.
 */
export async function holderOf(
  claims: Omit<TokenClaims, 'expiresAt'>,
  merchants: MerchantDirectory,
): Promise<Caller> {
  const holder = await merchants.findWith(claims.merchantKey, claims.credentialId);
  const credential = holder?.credentials.find(({ id }) => id === claims.credentialId);
  if (holder === undefined || credential === undefined) throw new TokenInvalid();
  const scopes = commonScopes(grantedScopes(holder.kind, credential.scopes), claims.scopes);
  return { holder, credential, principal: holder, scopes };
}

/**
 * The holder as a provider that acts for `merchantKey`: with the scopes that it has, the link grants, and that
 * merchant's kind allows; never those for app_secrets.
 * @throws MerchantKindForbidden for a merchant that is no provider, and alike for one without a link and for an unknown merchant.
 */
export async function actingFor(
  caller: Caller,
  merchantKey: string,
  merchants: MerchantDirectory,
): Promise<Caller> {
  if (caller.holder.kind !== 'provider') {
    throw new MerchantKindForbidden('only providers may send On-Behalf-Of');
  }
  const principal = await merchants.find(merchantKey);
  const link = principal?.providers.find(({ key }) => key === caller.holder.key);
  const isLinked =
    principal !== undefined && link !== undefined && principal.sandbox === caller.holder.sandbox;
  if (!isLinked) throw new MerchantKindForbidden('no such merchant has linked this provider');
  const possible = defaultScopes(grantedScopes(principal.kind, null));
  const scopes = commonScopes(possible, link.scopes, caller.scopes);
  return { ...caller, principal, scopes };
}

/** A person who does for that merchant what its kind allows; what the role in its company allows was asked before. */
export function callerOfPerson(holder: MerchantRecord, personId: number): Caller {
  const credential = { id: `person:${personId}`, scopes: null, requireSignature: false, products: null };
  return { holder, principal: holder, credential, scopes: defaultScopes(grantedScopes(holder.kind, null)) };
}

/** How a request came, as services know it. */
export type Via = NonNullable<CallingMerchant['via']>;

/** The merchant that the caller acts for. @param via the credential or session, and its address. */
export function merchantOf({ holder, principal }: Caller, via: Via): CallingMerchant {
  const { key, kind, status, country, sandbox, clockAheadMs } = principal;
  const acting = principal === holder ? {} : { actingKey: holder.key };
  return { key, kind, status, country, sandbox, clockAheadMs, via: { ...via, ...acting } };
}

const MERCHANT_KEY = /^[\w.:-]{1,64}$/;

/** The merchant that `On-Behalf-Of` names. @throws InvalidParameter */
export function namedMerchant(header: string | string[]): string {
  if (typeof header === 'string' && MERCHANT_KEY.test(header)) return header;
  throw invalidParameter('header.on-behalf-of', 'wrong_format', 'must be a single merchant key');
}
