/** What the pages need of the OpenAPI document, read out of it once. */
import { BASE } from '../chapters.ts';

export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly example?: unknown;
  readonly examples?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly additionalProperties?: boolean | Schema;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minProperties?: number;
  readonly uniqueItems?: boolean;
  readonly multipleOf?: number;
}

export interface Media {
  readonly schema?: Schema;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly value?: unknown; readonly summary?: string }>>;
}

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly description?: string;
  readonly schema?: Schema;
  readonly example?: unknown;
}

export interface Answer {
  readonly description?: string;
  readonly content?: Readonly<Record<string, Media>>;
  readonly headers?: Readonly<Record<string, { readonly description?: string; readonly schema?: Schema }>>;
}

interface RawOperation {
  readonly operationId: string;
  readonly summary?: string;
  readonly description?: string;
  readonly tags?: readonly string[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly required?: boolean; readonly content: Readonly<Record<string, Media>> };
  readonly responses: Readonly<Record<string, Answer>>;
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[];
}

export interface ApiDocument {
  readonly info: { readonly title: string; readonly version: string };
  readonly servers?: readonly { readonly url: string }[];
  readonly tags?: readonly { readonly name: string; readonly description?: string }[];
  readonly security?: RawOperation['security'];
  readonly paths: Readonly<Record<string, Readonly<Record<string, RawOperation>>>>;
  readonly webhooks?: Readonly<Record<string, Readonly<Record<string, RawOperation>>>>;
  readonly components?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

export interface Operation {
  readonly id: string;
  readonly url: string;
  /** Its id in words: `List orders`. */
  readonly label: string;
  readonly method: string;
  readonly path: string;
  readonly tag: string;
  readonly summary: string;
  readonly description: string;
  /** `undefined`: no token at all; '': any valid token. */
  readonly scope: string | undefined;
  readonly parameters: readonly Parameter[];
  readonly body: { readonly required: boolean; readonly type: string; readonly media: Media } | undefined;
  readonly answer: Answer;
  readonly refusals: readonly { readonly status: string; readonly answer: Answer }[];
}

export interface Tag {
  readonly name: string;
  readonly label: string;
  readonly description: string;
}

const METHODS = ['get', 'put', 'post', 'delete', 'patch'];

export function tagsOf({ tags = [] }: ApiDocument, operations: readonly Operation[]): Tag[] {
  return tags
    .filter(({ name }) => operations.some(({ tag }) => tag === name))
    .map(({ name, description = '' }) => ({ name, label: capital(name), description }));
}

/** Every operation of the document. */
export function operationsOf(document: ApiDocument): Operation[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([method]) => METHODS.includes(method))
      .map(([method, operation]) => read(document, path, method, operation)),
  );
}

function read(document: ApiDocument, path: string, method: string, operation: RawOperation): Operation {
  const { operationId: id, summary = '', description = '', tags = [], requestBody } = operation;
  const answers = Object.entries(operation.responses).map(
    ([status, answer]) => [status, resolve(document, answer)] as const,
  );
  const success = answers.find(([status]) => status.startsWith('2'))?.[1] ?? {};
  const [type, media] = Object.entries(resolve(document, requestBody)?.content ?? {})[0] ?? [];
  return {
    id,
    url: `${BASE}/reference/${id}`,
    label: wordsOf(id),
    method: method.toUpperCase(),
    path,
    tag: tags[0] ?? '',
    summary,
    description,
    scope: scopeOf(operation.security ?? document.security ?? []),
    parameters: (operation.parameters ?? []).map((parameter) => resolve(document, parameter)),
    body: type && media ? { required: requestBody?.required ?? false, type, media } : undefined,
    answer: success,
    refusals: answers
      .filter(([status]) => !status.startsWith('2'))
      .map(([status, answer]) => ({ status, answer })),
  };
}

/** What a reference names, or the value itself. Members beside a reference override those of what it names. */
export function resolve<Value>(document: ApiDocument, value: Value): Value {
  const { $ref, ...beside } = (value ?? {}) as { $ref?: string };
  if ($ref === undefined) return value;
  const target = $ref
    .replace(/^#\//, '')
    .split('/')
    .reduce<unknown>((inner, key) => (inner as Record<string, unknown> | undefined)?.[key], document);
  return { ...resolve(document, target as Value), ...beside };
}

/** OAuth's scope; the plain bearer scheme beside it says none. */
function scopeOf(security: NonNullable<RawOperation['security']>): string | undefined {
  if (security.length === 0) return undefined;
  return security.flatMap((scheme) => Object.values(scheme).flat())[0] ?? '';
}

/** `rotateCallbackSecret` as `Rotate callback secret`. */
function wordsOf(id: string): string {
  return capital(
    id.replace(/([a-z0-9])([A-Z])/g, (_all, before, after) => `${before} ${after.toLowerCase()}`),
  );
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
