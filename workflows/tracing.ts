/**
 * Carries the header `traceparent` from the caller that starts or moves a workflow to the activities that follow, and reports
 * spans of the workflow's own. Where nobody sent the header it does nothing, so that histories of before, and those of
 * processes without traces, run as they did. It adds no command; the ids it makes are the workflow's own random ones.
 */
import { defaultPayloadConverter, type Headers } from '@temporalio/common';
import {
  proxySinks,
  type Sinks,
  uuid4,
  type WorkflowInterceptorsFactory,
  workflowInfo,
} from '@temporalio/workflow';

export interface WorkflowSpan {
  readonly name: string;
  readonly parent: string;
  readonly traceparent: string;
  /** Milliseconds since 1970, by the workflow's clock. */
  readonly startedAt: number;
  readonly endedAt: number;
}

export interface TracingSinks extends Sinks {
  tracing: { report(span: WorkflowSpan): void };
}

const HEADER = 'traceparent';
/** What happens later than this after a command follows from the clock: a trace of weeks helps nobody. */
const FOLLOWS_FOR_MS = 600_000;
const SAMPLED = /^(00-[0-9a-f]{32}-)[0-9a-f]{16}(-01)$/;

export const interceptors: WorkflowInterceptorsFactory = () => {
  const { tracing } = proxySinks<TracingSinks>();
  let latest: { readonly traceparent: string; readonly since: number } | undefined;

  /** Notes what follows from now on; undefined where nobody sent a header that is to be kept. */
  function begin(headers: Headers): { parent: string; traceparent: string; startedAt: number } | undefined {
    const payload = headers[HEADER];
    if (payload == null) return undefined;
    const parent = defaultPayloadConverter.fromPayload<string>(payload);
    const traceparent = parent.replace(SAMPLED, (_, trace, flags) => `${trace}${newSpanId()}${flags}`);
    const startedAt = Date.now();
    latest = { traceparent, since: startedAt };
    return traceparent === parent ? undefined : { parent, traceparent, startedAt };
  }

  async function reported<Result>(
    name: string,
    headers: Headers,
    work: () => Promise<Result>,
  ): Promise<Result> {
    const span = begin(headers);
    try {
      return await work();
    } finally {
      if (span !== undefined) tracing.report({ ...span, name, endedAt: Date.now() });
    }
  }

  /** With the header for an activity, while it follows from a command. */
  function carrying<Input extends { readonly headers: Headers }>(input: Input): Input {
    if (latest === undefined || Date.now() - latest.since > FOLLOWS_FOR_MS) return input;
    const traceparent = defaultPayloadConverter.toPayload(latest.traceparent);
    return { ...input, headers: { ...input.headers, [HEADER]: traceparent } };
  }

  return {
    inbound: [
      {
        execute: async (input, next) => {
          const span = begin(input.headers);
          // A workflow lasts for months: its span is recorded when it begins.
          if (span !== undefined)
            tracing.report({ ...span, name: `Workflow ${workflowInfo().workflowType}`, endedAt: Date.now() });
          return await next(input);
        },
        handleUpdate: (input, next) => reported(`Update ${input.name}`, input.headers, () => next(input)),
        handleSignal: (input, next) =>
          reported(`Signal ${input.signalName}`, input.headers, () => next(input)),
      },
    ],
    outbound: [
      {
        scheduleActivity: (input, next) => next(carrying(input)),
        scheduleLocalActivity: (input, next) => next(carrying(input)),
      },
    ],
  };
};

function newSpanId(): string {
  return uuid4().replaceAll('-', '').slice(0, 16);
}
