import { isNativeError } from 'node:util/types';

/**
 * What the platform needs of a tracer, in our own words: nothing of OpenTelemetry is imported here, so that a process
 * without traces never loads it (docs/decisions/0105-traces-by-our-own-hooks.md).
 */

type SpanAttributes = Readonly<Record<string, string | number | boolean | undefined>>;

export interface SpanStart {
  /** Few different ones: never an id in it. */
  readonly name: string;
  readonly kind: 'server' | 'client' | 'internal';
  /** Ids, fixed words, numbers. Nothing personal, no secret, nothing that anybody wrote. */
  readonly attributes?: SpanAttributes;
  /** `traceparent` (W3C Trace Context) of the span above; absent: the one that is under way, if any. */
  readonly parent?: string | undefined;
}

export interface OpenSpan {
  /** Names it to other processes: a header's value. */
  readonly traceparent: string;
  set(attributes: SpanAttributes): void;
  /** Runs something with this span as the one that is under way, in all that follows from it. */
  within<Result>(work: () => Result): Result;
  /** @param failure a fixed word; absent: it went well. */
  end(failure?: string): void;
}

/** A span that has ended, of which the id was given away before. */
export interface FinishedSpan {
  readonly name: string;
  readonly parent: string;
  readonly traceparent: string;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly endedAt: number;
  readonly attributes: SpanAttributes;
}

export interface Tracing {
  begin(span: SpanStart): OpenSpan;
  /** The id of the span that is under way; undefined where none is. */
  current(): string | undefined;
  report(span: FinishedSpan): void;
  /** Sends what is left. Never rejects. */
  close(): Promise<void>;
}

/** Runs `work` as a span where there are traces. An error ends it with the error's name. */
export async function traced<Result>(
  tracing: Tracing | undefined,
  start: SpanStart,
  work: (span: OpenSpan | undefined) => Promise<Result>,
): Promise<Result> {
  if (tracing === undefined) return await work(undefined);
  const span = tracing.begin(start);
  try {
    const result = await span.within(() => work(span));
    span.end();
    return result;
  } catch (error) {
    span.end(wordOf(error));
    throw error;
  }
}

/** An error's name: its message may hold what nobody may read here. */
export function wordOf(error: unknown): string {
  return error instanceof Error || isNativeError(error) ? error.name : 'failed';
}
