/** Named schemas of an OpenAPI document: each stands once, under `components.schemas`, and is referred to wherever it is meant. */

type Json = Readonly<Record<string, unknown>>;
interface Document {
  readonly components?: { readonly schemas?: object };
}

/**
 * The document with every schema that is equal to one of these, or is the envelope of a refusal, in its components.
 * @param named by the names that clients are generated with.
 */
export function withComponents<Given extends Document>(
  document: Given,
  named: Readonly<Record<string, object>>,
): Given {
  const names = namesOf(named);
  const schemas = new Map<string, object>();
  const referring = refer(document, (schema) => {
    const name = names.get(JSON.stringify(schema)) ?? refusalName(schema);
    if (name !== undefined) schemas.set(name, schema);
    return name;
  }) as Given;
  const sorted = [...schemas].sort(([a], [b]) => (a < b ? -1 : 1));
  return { ...referring, components: { ...referring.components, schemas: Object.fromEntries(sorted) } };
}

/** Names by what their schemas look like once those within them are referred to: the smallest are named first. */
function namesOf(named: Readonly<Record<string, object>>): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  const plain = Object.entries(named).map(([name, schema]) => [name, JSON.stringify(schema)] as const);
  for (const [name, text] of plain.toSorted(([, a], [, b]) => a.length - b.length)) {
    const inner = mapMembers(JSON.parse(text, asDocumented) as Json, (value) =>
      refer(value, (schema) => names.get(JSON.stringify(schema))),
    );
    names.set(JSON.stringify(inner), name);
  }
  return names;
}

/** The plugin that writes the document has one form for members of any name. */
function asDocumented(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('patternProperties' in value)) return value;
  const { patternProperties, ...schema } = value as { patternProperties: object };
  return { ...schema, additionalProperties: Object.values(patternProperties)[0] };
}

/** Inner schemas first, so that those around them refer to them wherever they stand. */
function refer(value: unknown, nameOf: (schema: Json) => string | undefined): unknown {
  if (Array.isArray(value)) return value.map((item) => refer(item, nameOf));
  if (typeof value !== 'object' || value === null) return value;
  const inner = mapMembers(value as Json, (member) => refer(member, nameOf));
  const name = nameOf(inner);
  return name === undefined ? inner : { $ref: `#/components/schemas/${name}` };
}

function mapMembers(schema: Json, map: (value: unknown) => unknown): Json {
  return Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, map(value)]));
}

interface Refusal {
  readonly properties?: { readonly code?: { readonly enum?: readonly number[] }; readonly msg?: unknown };
}

/** `Error40901`, `Error40901Or40902`: by the codes that an envelope may have. */
function refusalName(schema: Json): string | undefined {
  const { code, msg } = (schema as Refusal).properties ?? {};
  if (msg === undefined || !Array.isArray(code?.enum) || code.enum.includes(200)) return undefined;
  return `Error${code.enum.toSorted().join('Or')}`;
}
