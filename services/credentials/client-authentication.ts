import { randomBytes } from 'node:crypto';
import type { MikroORM } from '@mikro-orm/postgresql';
import type { Cipher } from '../../db/cipher.ts';
import {
  ClientInvalid,
  detail,
  type ErrorDetail,
  InvalidParameter,
  invalidParameter,
} from '../../domain/errors.ts';
import type { MerchantKind } from '../../domain/merchant.ts';
import { grantedScopes, type Scope } from '../../domain/scope.ts';
import { isSameText } from './same-text.ts';

export interface ClientCredentials {
  readonly clientId: string;
  readonly clientSecret: string;
}

export interface ClientAuthenticator {
  /**
   * The credential that this id and secret are; an unknown id costs the same work as a wrong secret.
   * @throws ClientInvalid
   */
  authenticate(client: ClientCredentials): Promise<AuthenticatedClient>;
}

export interface AuthenticatedClient {
  readonly merchantKey: string;
  readonly credentialId: string;
  /** All that the credential grants. */
  readonly scopes: readonly Scope[];
}

interface CredentialRow {
  readonly id: string;
  readonly kind: MerchantKind;
  readonly scopes: readonly string[] | null;
  readonly secret_encrypted: string;
}

/** The valid ones of an active merchant; a rotation leaves more than one. */
const VALID_CREDENTIALS = `
select credential.id::text, merchant.kind, credential.scopes, credential.secret_encrypted
from credential join merchant on merchant.key = credential.merchant_key
where merchant.key = ? and credential.secret_encrypted is not null and merchant.status = 'active' and merchant.verification = 'approved'
  and (credential.revoked_at is null or credential.revoked_at > ?)
  and (credential.valid_until is null or credential.valid_until > ?)
order by credential.id desc limit 10`;

/** Checks merchant keys and app_secrets against the table `credential`. */
export function createClientAuthenticator(deps: {
  orm: MikroORM;
  cipher: Cipher;
  now: () => Date;
}): ClientAuthenticator {
  const { orm, cipher, now } = deps;
  // Decrypted and compared where there is no credential, so that the time taken reveals nothing.
  const decoy = once(() => cipher.encrypt(randomBytes(32).toString('base64url')));

  return {
    async authenticate({ clientId, clientSecret }) {
      const at = now();
      const rows = await orm.em.fork().execute<CredentialRow[]>(VALID_CREDENTIALS, [clientId, at, at]);
      const candidates = rows.length > 0 ? rows : [{ secret_encrypted: await decoy() }];
      const matches = await Promise.all(
        candidates.map(async (row) => isSameText(await cipher.decrypt(row.secret_encrypted), clientSecret)),
      );
      const credential = rows[matches.indexOf(true)];
      if (credential === undefined) throw new ClientInvalid();
      const scopes = grantedScopes(credential.kind, credential.scopes);
      return { merchantKey: clientId, credentialId: credential.id, scopes };
    },
  };
}

/**
 * The client's credentials, from HTTP Basic or from the form, never from both (RFC 6749 §2.3).
 * @throws InvalidParameter when they are missing or doubled; ClientInvalid when the header cannot be read.
 */
export function clientCredentialsOf(
  authorization: string | undefined,
  form: { client_id?: string; client_secret?: string },
): ClientCredentials {
  if (authorization === undefined) return fromForm(form);
  const client = fromBasic(authorization);
  const isDoubled =
    form.client_secret !== undefined || (form.client_id !== undefined && form.client_id !== client.clientId);
  if (!isDoubled) return client;
  throw invalidParameter(
    'body.client_secret',
    'conflicting_parameters',
    'must not be sent together with an Authorization header',
  );
}

function fromForm(form: { client_id?: string; client_secret?: string }): ClientCredentials {
  const { client_id: clientId, client_secret: clientSecret } = form;
  if (clientId !== undefined && clientSecret !== undefined) return { clientId, clientSecret };
  const missing: ErrorDetail[] = [];
  if (clientId === undefined) missing.push({ path: 'body.client_id', reason: 'missing', msg: 'is missing' });
  if (clientSecret === undefined)
    missing.push({ path: 'body.client_secret', reason: 'missing', msg: 'is missing' });
  throw new InvalidParameter(missing);
}

/** RFC 6749 §2.3.1: id and secret are form-urlencoded before they are joined. */
function fromBasic(authorization: string): ClientCredentials {
  const encoded = authorization.match(/^Basic +([A-Za-z0-9+/]+=*) *$/i)?.[1];
  const decoded = Buffer.from(encoded ?? '', 'base64').toString('utf8');
  const colon = decoded.indexOf(':');
  if (colon < 1) throw new ClientInvalid({ details: [UNREADABLE] });
  const [clientId, clientSecret] = [decoded.slice(0, colon), decoded.slice(colon + 1)].map(formDecode);
  const isVisible = [clientId, clientSecret].every(
    (text) => text !== undefined && /^[\x20-\x7E]+$/.test(text),
  );
  if (!isVisible) throw new ClientInvalid({ details: [UNREADABLE] });
  return { clientId: clientId!, clientSecret: clientSecret! };
}

const UNREADABLE = detail(
  'header.authorization',
  'wrong_format',
  'must be Basic and, in base64, the merchant key, a colon and the app_secret',
);

function formDecode(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}

function once<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
