import { createHash } from 'node:crypto';
import { describeApi } from '../../../api/document.ts';

type Json = { [name: string]: Json } & { [name: string]: unknown };

/** What says nothing about types: it may change without the types becoming stale. */
const TEXTS = ['description', 'summary', 'tags', 'title'];
const NEVER_TYPES = ['example', 'examples', 'info', 'servers', 'externalDocs'];
const PLAIN = ['string', 'number', 'integer'];
const METHODS = ['get', 'put', 'post', 'delete', 'patch'];

/** The part of the OpenAPI document that types are made from: requests, successful answers, events. */
export async function typedDocument(): Promise<Json> {
  const { openapi, info, paths, webhooks, components } = (await describeApi()) as Json;
  const schemas = components!.schemas!;
  for (const item of Object.values(paths!)) {
    for (const method of METHODS) if (item[method]) item[method] = essence(item[method], components!);
  }
  for (const { post } of Object.values(webhooks!)) Object.assign(post!, { parameters: [], responses: {} });
  const typed = inlined({ paths, webhooks }, schemas) as Json;
  const defined = inlined(schemas, schemas) as Json;
  const used = referredTo(typed, defined);
  const kept = Object.entries(defined).filter(([name]) => used.has(name));
  return { openapi, info, ...typed, components: { schemas: Object.fromEntries(kept) } } as unknown as Json;
}

/** Names of what is simply a text or a number say less in an editor than `string` does. */
function inlined(part: unknown, schemas: Json): unknown {
  return JSON.parse(JSON.stringify(part), (_name, value) => {
    const target: Record<string, unknown> | undefined = schemas[nameOf(value?.$ref)];
    const isPlain = PLAIN.includes(String(target?.type)) && target?.enum === undefined;
    if (!isPlain) return value;
    const { $ref: _, ...besides } = value;
    return { type: target?.type, description: target?.description, ...besides };
  });
}

/**
 * Query, body and the payload of success. Refusals are thrown as errors, so their shapes are needed by nobody; nor are the envelope and
 * its headers. Methods take ids as texts, and the SDK sends the headers that there are.
 */
function essence({ requestBody, ...operation }: Json, components: Json): Json {
  const { headers: _, content = {}, ...answer } = resolve(operation.responses![200]!, components);
  const payloads = Object.entries(content).map(([type, media]) => [
    type,
    { schema: payloadOf(media.schema!, components) },
  ]);
  const isJson = requestBody?.content?.['application/json'] !== undefined;
  const all = [operation.parameters ?? []].flat().map((parameter) => resolve(parameter, components));
  return {
    ...operation,
    ...(isJson ? { requestBody } : {}),
    parameters: all.filter((parameter) => String(parameter.in) === 'query'),
    responses: { 200: { ...answer, content: Object.fromEntries(payloads) } },
  } as unknown as Json;
}

/** `data` of an envelope; any other schema as it is. */
function payloadOf(schema: Json, components: Json): Json {
  const { allOf = [] } = resolve(schema, components) as unknown as { allOf?: Json[] };
  const { data } = allOf.at(-1)?.properties ?? {};
  const isEnvelope = String(allOf[0]?.$ref).endsWith('/Success');
  return isEnvelope && data !== undefined ? data : schema;
}

/** What a reference refers to. */
function resolve(value: Json, components: Json): Json {
  const [kind, name] = typeof value.$ref === 'string' ? String(value.$ref).split('/').slice(-2) : [];
  return kind === undefined ? value : components[kind]![name!]!;
}

function nameOf(reference: unknown): string {
  return String(reference ?? '').replace('#/components/schemas/', '');
}

function referredTo(part: unknown, schemas: Json, found = new Set<string>()): Set<string> {
  for (const [, name] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
    if (found.has(name!)) continue;
    found.add(name!);
    referredTo(schemas[name!], schemas, found);
  }
  return found;
}

/** Changes when the types would, not when only words do. */
export function typesHash(document: object): string {
  const bare = JSON.stringify(document, (name, value) => (isProse(name, value) ? undefined : value));
  return createHash('sha256').update(bare).digest('hex').slice(0, 16);
}

/** A member of a schema may be called `description`: its value is a schema then, not a text. */
function isProse(name: string, value: unknown): boolean {
  if (NEVER_TYPES.includes(name)) return true;
  return TEXTS.includes(name) && (typeof value === 'string' || Array.isArray(value));
}
