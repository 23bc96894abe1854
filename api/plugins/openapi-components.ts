/** Named schemas of an OpenAPI document: each is written once, under `components.schemas`, and is referred to wherever it is used. */

import { refusalCodes } from '../../contract/schemas/envelope.ts';
import { BASES } from '../../contract/schemas/names.ts';
import { SCHEMA_TEXTS } from '../../contract/schemas/texts.ts';
import { ERRORS } from '../../domain/errors.ts';
import { buildOn } from './openapi-composition.ts';
import { constantType, inKnownForms, mapSubschemas, mapValues, type Schema } from './openapi-forms.ts';
import { type Content, type Document, mapOperations } from './openapi-operations.ts';

export const SCHEMAS = '#/components/schemas/';

/** What may differ where a schema is used: it is written beside the reference then. */
const BESIDE = ['description', 'default', 'examples', 'minLength', 'maxLength'];

interface SchemaNames {
  /** The schema with references in place of what has a name, or a reference to it. */
  readonly refer: (schema: Schema) => Schema;
  /** Every schema that was referred to until now, sorted by name. */
  readonly components: () => Record<string, Schema>;
}

/**
 * Recognizes schemas by their content, so that it does not matter how a route got one.
 * @param named by the names that clients are generated with; envelopes and refusals have their own.
 */
function createSchemaNames(named: Readonly<Record<string, object>>, bases: readonly string[]): SchemaNames {
  const candidates = new Map<string, { name: string; schema: Schema }[]>();
  const known = new Map<string, Schema>();

  function define(name: string, schema: Schema): void {
    known.set(name, schema);
    const key = keyOf(schema);
    candidates.set(key, [...(candidates.get(key) ?? []), { name, schema }]);
  }

  function within(schema: Schema): Schema {
    return nullableOnce(withMapping(schema, mapSubschemas(schema, refer)));
  }

  function called(name: string, schema: Schema): Schema {
    if (!known.has(name)) define(name, schema);
    return { $ref: SCHEMAS + name };
  }

  function refer(schema: Schema): Schema {
    const inner = within(schema);
    const found = candidates.get(keyOf(inner))?.find((candidate) => fits(inner, candidate.schema));
    if (found) return { $ref: SCHEMAS + found.name, ...besides(inner, found.schema) };
    const codes = refusalCodes(inner);
    if (codes.length > 0) return oneOfThem(codes.map(refusalWith));
    const name = responseName(inner);
    return name === undefined ? inner : called(name, inner);
  }

  // What is within another one is shorter, and has its name before.
  const byLength = Object.entries(named)
    .map(([name, schema]) => [name, JSON.stringify(schema)] as const)
    .toSorted(([, a], [, b]) => a.length - b.length);
  for (const [name, text] of byLength) define(name, within(inKnownForms(JSON.parse(text))));

  function refusalWith(code: number): Schema {
    const row = Object.values(ERRORS).find((error) => error.code === code);
    const own = {
      type: 'object',
      required: ['code'],
      properties: { code: { type: 'integer', const: code } },
    };
    return called(`Error${code}`, {
      description: row?.msg,
      allOf: [{ $ref: `${SCHEMAS}ErrorBody` }, own],
    });
  }

  const used = new Set<string>(bases);
  return {
    refer(schema) {
      const referring = refer(inKnownForms(schema));
      collect(referring, known, used);
      return referring;
    },
    components: () => built(known, used, bases),
  };
}

