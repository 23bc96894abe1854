/** What credentials may be made: kinds, settings, how many. */
import type { EntityManager } from '@mikro-orm/postgresql';
import { Credential } from '../../db/entities/index.ts';
import { type CredentialKind, OCTO_SCOPES } from '../../domain/credential.ts';
import { invalidParameter } from '../../domain/errors.ts';
import type { Scope } from '../../domain/scope.ts';
import { validAt } from './ends.ts';

/** The most that are valid at once, since each guess and each signature is compared with all of them. */
const MAX_VALID_CREDENTIALS = 10;

export interface NewCredential {
  readonly kind?: CredentialKind | undefined;
  /** For an OCTO key: the only products that it sees; default: all of the merchant's. */
  readonly products?: readonly string[] | undefined;
  /** For an OCTO key: the app_secret that made it; if that one leaks, the key ends with it. */
  readonly parentId?: number | undefined;
  readonly label?: string | undefined;
  /** Default: all that the merchant's kind allows. */
  readonly scopes?: readonly Scope[] | undefined;
  readonly requireSignature?: boolean | undefined;
}

/** @throws InvalidParameter */
export async function refuseTooMany(
  em: EntityManager,
  merchantKey: string,
  kind: CredentialKind,
  at: Date,
): Promise<void> {
  const keyHash = kind === 'octo_key' ? { $ne: null } : null;
  const valid = await em.count(Credential, { ...validAt(merchantKey, at), keyHash });
  if (valid < MAX_VALID_CREDENTIALS) return;
  const what = kind === 'octo_key' ? 'OCTO keys' : 'app_secrets';
  throw invalidParameter(
    'credential',
    'limit_reached',
    `${MAX_VALID_CREDENTIALS} ${what} are already valid: revoke one first`,
  );
}

/** Kept as they were requested. @throws InvalidParameter for scopes that an OCTO key never has */
export function settingsOf({ kind, label, scopes, requireSignature, products }: NewCredential) {
  if (kind !== 'octo_key')
    return {
      label: label ?? null,
      scopes: scopes ? [...scopes] : null,
      requireSignature: requireSignature ?? false,
      products: null,
    };
  const foreign = scopes?.find((scope) => !OCTO_SCOPES.includes(scope));
  if (foreign !== undefined) {
    const msg = `must be of ${OCTO_SCOPES.join(', ')} for an OCTO key`;
    throw invalidParameter('body.scopes', 'not_permitted', msg);
  }
  if (requireSignature)
    throw invalidParameter('body.requireSignature', 'not_permitted', 'OCTO keys sign nothing');
  return {
    label: label ?? null,
    scopes: [...(scopes ?? OCTO_SCOPES)],
    requireSignature: false,
    products: products ? [...products] : null,
  };
}

/** What an app_secret has of them. */
export function withoutProducts<Settings extends { products: unknown }>({
  products: _,
  ...settings
}: Settings) {
  return settings;
}

export function kindOf({ keyHash }: Pick<Credential, 'keyHash'>): CredentialKind {
  return keyHash == null ? 'app_secret' : 'octo_key';
}
