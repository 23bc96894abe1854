import { path, Resource } from '../api.ts';
import type { Listed } from '../list.ts';
import type { RequestOptions, WriteOptions } from '../options.ts';
import type { Body, Data } from '../types.ts';

/** Access tokens. The SDK buys and renews its own: you need these only to give one away. */
export class Auth extends Resource {
  /** The token that the SDK uses, bought where need be. */
  accessToken(): Promise<string> {
    return this.api.accessToken();
  }

  /** Buys another one, for fewer scopes or a shorter time (`expiresIn`, seconds). */
  issueToken(given: { scope?: string; expiresIn?: number } = {}): Promise<Data<'issueToken'>> {
    return this.api.buyToken(given);
  }
}

/** Your app_secrets. */
export class Credentials extends Resource {
  list(options?: RequestOptions): Listed<Data<'listCredentials'>> {
    return this.api.list(path`/credential/list`, undefined, options);
  }

  /** A new app_secret, shown once; the old one ends later. */
  rotate(body: Body<'rotateCredential'>, options?: WriteOptions): Promise<Data<'rotateCredential'>> {
    return this.api.post(path`/credential/rotate`, body, options);
  }

  /** A key for OCTO clients, shown once; it lasts until it is revoked. */
  createOctoKey(body: Body<'createOctoKey'>, options?: WriteOptions): Promise<Data<'createOctoKey'>> {
    return this.api.post(path`/credential/octo-key/create`, body, options);
  }

  revoke(
    credentialId: string,
    body: Body<'revokeCredential'>,
    options?: WriteOptions,
  ): Promise<Data<'revokeCredential'>> {
    return this.api.post(path`/credential/revoke/${credentialId}`, body, options);
  }
}

/** Request signatures; see the option `signRequests`. */
export class Signatures extends Resource {
  /** Explains what is wrong with a signature. */
  verify(body: Body<'verifySignature'>, options?: RequestOptions): Promise<Data<'verifySignature'>> {
    return this.api.ask(path`/signature/verify`, body, options);
  }
}

/** Providers that act for you. */
export class Partners extends Resource {
  list(options?: RequestOptions): Listed<Data<'listPartners'>> {
    return this.api.list(path`/partner/list`, undefined, options);
  }

  link(merchantKey: string, options?: WriteOptions): Promise<Data<'linkPartner'>> {
    return this.api.put(path`/partner/link/${merchantKey}`, undefined, options);
  }

  unlink(merchantKey: string, options?: WriteOptions): Promise<Data<'unlinkPartner'>> {
    return this.api.delete(path`/partner/unlink/${merchantKey}`, options);
  }
}

/** About the platform itself; needs no token. */
export class Platform extends Resource {
  /** OAuth 2.0 server metadata (RFC 8414). */
  metadata(options?: RequestOptions): Promise<Data<'getAuthorizationServerMetadata'>> {
    return this.api.getPublic('/.well-known/oauth-authorization-server', options);
  }

  /** The keys that access tokens are signed with (RFC 7517). */
  signingKeys(options?: RequestOptions): Promise<Data<'getSigningKeys'>> {
    return this.api.getPublic('/.well-known/jwks.json', options);
  }

  alive(options?: RequestOptions): Promise<Data<'checkAlive'>> {
    return this.api.getPublic('/healthz', options);
  }

  ready(options?: RequestOptions): Promise<Data<'checkReady'>> {
    return this.api.getPublic('/readyz', options);
  }
}
