/**
 * The same document in OpenAPI 3.0, for generators that read nothing newer or compile nothing newer: without webhooks, with one
 * schema for all refusals, and with names that mean one thing each.
 */
import { schemaWriter, writtenSchemas } from './openapi-30-schemas.ts';
import { SCHEMAS } from './openapi-components.ts';
import { mapValues, type Schema } from './openapi-forms.ts';
import {
  type Answer,
  type Content,
  type Document,
  mapOperations,
  type Parameter,
} from './openapi-operations.ts';

/** What the document of the platform has, as far as it is written otherwise. */
interface Document31 extends Document {
  readonly info?: object;
  readonly components: Components;
}
interface Components {
  readonly schemas?: Readonly<Record<string, Schema>>;
  readonly parameters?: Readonly<Record<string, Parameter>>;
  readonly responses?: Readonly<Record<string, Answer>>;
  readonly headers?: Readonly<Record<string, { readonly schema: Schema }>>;
}

/** In Go all components share one set of names. */
const SUFFIXES = { parameters: 'Parameter', responses: 'Answer' } as const;
const REFERENCE = /"\$ref":"#\/components\/(\w+)\/([\w-]+)"/g;
/** 3.0 knows no identifiers of SPDX. */
const LICENSE = { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' };
const ANY_REFUSAL = { $ref: `${SCHEMAS}ErrorBody` };

/** @param given the document of `app.swagger()`, which is left as it is. */
export function asOpenApi30(given: object): object {
  const { webhooks: _, ...document } = given as Document31;
  const { components } = document;
  const write = schemaWriter(components.schemas ?? {});
  const parameter = (one: Parameter): Parameter =>
    '$ref' in one ? one : { ...one, schema: write(one.schema) };
  const inContent = (content: Content): Content =>
    mapValues(content, (media) => ({
      ...media,
      schema: isRefusal(media.schema) ? ANY_REFUSAL : write(media.schema),
    }));
  const answer = (one: Answer): Answer => (one.content ? { ...one, content: inContent(one.content) } : one);
  const { paths } = mapOperations(document, ({ parameters, requestBody, responses, ...operation }) => ({
    ...operation,
    ...('security' in operation && { security: withoutScopes(operation.security as object[]) }),
    ...(parameters && { parameters: parameters.map(parameter) }),
    ...(requestBody && { requestBody: { ...requestBody, content: inContent(requestBody.content) } }),
    responses: mapValues(responses ?? {}, answer),
  }));
  const written = {
    ...components,
    schemas: writtenSchemas(components.schemas ?? {}),
    parameters: mapValues(components.parameters ?? {}, parameter),
    responses: mapValues(components.responses ?? {}, answer),
    headers: mapValues(components.headers ?? {}, (header) => ({ ...header, schema: write(header.schema) })),
  };
  return withDistinctNames({
    ...document,
    openapi: '3.0.3',
    info: { ...document.info, license: LICENSE },
    paths,
    components: usedComponents(written, paths),
  });
}

/** Distinguished by their code, a number, which no generator takes for a discriminator. */
function isRefusal({ $ref, oneOf }: Schema): boolean {
  if (Array.isArray(oneOf)) return oneOf.every(isRefusal);
  return /^#\/components\/schemas\/Error\d{5}$/.test(String($ref));
}

/** Scopes are OAuth's in 3.0; the descriptions name them. */
function withoutScopes(security: readonly object[]): object[] {
  return security.map((requirement) => mapValues(requirement as Record<string, unknown>, () => []));
}

/** What only webhooks have is gone with them. */
function usedComponents(components: Components, paths: unknown): Components {
  const kinds = components as Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  const used = new Set<string>();
  const waiting: unknown[] = [paths];
  for (const part of waiting) {
    for (const [, kind, name] of JSON.stringify(part).matchAll(REFERENCE)) {
      if (kind === undefined || name === undefined || used.has(`${kind}/${name}`)) continue;
      used.add(`${kind}/${name}`);
      waiting.push(kinds[kind]?.[name]);
    }
  }
  return mapValues(kinds, (items, kind) => {
    const kept = Object.entries(items).filter(([name]) => used.has(`${kind}/${name}`));
    return kind === 'securitySchemes' ? items : Object.fromEntries(kept);
  });
}

function withDistinctNames<Given extends { readonly components: Components }>(document: Given): Given {
  const kinds = Object.entries(SUFFIXES) as [keyof typeof SUFFIXES, string][];
  const renamed = kinds.map(([kind, suffix]) => {
    const items = Object.entries(document.components[kind] ?? {});
    return [kind, Object.fromEntries(items.map(([name, item]) => [name + suffix, item]))];
  });
  const components = { ...document.components, ...Object.fromEntries(renamed) };
  return JSON.parse(JSON.stringify({ ...document, components }), (key, value) => {
    if (key !== '$ref') return value;
    const kind = kinds.find(([name]) => String(value).startsWith(`#/components/${name}/`));
    return kind ? value + kind[1] : value;
  });
}
