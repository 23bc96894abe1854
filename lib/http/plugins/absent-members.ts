/** What `null` means in requests: many clients write it for every member that they don't set. */

/** As much of JSON Schema as is needed to know where null has its own meaning. */
interface Schema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
}

/**
 * Removes members that are null from a body, in place, where they may be left out and null is not one of their values: they are
 * taken as left out. A null that means something, and one in place of what is required, stays.
 */
export function dropAbsentMembers(schema: Schema, data: unknown): void {
  if (typeof data !== 'object' || data === null) return;
  const inner = onlyBranch(schema);
  if (Array.isArray(data)) {
    for (const item of inner.items ? data : []) dropAbsentMembers(inner.items!, item);
    return;
  }
  const members = data as Record<string, unknown>;
  for (const [name, member] of Object.entries(inner.properties ?? {})) {
    if (!Object.hasOwn(members, name)) continue;
    const mayBeLeftOut = !inner.required?.includes(name);
    if (members[name] !== null) dropAbsentMembers(member, members[name]);
    else if (mayBeLeftOut && !knowsNull(member)) delete members[name];
  }
}

/** What a value is where it is not null; a union of several stays as it is. */
function onlyBranch(schema: Schema): Schema {
  const branches = (schema.anyOf ?? schema.oneOf ?? []).filter(({ type }) => type !== 'null');
  return branches.length === 1 ? branches[0]! : schema;
}

function knowsNull(schema: Schema): boolean {
  const { type, anyOf, oneOf, enum: values } = schema;
  if (values) return values.includes(null);
  if ('const' in schema) return schema.const === null;
  if (anyOf || oneOf) return [...(anyOf ?? []), ...(oneOf ?? [])].some(knowsNull);
  return type === undefined || [type].flat().includes('null');
}
