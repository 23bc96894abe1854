import { createHash } from 'node:crypto';
import { describeApi } from '../../api/document.ts';

type Json = { [name: string]: Json } & { [name: string]: unknown };

/** What says nothing about types: it may change without the types becoming stale. */
const TEXTS = ['description', 'summary', 'tags', 'title'];
const NEVER_TYPES = ['example', 'examples', 'info', 'servers', 'externalDocs'];
const METHODS = ['get', 'put', 'post', 'delete', 'patch'];

/** The part of the OpenAPI document that types are made from: requests, successful answers, events. */
export async function typedDocument(): Promise<Json> {
  const { openapi, info, paths, webhooks, components } = (await describeApi()) as Json;
  for (const item of [...Object.values(paths!), ...Object.values(webhooks!)]) {
    for (const method of METHODS) if (item[method]) item[method] = onlySuccess(item[method], components!);
  }
  const schemas = components!.schemas!;
  const used = referredTo({ paths, webhooks, parameters: components!.parameters }, schemas);
  const kept = Object.entries(schemas).filter(([name]) => used.has(name));
  const { parameters } = components!;
  const shared = { parameters, schemas: Object.fromEntries(kept) };
  return { openapi, info, paths, webhooks, components: shared } as unknown as Json;
}

/** Refusals are thrown as errors, so their shapes are needed by nobody; nor are the envelope and its headers. */
function onlySuccess(operation: Json, components: Json): Json {
  const { headers: _, content = {}, ...answer } = resolve(operation.responses![200]!, components);
  const payloads = Object.entries(content).map(([type, media]) => [
    type,
    { ...media, schema: payloadOf(media.schema!, components) },
  ]);
  return {
    ...operation,
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
