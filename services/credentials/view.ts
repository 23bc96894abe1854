import type { CredentialStatus } from '../../domain/credential.ts';
import type { MerchantKind } from '../../domain/merchant.ts';
import { grantedScopes } from '../../domain/scope.ts';
import type { ListedCredential } from './credentials.ts';

/** An app_secret as its merchant sees it: everything but the secret. */
export function viewCredential(one: ListedCredential, status: CredentialStatus, kind: MerchantKind) {
  const { id, parentId, label, scopes, requireSignature, products } = one;
  return {
    credentialId: String(id),
    kind: one.kind,
    rotatedFrom: parentId == null ? null : String(parentId),
    label: label ?? null,
    status,
    scopes: grantedScopes(kind, scopes ?? null),
    requireSignature,
    products: products ?? null,
    createdAt: one.createdAt.toISOString(),
    lastUsedAt: one.lastUsedAt?.toISOString() ?? null,
    validUntil: one.validUntil?.toISOString() ?? null,
    revokedAt: one.revokedAt?.toISOString() ?? null,
  };
}

/** A new app_secret, in the answer that shows it. */
export function viewRotated(rotated: {
  readonly id: string;
  readonly merchantKey: string;
  readonly appSecret: string;
  readonly validUntil: Date | null;
  readonly previousValidUntil: Date | null;
}) {
  return {
    credentialId: rotated.id,
    clientId: rotated.merchantKey,
    clientSecret: rotated.appSecret,
    validUntil: rotated.validUntil?.toISOString() ?? null,
    previousValidUntil: rotated.previousValidUntil?.toISOString() ?? null,
  };
}
