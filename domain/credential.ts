import type { Scope } from './scope.ts';

/** What a merchant signs in with: an app_secret for tokens, or a long-lived key that OCTO clients send as it is. */
export const CREDENTIAL_KINDS = ['app_secret', 'octo_key'] as const;
export type CredentialKind = (typeof CREDENTIAL_KINDS)[number];

export const CREDENTIAL_STATUSES = ['valid', 'expired', 'revoked'] as const;
export type CredentialStatus = (typeof CREDENTIAL_STATUSES)[number];

/** All that OCTO keys may be used for, below /octo/v1. */
export const OCTO_SCOPES: readonly Scope[] = ['guide:read', 'order:read', 'order:write'];
