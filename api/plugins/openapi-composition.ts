/** Schemas that extend others: what they share is written once. */
import type { Schema } from './openapi-forms.ts';

interface ObjectSchema {
  readonly properties: Readonly<Record<string, unknown>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: unknown;
}

/**
 * The schema as `allOf` the bases whose members it has, and its own members. A schema that takes no further members can't
 * be built on others in JSON Schema, and stays.
 * @param bases the schemas by what refers to them.
 */
export function buildOn(bases: ReadonlyMap<string, Schema>, schema: Schema): Schema {
  if (!isOpen(schema)) return schema;
  const left = new Map(Object.entries(schema.properties));
  const used: string[] = [];
  for (const [reference, base] of bases) {
    if (!isOpen(base) || base === schema || !isWithin(base, schema, left)) continue;
    used.push(reference);
    for (const name of Object.keys(base.properties)) left.delete(name);
  }
  if (used.length === 0) return schema;
  const { type: _, properties: __, required = [], ...others } = schema;
  const own = required.filter((name) => left.has(name));
  const rest = {
    type: 'object',
    ...(own.length > 0 && { required: own }),
    properties: Object.fromEntries(left),
  };
  return { ...others, allOf: [...used.map(($ref) => ({ $ref })), ...(left.size > 0 ? [rest] : [])] };
}

function isOpen(schema: Schema): schema is Schema & ObjectSchema {
  return (
    schema.type === 'object' && schema.properties !== undefined && schema.additionalProperties === undefined
  );
}

/** All of the base's members are still left, are equal, and are required alike. */
function isWithin(base: ObjectSchema, schema: ObjectSchema, left: ReadonlyMap<string, unknown>): boolean {
  return Object.entries(base.properties).every(
    ([name, member]) =>
      JSON.stringify(left.get(name)) === JSON.stringify(member) &&
      isRequired(base, name) === isRequired(schema, name),
  );
}

function isRequired({ required = [] }: ObjectSchema, name: string): boolean {
  return required.includes(name);
}
