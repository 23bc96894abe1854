/**
 * Real requests, answers and notifications, recorded by `npm run proof -- examples:record` (docs/decisions/0088). All values in them are
 * made up. For the OpenAPI document, and for whatever shows operations to people.
 */
import { readFileSync } from 'node:fs';
import type { EventType } from '../../domain/event-types.ts';

export interface ExampleRequest {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number | boolean>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** JSON, or the fields of a form. */
  readonly body?: Readonly<Record<string, unknown>>;
}

export interface Example {
  /** Who asks: a merchant of that kind, or anybody, without a token. */
  readonly by: 'agency' | 'studio' | 'provider' | 'anybody';
  /** Scopes that the token needs. */
  readonly scope?: string;
  /** Undefined: nothing but the path. */
  readonly request?: ExampleRequest;
  /** The whole answer, envelope included. */
  readonly answer: unknown;
  /** All operations with this name share the answer: the document has it once, under it. */
  readonly sharedAs?: string;
}

/** As the files have it: a shared answer is in shared.json. */
export type RecordedExample = Omit<Example, 'answer'> & { readonly answer?: unknown };

const read = (name: string) =>
  JSON.parse(readFileSync(new URL(`${name}.json`, import.meta.url), 'utf8')) as Record<string, unknown>;

const shared = read('shared');
const recorded = read('operations') as Readonly<Record<string, RecordedExample>>;
const events = read('events');

/** The example of one operation; undefined where none was recorded. */
export function exampleOf(operationId: string): Example | undefined {
  const example = recorded[operationId];
  if (example === undefined) return undefined;
  const { sharedAs } = example;
  return { ...example, answer: sharedAs === undefined ? example.answer : shared[sharedAs] };
}

/** The body of a notification, as a merchant received it. */
export function exampleOfEvent(type: EventType): unknown {
  return events[type];
}
