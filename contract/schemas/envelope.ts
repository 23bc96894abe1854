/**
 * The envelope of every answer (specification, "Common response envelope"), and the `response` record of a route:
 * one schema for every HTTP status that it can answer, with the codes that hide behind that status.
 */
import { type TSchema, Type } from 'typebox';
import { ERRORS, type ErrorName } from '../../domain/errors.ts';
import type { RefusalReason } from '../../domain/refusal-reasons.ts';
import { CalendarDate, Instant } from './common.ts';

/** What any endpoint that needs a token can answer beside its own refusals. */
export const COMMON_ERRORS = [
  'invalidParameter',
  'tokenInvalid',
  'tokenExpired',
  'signatureInvalid',
  'notAcceptable',
  'merchantKindForbidden',
  'unsupportedMediaType',
  'rateLimited',
  'internal',
  'unavailable',
] as const satisfies readonly ErrorName[];

/** What every success has around its payload. */
export const Success = Type.Object(
  {
    code: Type.Literal(200, { description: 'Success' }),
    msg: Type.String({ description: 'For people: `success`' }),
  },
  { description: 'The request was carried out' },
);

/** `{code: 200, msg, data}` around the payload of an operation. */
export function envelope<Data extends TSchema>(data: Data, description = 'Success') {
  return Type.Object({ ...Success.properties, data }, { description });
}

/** The payload of a successful answer, in its envelope. */
export function ok<Data>(data: Data): { code: 200; msg: string; data: Data } {
  return { code: 200, msg: 'success', data };
}

/** An answer that is a file, for the `content` of a response. */
export const fileContent = (description: string) => ({
  schema: Type.String({ description, format: 'binary' }),
});

/** One thing that is wrong with a request. `reason` is no closed enum: a new word must break no client. */
export const ErrorDetailSchema = Type.Object({
  path: Type.String({ description: 'Where: `body.tripDays`, `query.size`, `path.guideId`, `header.…`' }),
  reason: Type.String({
    description:
      'Why, for programs: a word from the table of reasons in the error catalogue. Its meaning never changes; new ones may be added',
    examples: ['past_date', 'missing', 'already_booked'] satisfies RefusalReason[],
  }),
  msg: Type.String({
    description: 'Why, for people: a sentence, which may change',
    examples: ['must not be in the past: it is 2027-05-02 where the guide is'],
  }),
  days: Type.Optional(
    Type.Array(CalendarDate, {
      description: 'With `already_booked`, `day_off` and `not_on_sale`: the days in question',
    }),
  ),
  times: Type.Optional(
    Type.Array(Type.Object({ startAt: Instant, endAt: Instant }), {
      description: 'With `already_booked`, for a trip of hours: the times in question',
    }),
  ),
});

/** `data` of every refusal; some codes add members of their own, such as an order's `availableActions`. */
export const ErrorDataSchema = Type.Object(
  {
    requestId: Type.String({
      description: 'Quote it when you contact us; also in the header `X-Request-Id`',
    }),
    docUrl: Type.String({
      description: 'What the code means, and what to do: its entry in the error catalogue',
      examples: ['https://api.guidepost.example/docs/errors#40902'],
    }),
    details: Type.Optional(Type.Array(ErrorDetailSchema)),
  },
  { additionalProperties: true },
);

const refusalMembers = { msg: Type.String({ description: 'For people' }), data: ErrorDataSchema };
/** Any refusal, but for its code: generators can't narrow a member that they have merged. */
export const ErrorBody = Type.Object(refusalMembers, {
  description: 'What every refusal has besides its `code`',
});

/** The envelope of a refusal with one of these codes, all of one HTTP status. */
export function errorEnvelope(...names: readonly ErrorName[]) {
  const rows = [...new Set(names)].map((name) => ERRORS[name]);
  return Type.Object(
    {
      code: Type.Integer({ enum: rows.map(({ code }) => code), description: 'What it is' }),
      ...refusalMembers,
    },
    { description: rows.map(({ code, msg }) => `\`${code}\` ${msg}`).join('; ') },
  );
}

/** The codes of a refusal's envelope; none for anything else. */
export function refusalCodes(schema: object): readonly number[] {
  const { code, msg } = (schema as Envelope).properties ?? {};
  return msg === undefined ? [] : (code?.enum ?? []);
}

interface Envelope {
  readonly properties?: { readonly code?: { readonly enum?: readonly number[] }; readonly msg?: unknown };
}

/** One error schema for every HTTP status that the named errors have. */
export function errorAnswers(
  ...names: readonly ErrorName[]
): Record<number, ReturnType<typeof errorEnvelope>> {
  const byStatus = Map.groupBy(new Set(names), (name) => ERRORS[name].status);
  return Object.fromEntries([...byStatus].map(([status, group]) => [status, errorEnvelope(...group)]));
}

/**
 * The `response` record of a route behind a token: 200 with `data` in the envelope, and every status of
 * the named errors and of those that any such route can answer (400, 401, 403, 406, 415, 429, 500, 503).
 */
export function answers<Data extends TSchema>(
  data: Data,
  ...names: readonly ErrorName[]
): { 200: ReturnType<typeof envelope<Data>> } {
  return { 200: envelope(data), ...errorAnswers(...COMMON_ERRORS, ...names) };
}
