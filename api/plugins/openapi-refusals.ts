/** Refusals in an OpenAPI document: those that any operation may answer are written once, by the range of their status. */

import { COMMON_ERRORS } from '../../contract/schemas/envelope.ts';
import { ERRORS } from '../../domain/errors.ts';
import { SCHEMAS } from './openapi-components.ts';
import type { HeaderName } from './openapi-headers.ts';
import type { Answer } from './openapi-operations.ts';

const RANGES = ['4XX', '5XX'] as const;
type Range = (typeof RANGES)[number];

const HEADERS: Record<Range, readonly HeaderName[]> = {
  '4XX': ['X-Request-Id', 'RateLimit', 'RateLimit-Policy', 'Retry-After', 'WWW-Authenticate'],
  '5XX': ['X-Request-Id', 'Retry-After'],
};

/** An operation's answers: its own refusals by their status, and a range for those that any operation may answer. */
export function withRanges(answers: Readonly<Record<string, Answer>>): Record<string, Answer> {
  const common = Object.entries(answers).filter(([, answer]) => isCommon(answer));
  const own = Object.entries(answers).filter(([, answer]) => !isCommon(answer));
  const ranges = RANGES.filter((range) => common.some(([status]) => rangeOf(status) === range));
  return Object.fromEntries([...own, ...ranges.map((range) => [range, describe(range)] as const)]);
}

/** By its description, which names them all. */
export function codesIn({ description }: Answer): readonly number[] {
  return [...description.matchAll(/`(\d{5})`/g)].map(([, code]) => Number(code)).sort();
}

function isCommon(answer: Answer): boolean {
  const codes = codesIn(answer);
  const known = COMMON_ERRORS.map((name) => ERRORS[name].code as number);
  // The token endpoint has its own envelopes.
  const isOwnEnvelope = JSON.stringify(answer.content).includes(`${SCHEMAS}TokenError`);
  return codes.length > 0 && !isOwnEnvelope && codes.every((code) => known.includes(code));
}

function rangeOf(status: string | number): string {
  return `${String(status)[0]}XX`;
}

function describe(range: Range): Answer {
  const rows = COMMON_ERRORS.map((name) => ERRORS[name]).filter(({ status }) => rangeOf(status) === range);
  const schema = { oneOf: rows.map(({ code }) => ({ $ref: `${SCHEMAS}Error${code}` })) };
  return {
    description: `Of any operation: ${rows.map(({ code, msg }) => `\`${code}\` ${msg}`).join('; ')}`,
    headers: Object.fromEntries(HEADERS[range].map((name) => [name, {}])),
    content: { 'application/json': { schema } },
  };
}
