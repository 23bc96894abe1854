/** JSON Schema as code generators of the field take it: the same meaning, in the forms that they know. */

import { INVISIBLE_BEYOND_16_BITS } from '../../domain/text.ts';

export type Schema = Readonly<Record<string, unknown>>;

const MAPS = ['properties', '$defs'];
const SINGLE = ['items', 'additionalProperties', 'not', 'if', 'then', 'else', 'contains'];
const LISTS = ['anyOf', 'oneOf', 'allOf', 'prefixItems'];

/** The schema with each schema right within it replaced. */
export function mapSubschemas(schema: Schema, map: (inner: Schema) => Schema): Schema {
  const mapMember = ([keyword, value]: [string, unknown]): [string, unknown] => {
    if (MAPS.includes(keyword)) return [keyword, mapValues(value as Readonly<Record<string, Schema>>, map)];
    if (LISTS.includes(keyword)) return [keyword, (value as Schema[]).map(map)];
    const isSchema = SINGLE.includes(keyword) && typeof value === 'object';
    return [keyword, isSchema ? map(value as Schema) : value];
  };
  return Object.fromEntries(Object.entries(schema).map(mapMember));
}

export function mapValues<Value, Result>(
  record: Readonly<Record<string, Value>>,
  map: (value: Value, key: string) => Result,
): Record<string, Result> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value, key)]));
}

/** What follows for the whole schema; whatever is in the right form already stays. */
export function inKnownForms(schema: Schema): Schema {
  return FORMS.reduce((form, change) => change(form), mapSubschemas(schema, inKnownForms));
}

const FORMS: readonly ((schema: Schema) => Schema)[] = [
  // Members of any name: there is one form for them in OpenAPI.
  ({ patternProperties, ...schema }) =>
    patternProperties === undefined
      ? schema
      : { ...schema, additionalProperties: inKnownForms(Object.values(patternProperties as object)[0]) },
  (schema) => (isTyped(schema) ? schema : { ...typeOfValues(schema), ...schema }),
  (schema) => (isNumber(schema) && Number.isInteger(schema.const) ? { ...schema, type: 'integer' } : schema),
  // A number without a format is taken for a single-precision one in Go, C# and Kotlin.
  (schema) => (isNumber(schema) && schema.format === undefined ? { ...schema, format: 'double' } : schema),
  (schema) =>
    typeof schema.pattern === 'string'
      ? { ...schema, pattern: schema.pattern.replaceAll(INVISIBLE_BEYOND_16_BITS, '') }
      : schema,
  // Generators make sets of them, which do not compile.
  ({ uniqueItems, ...schema }) =>
    uniqueItems === undefined || 'enum' in ((schema.items ?? {}) as Schema)
      ? schema
      : { ...schema, uniqueItems },
  (schema) => (isDiscriminated(schema.anyOf) ? asOneOf(schema) : schema),
];

function isTyped({ type, ...schema }: Schema): boolean {
  return type !== undefined || !('enum' in schema || 'const' in schema);
}

function isNumber({ type }: Schema): boolean {
  return type === 'number';
}

/** Of an `enum` or `const` that says only its values. */
function typeOfValues(schema: Schema): Schema {
  const [first] = (schema.enum as unknown[] | undefined) ?? [schema.const];
  return { type: typeof first };
}

/** Objects each of which has its own `type`. */
function isDiscriminated(branches: unknown): boolean {
  return Array.isArray(branches) && branches.every((branch) => constantType(branch) !== undefined);
}

/** `order.changed` of `{ properties: { type: { const: 'order.changed' } } }`. */
export function constantType(schema: Schema): string | undefined {
  const { type } = (schema.properties ?? {}) as { type?: { const?: string } };
  return type?.const;
}

function asOneOf({ anyOf, ...schema }: Schema): Schema {
  return { ...schema, oneOf: anyOf, discriminator: { propertyName: 'type' } };
}
