/** JSON Schema of OpenAPI 3.1 as OpenAPI 3.0 has it: what 3.0 cannot say is left out, so that whatever is valid stays valid. */
import { SCHEMAS } from './openapi-components.ts';
import { mapSubschemas, mapValues, type Schema } from './openapi-forms.ts';

type Schemas = Readonly<Record<string, Schema>>;

/** @returns what writes one schema of the document in 3.0. @param named the schemas of its components, in 3.1. */
export function schemaWriter(named: Schemas): (schema: Schema) => Schema {
  function write(schema: Schema): Schema {
    const alone = besideReference(withoutNull(schema, named), named);
    return FORMS.reduce((form, change) => change(form), mapSubschemas(alone, write));
  }
  return write;
}

/** Every named schema in 3.0, with names for the values of enumerations. */
export function writtenSchemas(named: Schemas): Record<string, Schema> {
  const write = schemaWriter(named);
  return mapValues(named, (schema, name) => withValueNames(name, write(schema)));
}

const FORMS: readonly ((schema: Schema) => Schema)[] = [
  ({ const: value, ...schema }) => (value === undefined ? schema : { ...schema, enum: [value] }),
  ({ examples, ...schema }) =>
    Array.isArray(examples) && examples.length > 0 ? { ...schema, example: examples[0] } : schema,
  ({ exclusiveMinimum, ...schema }) =>
    exclusiveMinimum === undefined
      ? schema
      : { ...schema, minimum: exclusiveMinimum, exclusiveMinimum: true },
  withPlainDefault,
  // Generators make a date of it, to which they can't apply what is said of text.
  ({ pattern, minLength, maxLength, ...schema }) =>
    schema.format === 'date' || schema.format === 'date-time'
      ? schema
      : { ...schema, pattern, minLength, maxLength },
  // As without the word, which generators don't expect in forms.
  ({ additionalProperties, ...schema }) =>
    additionalProperties === undefined || additionalProperties === true
      ? schema
      : { ...schema, additionalProperties },
  // Conditions.
  ({ if: _, then: __, else: ___, ...schema }) => schema,
];

/**
 * OpenAPI 3.0 ignores what is beside a reference. A plain value is written out with it, others are referred to inside an `allOf`:
 * generators make a type of each, and would make further ones.
 */
function besideReference(schema: Schema, named: Schemas): Schema {
  const { $ref, ...beside } = schema;
  if (typeof $ref !== 'string' || Object.keys(beside).length === 0) return schema;
  const target = named[$ref.slice(SCHEMAS.length)] ?? {};
  const isPlain = typeof target.type === 'string' && target.type !== 'object' && !('enum' in target);
  return isPlain ? { ...target, ...beside } : { allOf: [{ $ref }], ...beside };
}

/** `type: [string, null]` and `anyOf: [{ … }, null]` are `nullable`, which 3.0 takes beside a `type` only. */
function withoutNull(schema: Schema, named: Schemas): Schema {
  const { type, anyOf, ...others } = schema;
  if (Array.isArray(type))
    return {
      type: type.find((one) => one !== 'null'),
      ...(anyOf ? { anyOf } : {}),
      ...others,
      nullable: true,
    };
  const branches = (anyOf ?? []) as Schema[];
  const [first, ...more] = branches.filter((branch) => branch.type !== 'null');
  if (first === undefined || more.length > 0 || branches.length < 2) return schema;
  const inner = besideReference({ ...first, ...others }, named);
  const target = typeof first.$ref === 'string' ? named[first.$ref.slice(SCHEMAS.length)] : undefined;
  const referred = inner.$ref === undefined ? inner : { allOf: [inner] };
  return { ...referred, type: inner.type ?? target?.type ?? 'object', nullable: true };
}

/** Generators of Go write no objects, lists or nulls as defaults: the description names these. */
function withPlainDefault({ default: value, ...schema }: Schema): Schema {
  if (value === undefined) return schema;
  if (value !== null && typeof value !== 'object') return { ...schema, default: value };
  const note = `default: \`${JSON.stringify(value)}\``;
  return { ...schema, description: [schema.description, note].filter(Boolean).join('; ') };
}

/** `DisputeStatusOpen`: in Go all constants of a package have names of their own, and several enumerations share values. */
function withValueNames(name: string, schema: Schema): Schema {
  const values = (schema.enum ?? []) as unknown[];
  if (values.length === 0 || schema.type !== 'string') return schema;
  return { ...schema, 'x-enum-varnames': values.map((value) => name + pascalCase(String(value))) };
}

function pascalCase(value: string): string {
  const words = value
    .replace('*', 'all')
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== '');
  return words.map((word) => word[0]!.toUpperCase() + word.slice(1)).join('');
}
