import type { FastifyInstance, InjectOptions } from 'fastify';
import { SCOPES, type Scope } from '../../../domain/scope.ts';

interface Schema {
  readonly type?: string | string[];
  readonly enum?: unknown[];
  readonly const?: unknown;
  readonly examples?: unknown[];
  readonly default?: unknown;
  readonly pattern?: string;
  readonly format?: string;
  readonly minimum?: number;
  readonly minLength?: number;
  readonly minItems?: number;
  readonly required?: string[];
  readonly minProperties?: number;
  readonly properties?: Record<string, Schema>;
  readonly items?: Schema;
  readonly anyOf?: Schema[];
}
interface Operation {
  readonly description?: string;
  readonly security?: Record<string, string[]>[];
  readonly parameters?: { name: string; in: string; required?: boolean; schema: Schema }[];
  readonly responses?: Record<number, unknown>;
  readonly requestBody?: { content: Record<string, { schema: Schema }> };
}

export interface Endpoint {
  readonly name: string;
  readonly method: NonNullable<InjectOptions['method']>;
  readonly path: string;
  /** What it needs; undefined: any token of the merchant itself. */
  readonly scope: Scope | undefined;
  readonly operation: Operation;
}

interface Document {
  readonly components: Readonly<Record<string, Readonly<Record<string, object>>>>;
  readonly paths: Record<string, Record<string, Operation>>;
}

/** The document with what is meant in place of references. */
function resolved(document: Document): Document {
  const resolve = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(resolve);
    if (typeof value !== 'object' || value === null) return value;
    const [kind, name] = '$ref' in value ? String(value.$ref).split('/').slice(-2) : [];
    if (kind && name) return { ...(resolve(document.components[kind]?.[name]) as object), ...value };
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, resolve(item)]));
  };
  return { ...document, paths: resolve(document.paths) as Document['paths'] };
}

/** Every endpoint of a served OpenAPI document that needs a token; of /open/v1 unless told otherwise. */
export async function endpointsOf(app: FastifyInstance, url = '/openapi.json'): Promise<Endpoint[]> {
  const document = resolved((await app.inject(url)).json<Document>());
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([, { security }]) => security === undefined || security.length > 0)
      .map(([verb, operation]) => {
        const method = verb.toUpperCase() as Endpoint['method'];
        const named = operation.security?.flatMap(({ bearer = [] }) => bearer) ?? [];
        const notified = /Needs the scope `([^`]+)`/.exec(operation.description ?? '')?.[1] ?? '';
        const scope = SCOPES.find((one) => [...named, notified].includes(one));
        return { name: `${method} ${path}`, method, path, scope, operation };
      }),
  );
}

const IDS: Record<string, string> = {
  guideId: 'G1001',
  orderId: 'ORD1795230000000123456',
  notificationId: 'NTF1795230000000123456-1',
  endpointId: 'EP999999',
  holdId: 'HLD100001',
};

/** A request that fits the endpoint's schemas, as far as they tell. */
export function requestFor({ method, path, operation }: Endpoint, ids: Record<string, string> = {}) {
  const known = { ...IDS, ...ids };
  const parameters = operation.parameters ?? [];
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const parameter = parameters.find((one) => one.in === 'path' && one.name === name);
    return encodeURIComponent(known[name] ?? String(exampleOf(parameter?.schema ?? {})));
  });
  const query = parameters
    .filter((one) => one.in === 'query' && one.required)
    .map(({ name, schema }) => `${name}=${encodeURIComponent(String(exampleOf(schema)))}`);
  const url = query.length === 0 ? filled : `${filled}?${query.join('&')}`;
  const body = operation.requestBody?.content['application/json']?.schema;
  const headers: Record<string, string> = {};
  if (body === undefined) return { method, url, headers };
  return { method, url, headers, payload: exampleOf(body) as object };
}

function exampleOf(schema: Schema): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.examples?.length) return schema.examples[0];
  if (schema.default !== undefined) return schema.default;
  if (schema.enum) return schema.enum[0];
  if (schema.anyOf) return exampleOf(schema.anyOf[0]!);
  const type = [schema.type].flat()[0];
  if (type === 'object' || schema.properties) return objectExample(schema);
  if (type === 'array') return Array(schema.minItems ?? 0).fill(exampleOf(schema.items ?? {}));
  if (type === 'integer' || type === 'number') return schema.minimum ?? 1;
  if (type === 'boolean') return true;
  if (type === 'null') return null;
  if (schema.format === 'date-time') return '2027-05-01T08:00:00.000Z';
  if (schema.format === 'date' || schema.pattern?.includes('d{4}')) return '2027-05-01';
  return 'x'.repeat(Math.max(1, schema.minLength ?? 1));
}

function objectExample({ properties = {}, required: demanded = [], minProperties = 0 }: Schema): object {
  const required = demanded.length > 0 ? demanded : Object.keys(properties).slice(0, minProperties);
  return Object.fromEntries(required.map((name) => [name, exampleOf(properties[name] ?? {})]));
}
