/** Who sends a request: a merchant of the sandbox, a provider that acts for the agency, or anybody without a token. */
export type By = 'agency' | 'studio' | 'provider' | 'anybody';

/**
 * One request of the scenario. All values are made up: ids, days and secrets are replaced by those of the platform at hand
 * when it is sent, and back again in its answer (likeness.ts).
 */
export interface Step {
  readonly operationId: string;
  readonly by: By;
  /** Scopes that its token has to be asked for. */
  readonly scope?: string;
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number | boolean>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Readonly<Record<string, unknown>>;
  /** Made-up ids by where the answer's `data` has the real ones: `{ 'list.0.orderId': 'ORD18…' }`. */
  readonly keeps?: Readonly<Record<string, string>>;
  /** It only prepares what follows, and is no example. */
  readonly aside?: true;
  /** Its answer stands for those of all steps with this name. */
  readonly sharedAs?: string;
  /** A GET is asked until its `data` is so: what it shows comes about in the background. */
  readonly when?: (data: never) => boolean;
}
