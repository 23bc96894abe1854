interface Schema {
  readonly $ref?: string;
  readonly allOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, unknown>>;
  /** A condition, which has no members to merge. */
  readonly if?: object;
  readonly required?: readonly string[];
}
export interface Document {
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

/**
 * The document with every object that builds on others written out, and every refusal as any: on which schema another one
 * builds is no matter of clients, and may change between releases.
 */
export function flattened<Given extends Document>(document: Given): Given {
  const { schemas } = document.components;
  const flatten = (schema: Schema): Schema => {
    const { $ref, allOf, ...own } = schema;
    if ($ref !== undefined) return flatten(schemas[$ref.split('/').at(-1)!]!);
    // Members of its own beside: these are conditions, not a base.
    if (allOf === undefined || own.properties !== undefined) return schema;
    const parts = allOf.map(flatten);
    const properties = Object.assign({}, ...parts.map((part) => part.properties));
    return {
      ...own,
      type: 'object',
      required: parts.flatMap(({ required = [] }) => required),
      properties,
    } as Schema;
  };
  const written = Object.entries(schemas).map(([name, schema]) => [name, flatten(schema)]);
  const components = { ...document.components, schemas: Object.fromEntries(written) };
  return withAnyRefusal(withEventsAsAnswers({ ...document, components }));
}

interface Conditional extends Schema {
  readonly if?: { readonly required?: readonly string[] };
  readonly else?: { readonly allOf?: readonly Schema[] };
}

/**
 * Today's document for clients of a released one. Rules that a member of today lifts hold for them: they do not send it. oasdiff
 * takes the member in the condition for required, and a rule that requires members for a new one.
 */
export function forClientsOf<Given extends Document>(released: Document, today: Given): Given {
  const written = Object.entries(today.components.schemas).map(([name, schema]) => {
    const { if: condition, else: otherwise, ...own } = schema as Conditional;
    const known = released.components.schemas[name]?.properties;
    const lifting = condition?.required ?? [];
    if (known === undefined || lifting.length === 0 || lifting.some((member) => member in known))
      return [name, schema];
    const rules = otherwise?.allOf ?? [];
    const required = rules.flatMap((rule) => ('if' in rule ? [] : (rule.required ?? [])));
    return [
      name,
      {
        ...own,
        required: [...(own.required ?? []), ...required],
        ...{ if: { type: 'null' }, else: { allOf: rules.filter((rule) => 'if' in rule) } },
      },
    ];
  });
  const components = { ...today.components, schemas: Object.fromEntries(written) };
  return { ...today, components };
}

/**
 * Clients read events and write their acknowledgement, and oasdiff takes events for what clients write: a further member,
 * which compatibility.md allows, is a break to it. So each event stands as the answer of an operation.
 */
function withEventsAsAnswers<Given extends Document & WithEvents>(document: Given): Given {
  const { webhooks = {}, paths = {}, ...rest } = document;
  const resolve = <T extends object>(given: T & { $ref?: string }): T =>
    given.$ref === undefined
      ? given
      : (given.$ref
          .split('/')
          .slice(1)
          .reduce((at: object, name) => at[name as keyof typeof at], document) as T);
  const events = Object.entries(webhooks).map(([name, { post }]) => {
    const headers = post.parameters?.map(resolve).map(({ name: header, in: _, ...value }) => [header, value]);
    const event = {
      description: name,
      content: post.requestBody.content,
      headers: Object.fromEntries(headers ?? []),
    };
    const { content } = resolve(post.responses[200]);
    return [
      `/events/${name}`,
      { post: { requestBody: { required: true, content }, responses: { 200: event } } },
    ];
  });
  return { ...rest, paths: { ...paths, ...Object.fromEntries(events) } } as unknown as Given;
}

interface WithEvents {
  readonly paths?: object;
  readonly webhooks?: Readonly<Record<string, { readonly post: Event }>>;
}
interface Event {
  readonly parameters?: readonly { readonly $ref?: string; readonly name: string; readonly in: string }[];
  readonly requestBody: { readonly content: object };
  readonly responses: { readonly 200: { readonly $ref?: string; readonly content?: object } };
}

/**
 * A status may learn further refusals (docs/compatibility.md), which oasdiff takes for a break: what all of them are stands
 * for each.
 */
function withAnyRefusal<Given extends object>(document: Given): Given {
  const isRefusal = ({ $ref = '', oneOf = [] }: Alternatives): boolean =>
    oneOf.length > 0 ? oneOf.every(isRefusal) : /^#\/components\/schemas\/Error\d{5}$/.test($ref);
  const any = { $ref: '#/components/schemas/ErrorBody' };
  return JSON.parse(JSON.stringify(document), (key, value) =>
    key === 'schema' && isRefusal(value) ? any : value,
  );
}

interface Alternatives {
  readonly $ref?: string;
  readonly oneOf?: readonly Alternatives[];
}