/** What is plain, such as any number, is meant only where it is described alike. */
function keyOf(schema: Schema): string {
  const { type, enum: values, pattern, format, properties, oneOf } = schema;
  const isPlain = (values ?? pattern ?? properties ?? oneOf) === undefined;
  const mayDiffer = isPlain && !(type === 'string' && format !== undefined) ? [] : BESIDE;
  const members = Object.entries(schema).filter(([keyword]) => !mayDiffer.includes(keyword));
  return JSON.stringify(members.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Whatever the named one demands is demanded here, too. */
function fits(schema: Schema, named: Schema): boolean {
  return ['minLength', 'maxLength'].every(
    (limit) => named[limit] === undefined || named[limit] === schema[limit],
  );
}

function besides(schema: Schema, named: Schema): Schema {
  const different = BESIDE.filter(
    (keyword) => keyword in schema && JSON.stringify(schema[keyword]) !== JSON.stringify(named[keyword]),
  );
  return Object.fromEntries(different.map((keyword) => [keyword, schema[keyword]]));
}

/** `type: [string, null]` where the schema itself is here, else `anyOf` with what it is called. */
function nullableOnce(schema: Schema): Schema {
  const [first, second, ...others] = (schema.anyOf ?? []) as Schema[];
  if (!first || second?.type !== 'null' || others.length > 0) return schema;
  const { anyOf: _, ...around } = schema;
  const { description, ...inner } = first;
  const text = description === undefined ? {} : { description };
  const isSimple = typeof inner.type === 'string' && !('enum' in inner);
  if (isSimple) return { ...inner, ...text, ...around, type: [inner.type, 'null'] };
  return { anyOf: [inner, second], ...text, ...around };
}

/** The `type` by which each schema of a union is recognized. */
function withMapping(schema: Schema, referring: Schema): Schema {
  if (schema.discriminator === undefined) return referring;
  const branches = schema.oneOf as Schema[];
  const references = referring.oneOf as { $ref?: string }[];
  const mapping = branches.map((branch, at) => [constantType(branch), references[at]?.$ref]);
  return { ...referring, discriminator: { propertyName: 'type', mapping: Object.fromEntries(mapping) } };
}

function collect(value: unknown, known: ReadonlyMap<string, Schema>, used: Set<string>): void {
  for (const [, name] of JSON.stringify(value).matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)) {
    if (name === undefined || used.has(name)) continue;
    used.add(name);
    collect(known.get(name), known, used);
  }
}

interface Envelope {
  readonly properties?: {
    readonly code?: { readonly const?: number };
    readonly msg?: unknown;
    readonly data?: { readonly $ref?: string };
  };
}

/** The named schemas, built on the bases. */
function built(
  known: ReadonlyMap<string, Schema>,
  used: ReadonlySet<string>,
  baseNames: readonly string[],
): Record<string, Schema> {
  const bases = new Map(baseNames.map((name) => [SCHEMAS + name, known.get(name)!]));
  const schemas = [...used].map((name) => {
    const description = SCHEMA_TEXTS[name];
    const described = description === undefined ? {} : { description };
    return [name, { ...described, ...buildOn(bases, known.get(name)!) }] as const;
  });
  return Object.fromEntries(schemas.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

function oneOfThem(schemas: readonly Schema[]): Schema {
  return schemas.length === 1 ? schemas[0]! : { oneOf: schemas };
}

/** `OrderResponse`: the envelope around an `Order`. */
function responseName(schema: Schema): string | undefined {
  const { code, msg, data } = (schema as Envelope).properties ?? {};
  if (msg === undefined || code?.const !== 200 || data?.$ref === undefined) return undefined;
  return `${data.$ref.slice(SCHEMAS.length)}Response`;
}

/** The document with every schema that has a name in its components. @param bases names on which others are built. */
export function withComponents<Given extends Document>(
  document: Given,
  named: Readonly<Record<string, object>>,
  bases: readonly string[] = BASES,
): Given {
  const { refer, components } = createSchemaNames(named, bases);
  const inContent = (content: Content): Content =>
    mapValues(content, (media) => ({ ...media, schema: refer(media.schema) }));
  const referring = mapOperations(document, ({ parameters, requestBody, responses = {}, ...operation }) => ({
    ...operation,
    ...(parameters && { parameters: parameters.map((one) => ({ ...one, schema: refer(one.schema) })) }),
    ...(requestBody && { requestBody: { ...requestBody, content: inContent(requestBody.content) } }),
    responses: mapValues(responses, (answer) =>
      answer.content ? { ...answer, content: inContent(answer.content) } : answer,
    ),
  }));
  return { ...referring, components: { ...document.components, schemas: components() } };
}
