import { expect } from '@jest/globals';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { REFUSAL_REASONS } from '../../domain/refusal-reasons.ts';

interface OpenApiDocument {
  components: object;
  paths: Record<
    string,
    Record<string, { responses: Record<string, { content: Record<string, { schema: object }> }> }>
  >;
}

/** Fails unless the answer is one that the served OpenAPI document describes for this operation and status. */
export async function createConformance(app: FastifyInstance) {
  const document = (await app.inject('/openapi.json')).json<OpenApiDocument>();
  const ajv = addFormats.default(new Ajv2020({ strict: false, allErrors: true }));
  const validators = new Map<object, ValidateFunction>();

  return function expectDescribed(method: string, path: string, answer: LightMyRequestResponse): void {
    const operation = document.paths[path]?.[method.toLowerCase()];
    const schema = operation?.responses[answer.statusCode]?.content['application/json']?.schema;
    if (schema === undefined)
      throw new Error(`${method} ${path} does not describe status ${answer.statusCode}`);
    // What it refers to stands beside it.
    const validate = validators.get(schema) ?? ajv.compile({ ...schema, components: document.components });
    validators.set(schema, validate);
    validate(answer.json());
    expect(validate.errors ?? []).toEqual([]);
    expectKnownReasons(answer);
  };
}

/** Fails where a detail of the refusal has a reason that the table does not have, or no sentence for people. */
function expectKnownReasons(answer: LightMyRequestResponse): void {
  const details: { reason: string; msg: string }[] = answer.json()?.data?.details ?? [];
  const unknown = details.filter(({ reason, msg }) => !(reason in REFUSAL_REASONS) || !msg);
  expect(unknown).toEqual([]);
}
