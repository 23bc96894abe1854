import { expect } from '@jest/globals';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { REFUSAL_REASONS } from '../../../domain/refusal-reasons.ts';

interface Answer {
  readonly content: Readonly<Record<string, { readonly schema: object }>>;
  readonly headers?: Readonly<Record<string, unknown>>;
}
interface Operation {
  readonly responses: Readonly<Record<string, Answer>>;
}
interface OpenApiDocument {
  readonly components: object;
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

/** Headers that are of no answer in particular: of HTTP itself, and those that protect browsers. */
const DESCRIBED_HEADERS = [
  'x-request-id',
  'ratelimit',
  'ratelimit-policy',
  'retry-after',
  'idempotent-replayed',
  'etag',
];

/** The document with what is meant in place of references to shared parameters and answers; schemas keep their names. */
export function withoutSharing<Document extends { readonly components: object }>(
  document: Document,
): Document {
  const resolve = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(resolve);
    if (typeof value !== 'object' || value === null) return value;
    const shared = /^#\/components\/(parameters|responses)\/(\w+)$/.exec(
      '$ref' in value ? String(value.$ref) : '',
    );
    if (shared) return resolve((document.components as Sections)[shared[1]!]?.[shared[2]!]);
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, resolve(item)]));
  };
  return resolve(document) as Document;
}
type Sections = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/**
 * Fails unless the answer is one that the served OpenAPI document describes for this operation and status, and each header
 * that the platform sets is described there, too.
 */
export async function createConformance(app: FastifyInstance) {
  const document = withoutSharing((await app.inject('/openapi.json')).json<OpenApiDocument>());
  const ajv = addFormats.default(new Ajv2020({ strict: false, allErrors: true }));
  const validators = new Map<object, ValidateFunction>();

  return function expectDescribed(method: string, path: string, answer: LightMyRequestResponse): void {
    const { responses } = document.paths[path]?.[method.toLowerCase()] ?? { responses: {} };
    const described = responses[answer.statusCode] ?? responses[`${String(answer.statusCode)[0]}XX`];
    const schema = described?.content['application/json']?.schema;
    if (schema === undefined)
      throw new Error(`${method} ${path} does not describe status ${answer.statusCode}`);
    // What it refers to stands beside it.
    const validate = validators.get(schema) ?? ajv.compile({ ...schema, components: document.components });
    validators.set(schema, validate);
    validate(answer.json());
    expect(validate.errors ?? []).toEqual([]);
    const names = Object.keys(described?.headers ?? {}).map((name) => name.toLowerCase());
    expect(names).toEqual(expect.arrayContaining(DESCRIBED_HEADERS.filter((name) => name in answer.headers)));
    expectKnownReasons(answer);
  };
}

/** Fails where a detail of the refusal has a reason that the table does not have, or no sentence for people. */
function expectKnownReasons(answer: LightMyRequestResponse): void {
  const details: { reason: string; msg: string }[] = answer.json()?.data?.details ?? [];
  const unknown = details.filter(({ reason, msg }) => !(reason in REFUSAL_REASONS) || !msg);
  expect(unknown).toEqual([]);
}
