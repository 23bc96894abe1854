import { Resource } from '../api.ts';
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
    return this.api.list('listCredentials', [], undefined, options);
  }

  /** A new app_secret, shown once; the old one ends later. */
  rotate(body: Body<'rotateCredential'>, options?: WriteOptions): Promise<Data<'rotateCredential'>> {
    return this.api.call('rotateCredential', [], body, options);
  }

  /** A key for OCTO clients, shown once; it lasts until it is revoked. */
  createOctoKey(body: Body<'createOctoKey'>, options?: WriteOptions): Promise<Data<'createOctoKey'>> {
    return this.api.call('createOctoKey', [], body, options);
  }

  revoke(
    credentialId: string,
    body: Body<'revokeCredential'>,
    options?: WriteOptions,
  ): Promise<Data<'revokeCredential'>> {
    return this.api.call('revokeCredential', [credentialId], body, options);
  }
}

/** Request signatures; see the option `signRequests`. */
export class Signatures extends Resource {
  /** Explains what is wrong with a signature. */
  verify(body: Body<'verifySignature'>, options?: RequestOptions): Promise<Data<'verifySignature'>> {
    return this.api.call('verifySignature', [], body, options);
  }
}

/** Providers that act for you. */
export class Partners extends Resource {
  list(options?: RequestOptions): Listed<Data<'listPartners'>> {
    return this.api.list('listPartners', [], undefined, options);
  }

  link(merchantKey: string, options?: WriteOptions): Promise<Data<'linkPartner'>> {
    return this.api.call('linkPartner', [merchantKey], undefined, options);
  }

  unlink(merchantKey: string, options?: WriteOptions): Promise<Data<'unlinkPartner'>> {
    return this.api.call('unlinkPartner', [merchantKey], undefined, options);
  }
}

/** About the platform itself; needs no token. */
export class Platform extends Resource {
  /** OAuth 2.0 server metadata (RFC 8414). */
  metadata(options?: RequestOptions): Promise<Data<'getAuthorizationServerMetadata'>> {
    return this.api.call('getAuthorizationServerMetadata', [], undefined, options);
  }

  /** The keys that access tokens are signed with (RFC 7517). */
  signingKeys(options?: RequestOptions): Promise<Data<'getSigningKeys'>> {
    return this.api.call('getSigningKeys', [], undefined, options);
  }

  /** The addresses that notifications come from. */
  egressAddresses(options?: RequestOptions): Promise<Data<'getEgressAddresses'>> {
    return this.api.call('getEgressAddresses', [], undefined, options);
  }

  alive(options?: RequestOptions): Promise<Data<'checkAlive'>> {
    return this.api.call('checkAlive', [], undefined, options);
  }

  ready(options?: RequestOptions): Promise<Data<'checkReady'>> {
    return this.api.call('checkReady', [], undefined, options);
  }
}
