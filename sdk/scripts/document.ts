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
    for (const method of METHODS) if (item[method]) item[method] = onlySuccess(item[method]);
  }
  const schemas = components!.schemas!;
  const used = referredTo({ paths, webhooks }, schemas);
  const kept = Object.entries(schemas).filter(([name]) => used.has(name));
  const shared = { ...components, schemas: Object.fromEntries(kept), securitySchemes: {} };
  return { openapi, info, paths, webhooks, components: shared } as unknown as Json;
}

/** Refusals are thrown as errors, so their shapes are needed by nobody; nor are the envelope and its headers. */
function onlySuccess(operation: Json): Json {
  const { 200: success } = operation.responses!;
  const { headers: _, ...answer } = success ?? {};
  for (const content of Object.values(answer.content ?? {})) {
    const { code, data } = content.schema?.properties ?? {};
    if (code !== undefined && data !== undefined) content.schema = data;
  }
  return { ...operation, responses: { 200: answer } } as unknown as Json;
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
