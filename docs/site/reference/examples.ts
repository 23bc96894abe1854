/** An example of each thing: the document's own, recorded from a real run, and otherwise one made from its schema. */
import {
  type ApiDocument,
  type Media,
  type Operation,
  type Parameter,
  resolve,
  type Schema,
} from './operations.ts';

const MAX_DEPTH = 7;

export function exampleOf(document: ApiDocument, media: Media | undefined): unknown {
  if (media === undefined) return undefined;
  if (media.example !== undefined) return media.example;
  const [first] = Object.values(media.examples ?? {});
  const recorded = first && resolve(document, first).value;
  return recorded ?? (media.schema && sampleValue(document, media.schema));
}

/** What a parameter looks like in a URL. */
function parameterExample(document: ApiDocument, { example, schema = {} }: Parameter): string {
  return String(example ?? sampleValue(document, schema) ?? '');
}

const FORMATS: Readonly<Record<string, string>> = {
  date: '2027-05-01',
  'date-time': '2027-05-01T08:00:00.000Z',
  email: 'ada@example.com',
  uri: 'https://merchant.example/callbacks',
};

/** Some value that a schema permits, as far as it can be made of what it says. */
function sampleValue(document: ApiDocument, given: Schema, depth = 0): unknown {
  const schema = resolve(document, given);
  const said = schema.example ?? schema.examples?.[0] ?? schema.const ?? schema.default ?? schema.enum?.[0];
  if (said !== undefined || depth > MAX_DEPTH) return said ?? null;
  if (schema.allOf)
    return Object.assign({}, ...schema.allOf.map((part) => sampleValue(document, part, depth + 1) as object));
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (alternatives) {
    const likely = alternatives.find((part) => resolve(document, part).type !== 'null');
    return likely ? sampleValue(document, likely, depth + 1) : null;
  }
  return ofType(document, schema, depth);
}

function ofType(document: ApiDocument, schema: Schema, depth: number): unknown {
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  if (type === 'array') return schema.items ? [sampleValue(document, schema.items, depth + 1)] : [];
  if (type === 'integer' || type === 'number') return schema.minimum ?? 1;
  if (type === 'boolean') return true;
  if (type === 'string') return FORMATS[schema.format ?? ''] ?? 'text';
  if (!schema.properties) return {};
  return Object.fromEntries(
    Object.entries(schema.properties).map(([name, member]) => [
      name,
      sampleValue(document, member, depth + 1),
    ]),
  );
}

/** The command of one call: the token in $TOKEN, whatever is required, and the body. */
export function curlOf(document: ApiDocument, operation: Operation): string {
  const { method, path, parameters, body, scope } = operation;
  const base = document.servers?.[0]?.url ?? '';
  const filled = path.replace(/\{(\w+)\}/g, (_all, name) => {
    const parameter = parameters.find((candidate) => candidate.name === name);
    return parameter ? encodeURIComponent(parameterExample(document, parameter)) : name;
  });
  const query = parameters
    .filter(
      (parameter) => parameter.in === 'query' && (parameter.required || parameter.example !== undefined),
    )
    .slice(0, 2)
    .map((parameter) => `${parameter.name}=${encodeURIComponent(parameterExample(document, parameter))}`)
    .join('&');
  const isWrite = parameters.some(({ name }) => name.toLowerCase() === 'idempotency-key');
  const lines = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}"${base}${filled}${query && `?${query}`}"`,
    scope === undefined ? undefined : '-H "Authorization: Bearer $TOKEN"',
    isWrite ? '-H "Idempotency-Key: $(uuidgen)"' : undefined,
    ...bodyLines(document, body),
  ];
  return lines.filter((line) => line !== undefined).join(' \\\n  ');
}

function bodyLines(document: ApiDocument, body: Operation['body']): string[] {
  if (!body) return [];
  const value = exampleOf(document, body.media);
  if (body.type === 'application/x-www-form-urlencoded')
    return Object.entries(value as object).map(([name, text]) => `-d ${name}=${text}`);
  const json = JSON.stringify(value, null, 2).replaceAll("'", "'\\''").replaceAll('\n', '\n  ');
  return [`-H "Content-Type: ${body.type}"`, `-d '${json}'`];
}
