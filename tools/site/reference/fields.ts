/** A schema as a reader sees it: members with a type in words, their limits, and what is within them. */
import { type ApiDocument, resolve, type Schema } from './operations.ts';

export interface Field {
  readonly name: string;
  readonly type: string;
  readonly isRequired: boolean;
  readonly description: string;
  /** `1 to 100`, `default 10`: each a few words. */
  readonly limits: readonly string[];
  readonly values: readonly string[];
  readonly fields: readonly Field[];
}

/** Deeper than this, a schema refers to itself. */
const MAX_DEPTH = 7;

/** The members of an object, or of the objects in an array, the required ones first. */
export function fieldsOf(document: ApiDocument, schema: Schema | undefined, depth = 0): Field[] {
  const { properties, required = [] } = objectIn(document, schema);
  if (depth > MAX_DEPTH) return [];
  return requiredFirst(
    Object.entries(properties ?? {}).map(([name, member]) =>
      fieldOf(document, name, member, required.includes(name), depth),
    ),
  );
}

/** Otherwise in the order in which they are described. */
export function requiredFirst(fields: readonly Field[]): Field[] {
  return fields.toSorted((one, other) => Number(other.isRequired) - Number(one.isRequired));
}

export function fieldOf(
  document: ApiDocument,
  name: string,
  given: Schema,
  isRequired: boolean,
  depth = 0,
): Field {
  const outer = resolve(document, given);
  const schema = withoutNull(document, outer);
  return {
    name,
    type: typeOf(document, outer),
    isRequired,
    description: outer.description ?? given.description ?? schema.description ?? '',
    limits: limitsOf(schema),
    values: valuesOf(document, schema),
    fields: fieldsOf(document, schema, depth + 1),
  };
}

/** The object that a schema is, or that its items or its alternatives are. */
function objectIn(document: ApiDocument, given: Schema | undefined): Schema {
  const schema = withoutNull(document, given ?? {});
  if (schema.allOf) return schema.allOf.map((part) => objectIn(document, part)).reduce(joined, pick(schema));
  if (schema.properties) return schema;
  if (schema.items) return objectIn(document, schema.items);
  const alternatives = schema.anyOf ?? schema.oneOf ?? [];
  const objects = alternatives.map((part) => objectIn(document, part)).filter(({ properties }) => properties);
  if (objects.length === 0) return {};
  const common = (objects[0]?.required ?? []).filter((name) =>
    objects.every(({ required }) => required?.includes(name)),
  );
  return { ...objects.reduce(joined, {}), required: common };
}

function pick({ properties, required }: Schema): Schema {
  return { ...(properties ? { properties } : {}), ...(required ? { required } : {}) };
}

function joined(one: Schema, other: Schema): Schema {
  return {
    properties: { ...one.properties, ...other.properties },
    required: [...(one.required ?? []), ...(other.required ?? [])],
  };
}

/** The schema behind `… or null`. */
function withoutNull(document: ApiDocument, given: Schema): Schema {
  const schema = resolve(document, given);
  const alternatives = (schema.anyOf ?? schema.oneOf ?? []).filter(
    (part) => resolve(document, part).type !== 'null',
  );
  return alternatives.length === 1 && !schema.properties ? resolve(document, alternatives[0]!) : schema;
}

function typeOf(document: ApiDocument, given: Schema): string {
  const schema = resolve(document, given);
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (alternatives) return [...new Set(alternatives.map((part) => typeOf(document, part)))].join(' or ');
  if (Array.isArray(schema.type)) return schema.type.join(' or ');
  if (schema.allOf) return 'object';
  if (schema.type === 'array')
    return `list of ${schema.items ? pluralOf(typeOf(document, schema.items)) : 'values'}`;
  if (schema.const !== undefined) return typeof schema.const;
  if (schema.enum && schema.type === undefined) return typeof schema.enum[0];
  if (schema.format === 'date') return 'day';
  if (schema.format === 'date-time') return 'instant';
  if (schema.format === 'email') return 'e-mail';
  if (schema.type === 'object' && !schema.properties && schema.additionalProperties) return 'map';
  return (schema.type as string | undefined) ?? (schema.properties ? 'object' : 'any');
}

function pluralOf(type: string): string {
  return type.includes(' ') || type === 'any' ? type : `${type}s`;
}

function valuesOf(document: ApiDocument, schema: Schema): string[] {
  const values = schema.const === undefined ? schema.enum : [schema.const];
  if (values) return values.map((value) => JSON.stringify(value).replaceAll('"', ''));
  return schema.items ? valuesOf(document, resolve(document, schema.items)) : [];
}

function limitsOf(schema: Schema): string[] {
  const { minimum, maximum, minLength, maxLength, minItems, maxItems, exclusiveMinimum, multipleOf } = schema;
  const limits = [
    rangeOf(minimum, maximum, ''),
    // A day or an instant is as long as it is.
    schema.format === undefined ? rangeOf(minLength, maxLength, ' characters') : undefined,
    rangeOf(minItems, maxItems, ' items'),
    exclusiveMinimum === undefined ? undefined : `above ${exclusiveMinimum}`,
    multipleOf === undefined ? undefined : `a multiple of ${multipleOf}`,
    schema.uniqueItems ? 'each once' : undefined,
    schema.minProperties ? `at least ${schema.minProperties} member` : undefined,
    schema.default === undefined ? undefined : `default ${JSON.stringify(schema.default)}`,
  ];
  return limits.filter((limit) => limit !== undefined);
}

function rangeOf(least: number | undefined, most: number | undefined, of: string): string | undefined {
  if (least !== undefined && most !== undefined)
    return least === most ? `${least}${of}` : `${least} to ${most}${of}`;
  if (most !== undefined) return `at most ${most}${of}`;
  return least === undefined || (least <= 1 && of !== '') ? undefined : `at least ${least}${of}`;
}
