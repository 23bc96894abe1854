import type { CompanyAction } from '../../domain/console-roles.ts';
import type { Scope } from '../../domain/scope.ts';

/**
 * What a route needs of the token: one scope; `own`: any valid token, and only for the merchant's own affairs (no
 * `On-Behalf-Of`); `public`: no token at all.
 */
type RouteAccess = Scope | 'own' | 'public';

/** The action of the table of roles, and whether the second factor was shown within the last 15 minutes. */
export interface PersonalAccess {
  readonly action: CompanyAction;
  readonly fresh: boolean;
}

/** Who may ask for an operation, and how it is kept from harm. The members are what routes have as their `config`. */
export interface OperationAccess {
  /** Required below /open/v1/ and /octo/v1/. */
  readonly scope?: RouteAccess;
  /** What a person of the company needs for it at the console, where its scope alone does not say (domain/console-roles.ts). */
  readonly personal?: PersonalAccess;
  /**
   * How a request that writes honours `Idempotency-Key`. Default: its answer is kept and replayed. `own`: the service does
   * it within its own transaction. `none`: it changes nothing, so repeating it does no harm, or its answer is kept nowhere.
   */
  readonly idempotency?: 'own' | 'none';
  /** Its answer may show a secret: only the credential that asked first gets it again. */
  readonly showsSecret?: boolean;
  /** It is no GET and changes nothing all the same. */
  readonly onlyReads?: true;
  /** `app_secret`: besides a token it needs proof that the caller holds the app_secret that the token was bought with. */
  readonly proof?: 'app_secret';
  /** Its answer has an `ETag`. */
  readonly tagged?: boolean;
  /** The types of its answers. Default: JSON. */
  readonly produces?: readonly string[];
  /** What it counts against, where that is not what its place says. */
  readonly limits?: readonly 'token'[];
}

/** One operation, written down once, here. Everything else is made from it, or finds it by its id. */
export interface OperationRow {
  /** Method and address, as the OpenAPI document has it: `GET /open/v1/order/detail/{orderId}`. */
  readonly route: `${Method} /${string}`;
  /** The SDK's method: `orders.get`. OCTO's operations have none. */
  readonly sdk?: `${string}.${string}`;
  /** What programs call the answer, or one item of a list, in samples. Default: by the last part of the id. */
  readonly noun?: string;
  readonly access?: OperationAccess;
  /** Words for the reference, and the schemas of what goes in and out. */
  readonly schema: {
    readonly tags: readonly string[];
    readonly summary: string;
    readonly response: object;
  };
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** As routes take it: `app.route({ ...orderOperations.getOrder, handler })`. */
export interface Operation<Row extends OperationRow = OperationRow> {
  readonly method: Method;
  /** `/open/v1/order/detail/:orderId` */
  readonly url: string;
  readonly config: NonNullable<Row['access']>;
  readonly schema: Row['schema'] & { readonly operationId: string };
  readonly row: Row;
}

/** The operations of one noun, by their ids in the OpenAPI document. A released id stays. */
export function defineOperations<Rows extends Readonly<Record<string, OperationRow>>>(
  rows: Rows,
): { readonly [Id in keyof Rows]: Operation<Rows[Id]> } {
  const defined = Object.entries(rows).map(([id, row]) => [id, define(id, row)]);
  return Object.fromEntries(defined);
}

function define(id: string, row: OperationRow): Operation {
  const [method, path = ''] = row.route.split(' ');
  return {
    method: method as Method,
    url: path.replace(/\{(\w+)\}/g, ':$1'),
    config: row.access ?? {},
    schema: { operationId: id, ...row.schema },
    row,
  };
}

/** Whether asking for it twice could do something twice. */
export function isWriting({ method, config }: Operation): boolean {
  return method !== 'GET' && config.onlyReads !== true;
}
