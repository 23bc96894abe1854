/**
 * The access token, bought when it is first needed and kept. It is renewed five minutes before it ends (specification,
 * "Authentication"); whoever asks meanwhile waits for the same renewal, so that there is one at a time.
 */

export interface BoughtToken {
  readonly access_token: string;
  /** Seconds. */
  readonly expires_in: number;
}

const EARLY_MS = 5 * 60_000;
/** Of a short life not all is early. */
const EARLY_SHARE = 0.1;

export class TokenCache {
  readonly #buy: () => Promise<BoughtToken>;
  #current: { readonly token: string; readonly renewAt: number; readonly endsAt: number } | undefined;
  #pending: Promise<string> | undefined;

  constructor(buy: () => Promise<BoughtToken>) {
    this.#buy = buy;
  }

  /** A token that holds. While the old one still does, a renewal that fails is tried again by the next request. */
  async get(): Promise<string> {
    const known = this.#current;
    if (known !== undefined && Date.now() < known.renewAt) return known.token;
    try {
      return await this.#renew();
    } catch (error) {
      if (known !== undefined && this.#current === known && Date.now() < known.endsAt) return known.token;
      throw error;
    }
  }

  /** The platform refused this token; one that was bought since stays. */
  drop(token: string): void {
    if (this.#current?.token === token) this.#current = undefined;
  }

  #renew(): Promise<string> {
    this.#pending ??= this.#buyOne().finally(() => {
      this.#pending = undefined;
    });
    return this.#pending;
  }

  async #buyOne(): Promise<string> {
    const { access_token: token, expires_in } = await this.#buy();
    const lifetime = expires_in * 1_000;
    const endsAt = Date.now() + lifetime;
    this.#current = { token, endsAt, renewAt: endsAt - Math.min(EARLY_MS, lifetime * EARLY_SHARE) };
    return token;
  }
}
