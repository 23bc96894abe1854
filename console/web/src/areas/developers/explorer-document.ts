/** The operations that the explorer knows: from the API's OpenAPI document, without the console's own types for them. */
import { useQuery } from '@tanstack/react-query';
import { request } from '../../api/client.ts';
import type { Refusal } from '../../api/errors.ts';

/** The parts of JSON Schema that forms and lists show. */
export interface SchemaPart {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly format?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, SchemaPart>>;
  readonly required?: readonly string[];
  readonly items?: SchemaPart;
  readonly anyOf?: readonly SchemaPart[];
  readonly example?: unknown;
}

export interface Parameter {
  readonly $ref?: string;
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly description?: string;
  readonly example?: unknown;
  readonly schema: SchemaPart;
}

export interface Operation {
  readonly operationId: string;
  readonly method: string;
  /** `/open/v1/order/detail/{orderId}` */
  readonly path: string;
  readonly summary?: string;
  readonly description?: string;
  readonly tags?: readonly string[];
  readonly security?: readonly { readonly bearer?: readonly string[] }[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: {
    readonly content?: Readonly<Record<string, { readonly schema?: SchemaPart; readonly example?: unknown }>>;
  };
}

export interface ExplorerDocument {
  /** Of the API. */
  readonly baseUrl: string;
  readonly list: readonly Operation[];
  readonly schemas: Readonly<Record<string, SchemaPart>>;
  readonly parameters: Readonly<Record<string, Parameter>>;
}

export function useExplorerDocument() {
  return useQuery<ExplorerDocument, Refusal>({
    queryKey: ['operations'],
    queryFn: ({ signal }) =>
      request('GET /api/operations', { signal }) as Promise<unknown> as Promise<ExplorerDocument>,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

const nameOf = (ref: string) => ref.split('/').at(-1) ?? '';

/** The schema that a reference names. */
export function resolved(schema: SchemaPart, { schemas }: ExplorerDocument): SchemaPart {
  if (schema.$ref === undefined) return schema;
  const found = schemas[nameOf(schema.$ref)];
  return found === undefined
    ? schema
    : { ...resolved(found, { schemas } as ExplorerDocument), ...described(schema) };
}

const described = ({ description }: SchemaPart) => (description === undefined ? {} : { description });

/** Parameters of the path and the query; headers are the console's own. */
export function parametersOf(operation: Operation, document: ExplorerDocument): Parameter[] {
  return (operation.parameters ?? [])
    .map((one) => (one.$ref === undefined ? one : (document.parameters[nameOf(one.$ref)] ?? one)))
    .filter((one) => one.in === 'path' || one.in === 'query');
}

export function takesKey(operation: Operation): boolean {
  return (operation.parameters ?? []).some(
    ({ $ref }) => $ref !== undefined && nameOf($ref) === 'IdempotencyKey',
  );
}

export function bodyOf(operation: Operation) {
  return operation.requestBody?.content?.['application/json'];
}

/** `string`, `integer`, `list of string`: as people say it. */
export function typeOf(schema: SchemaPart, document: ExplorerDocument): string {
  const whole = resolved(schema, document);
  if (whole.enum) return whole.enum.join(' | ');
  if (whole.type === 'array') return `[${whole.items ? typeOf(whole.items, document) : ''}]`;
  if (whole.anyOf) return whole.anyOf.map((one) => typeOf(one, document)).join(' | ');
  const format = whole.format === undefined || whole.format === 'double' ? '' : ` (${whole.format})`;
  return `${[whole.type ?? 'object'].flat().join(' | ')}${format}`;
}
