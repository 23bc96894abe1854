import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import type { FastifyInstance, FastifySchemaValidationError } from 'fastify';
import type { ErrorDetail } from '../../../domain/errors.ts';
import type { RefusalReason } from '../../../domain/refusal-reasons.ts';
import { dropAbsentMembers } from './absent-members.ts';
import { patternSentence } from './pattern-sentences.ts';

/** How we name the parts of a request to merchants. */
const PART_NAMES: Record<string, string> = {
  body: 'body',
  querystring: 'query',
  params: 'path',
  headers: 'header',
};
/** The most details of one refusal. */
export const MAX_DETAILS = 100;
/** Far deeper than any body that we know. */
const MAX_DEPTH = 32;

/** Ajv's keywords, and those of what PostgreSQL cannot store. */
const REASONS: Readonly<Record<string, RefusalReason>> = {
  required: 'missing',
  dependentRequired: 'missing',
  additionalProperties: 'unknown_parameter',
  type: 'wrong_type',
  enum: 'not_one_of',
  const: 'not_one_of',
  pattern: 'wrong_format',
  format: 'wrong_format',
  minLength: 'too_short',
  maxLength: 'too_long',
  minimum: 'too_small',
  exclusiveMinimum: 'too_small',
  maximum: 'too_large',
  exclusiveMaximum: 'too_large',
  multipleOf: 'too_many_decimals',
  minItems: 'too_few',
  minProperties: 'too_few',
  maxItems: 'too_many',
  maxProperties: 'too_many',
  uniqueItems: 'duplicate',
  storableText: 'wrong_characters',
  storableNumber: 'too_large',
  storableDepth: 'too_deep',
};

/**
 * Validates by two Ajv instances: bodies are taken as they are written, while text in queries, paths and headers
 * becomes the number that the schema asks for. Both name every violation, and neither drops unknown members. In a body, null
 * for a member that may be left out counts as left out.
 */
export function registerValidation(app: FastifyInstance): void {
  const strict = createAjv(false);
  const coercing = createAjv(true);
  app.setValidatorCompiler(({ schema, httpPart }) => {
    const validate = app.lazily(() => (httpPart === 'body' ? strict : coercing).compile(schema));
    return (data: unknown) => {
      if (httpPart === 'body') {
        if (data === undefined) return { error: new SchemaViolations([MISSING]) };
        dropAbsentMembers(schema as object, data);
      }
      const error = violations(validate(), data);
      return error === undefined ? { value: data } : { error };
    };
  });
}

/** A violation list in the form that Fastify expects of a validator. */
class SchemaViolations extends Error {
  readonly validation: FastifySchemaValidationError[];
  constructor(validation: FastifySchemaValidationError[]) {
    super('the request does not match its schema');
    this.validation = validation;
  }
}

const MISSING = { keyword: 'required', instancePath: '', schemaPath: '', params: {}, message: 'is missing' };

/** Path and reason of each violation of the schema. */
export function validationDetails(
  errors: readonly FastifySchemaValidationError[],
  part = 'body',
): ErrorDetail[] {
  const details = errors.map((error) => ({
    path: pathOf(error, PART_NAMES[part] ?? part),
    reason: REASONS[error.keyword] ?? 'invalid',
    msg: sentenceOf(error),
  }));
  const unique = new Map(details.map((detail) => [`${detail.path}\n${detail.msg}`, detail]));
  return [...unique.values()].slice(0, MAX_DETAILS);
}

function createAjv(coerceTypes: boolean): Ajv {
  const ajv = new Ajv({
    allErrors: true,
    coerceTypes,
    removeAdditional: false,
    // What a body leaves out is for the service to say, so that it is compared and kept as it was written.
    useDefaults: coerceTypes,
    strict: true,
    strictTypes: false,
    strictRequired: false,
  });
  // `example` and the like document; OpenAPI knows them, JSON Schema does not.
  ajv.addVocabulary(['example', 'x-examples']);
  return addFormats.default(ajv);
}

function violations(validate: ValidateFunction, data: unknown): SchemaViolations | undefined {
  // Only a value that fits its schema is searched for bad values.
  const found = validate(data)
    ? unstorableValues(data, '')
    : usefulErrors(validate.errors ?? []).map(toFastify);
  return found.length === 0 ? undefined : new SchemaViolations(found);
}

/** `anyOf` and `if` only repeat what their branches say better, and "must be null" is no advice. */
function usefulErrors(errors: ErrorObject[]): ErrorObject[] {
  const useful = errors.filter(
    ({ keyword, params }) => !['anyOf', 'if'].includes(keyword) && params.type !== 'null',
  );
  return useful.length > 0 ? useful : errors;
}

function toFastify({ keyword, instancePath, schemaPath, params, message }: ErrorObject) {
  return { keyword, instancePath, schemaPath, params, message: message ?? 'is not valid' };
}

/**
 * PostgreSQL stores no NUL in text, and no half of a surrogate pair in jsonb. Ajv lets `1e400` pass, which it
 * coerces to Infinity and then holds against no limit.
 */
function unstorableValues(value: unknown, path: string, depth = 0): FastifySchemaValidationError[] {
  // Schemas that let unknown members pass bound no depth, and a hostile body has some.
  if (depth > MAX_DEPTH) return [unstorable('storableDepth', path.slice(0, 100), 'is nested too deeply')];
  if (typeof value === 'string' && (value.includes('\0') || !value.isWellFormed())) {
    return [unstorable('storableText', path, 'must be well-formed Unicode without NUL')];
  }
  if (typeof value === 'number' && !Number.isFinite(value))
    return [unstorable('storableNumber', path, 'is too large')];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) => unstorableValues(item, `${path}/${key}`, depth + 1));
}

function unstorable(keyword: string, instancePath: string, message: string): FastifySchemaValidationError {
  return { keyword, instancePath, schemaPath: '', params: {}, message };
}

function pathOf({ instancePath, params }: FastifySchemaValidationError, part: string): string {
  const member = params.missingProperty ?? params.additionalProperty;
  const segments = instancePath.split('/').slice(1).map(unescapePointer);
  return [part, ...segments, ...(typeof member === 'string' ? [member] : [])].join('.').slice(0, 200);
}

function sentenceOf({ keyword, params, message }: FastifySchemaValidationError): string {
  if (keyword === 'required') return 'is missing';
  if (keyword === 'additionalProperties') return 'is not a known parameter';
  if (keyword === 'enum') return `must be one of ${(params.allowedValues as unknown[]).join(', ')}`;
  if (keyword === 'pattern') return patternSentence(params.pattern as string);
  return message ?? 'is not valid';
}

/** RFC 6901. */
function unescapePointer(segment: string): string {
  return segment.replaceAll('~1', '/').replaceAll('~0', '~');
}
