/** Named schemas of an OpenAPI document: each stands once, under `components.schemas`, and is referred to wherever it is meant. */
import { ERRORS } from '../../domain/errors.ts';
import { constantType, inKnownForms, mapSubschemas, mapValues, type Schema } from './openapi-forms.ts';

export const SCHEMAS = '#/components/schemas/';

/** What may differ where a schema is meant: it stands beside the reference then. */
const BESIDE = ['description', 'default', 'examples', 'minLength', 'maxLength'];

export interface SchemaNames {
  /** The schema with references in place of what has a name, or a reference to it. */
  readonly refer: (schema: Schema) => Schema;
  /** Every schema that was referred to until now, sorted by name. */
  readonly components: () => Record<string, Schema>;
}

/**
 * Knows schemas by what they look like, so that it does not matter how a route came to have one.
 * @param named by the names that clients are generated with; envelopes and refusals have their own.
 */
export function createSchemaNames(named: Readonly<Record<string, object>>): SchemaNames {
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
    if (codes.length > 0)
      return oneOfThem(codes.map((code) => called(`Error${code}`, refusalWith(inner, code))));
    const name = responseName(inner);
    return name === undefined ? inner : called(name, inner);
  }

  // What is within another one is shorter, and has its name before.
  const byLength = Object.entries(named)
    .map(([name, schema]) => [name, JSON.stringify(schema)] as const)
    .toSorted(([, a], [, b]) => a.length - b.length);
  for (const [name, text] of byLength) define(name, within(inKnownForms(JSON.parse(text))));

  const used = new Set<string>();
  return {
    refer(schema) {
      const referring = refer(inKnownForms(schema));
      collect(referring, known, used);
      return referring;
    },
    components: () => Object.fromEntries([...used].sort().map((name) => [name, known.get(name)!])),
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

/** By which `type` each schema of a union is meant. */
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
    readonly code?: { readonly enum?: readonly number[]; readonly const?: number };
    readonly msg?: unknown;
    readonly data?: { readonly $ref?: string };
    readonly error?: unknown;
  };
}

/** Of the envelope of a refusal; none for anything else. The token endpoint's have members of their own. */
function refusalCodes(schema: Schema): readonly number[] {
  const { code, msg, error } = (schema as Envelope).properties ?? {};
  return msg === undefined || error !== undefined ? [] : (code?.enum ?? []);
}

function refusalWith(schema: Schema, code: number): Schema {
  const properties = { ...(schema.properties as object), code: { type: 'integer', const: code } };
  const row = Object.values(ERRORS).find((error) => error.code === code);
  return { ...schema, description: row?.msg, properties };
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

type Operation = {
  readonly parameters?: readonly { readonly schema: Schema }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
  readonly responses?: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { schema: Schema }>> }>
  >;
};
interface Document {
  readonly components?: object;
  readonly paths?: Readonly<Record<string, object | undefined>>;
  readonly webhooks?: Readonly<Record<string, object | undefined>>;
}

/** The document with every schema that has a name in its components. */
export function withComponents<Given extends Document>(
  document: Given,
  named: Readonly<Record<string, object>>,
): Given {
  const { refer, components } = createSchemaNames(named);
  const media = <Content extends Readonly<Record<string, { schema: Schema }>>>(content: Content) =>
    mapValues(content, (type) => ({ ...type, schema: refer(type.schema) }));
  const operation = (given: Operation): Operation => ({
    ...given,
    ...(given.parameters && {
      parameters: given.parameters.map((one) => ({ ...one, schema: refer(one.schema) })),
    }),
    ...(given.requestBody && {
      requestBody: { ...given.requestBody, content: media(given.requestBody.content) },
    }),
    responses: mapValues(given.responses ?? {}, (answer) =>
      answer.content ? { ...answer, content: media(answer.content) } : answer,
    ),
  });
  const items = (given: Document['paths'] = {}) =>
    mapValues(given, (item) => mapValues(item as Record<string, Operation>, operation));
  const paths = items(document.paths);
  const webhooks = items(document.webhooks);
  return { ...document, paths, webhooks, components: { ...document.components, schemas: components() } };
}
