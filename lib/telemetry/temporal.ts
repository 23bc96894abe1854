/** Spans around calls to Temporal and around activities, joined by the header `traceparent` (workflows/tracing.ts carries it on). */
import type { WorkflowClientInterceptor } from '@temporalio/client';
import { defaultPayloadConverter, type Headers } from '@temporalio/common';
import type { ActivityInterceptorsFactory, InjectedSinks } from '@temporalio/worker';
import type { TracingSinks } from '../../workflows/tracing.ts';
import { type SpanStart, type Tracing, traced } from './tracing.ts';

const HEADER = 'traceparent';

/** Starts, Updates and signals as spans; the workflow gets the span's id. */
export function traceCalls(tracing: Tracing): WorkflowClientInterceptor {
  const call = <Result>(name: string, workflowId: string, work: (headers: Headers) => Promise<Result>) => {
    const start: SpanStart = { name, kind: 'client', attributes: { 'guidepost.workflow_id': workflowId } };
    return traced(tracing, start, (span) => work({ [HEADER]: payloadOf(span?.traceparent ?? '') }));
  };
  return {
    startWithDetails: (input, next) =>
      call(`StartWorkflow ${input.workflowType}`, input.options.workflowId, (own) =>
        next({ ...input, headers: { ...input.headers, ...own } }),
      ),
    startUpdate: (input, next) =>
      call(`UpdateWorkflow ${input.updateName}`, input.workflowExecution.workflowId ?? '', (own) =>
        next({ ...input, headers: { ...input.headers, ...own } }),
      ),
    startUpdateWithStart: (input, next) =>
      call(`UpdateWorkflow ${input.updateName}`, input.workflowStartOptions.workflowId, (own) =>
        next({
          ...input,
          workflowStartHeaders: { ...input.workflowStartHeaders, ...own },
          updateHeaders: { ...input.updateHeaders, ...own },
        }),
      ),
    signal: (input, next) =>
      call(`SignalWorkflow ${input.signalName}`, input.workflowExecution.workflowId ?? '', (own) =>
        next({ ...input, headers: { ...input.headers, ...own } }),
      ),
    signalWithStart: (input, next) =>
      call(`SignalWorkflow ${input.signalName}`, input.options.workflowId, (own) =>
        next({ ...input, headers: { ...input.headers, ...own } }),
      ),
  };
}

/** Each run of an activity as a span below the span that its workflow got; without one it begins a new trace. */
export function traceActivities(tracing: Tracing): ActivityInterceptorsFactory {
  return ({ info }) => ({
    inbound: {
      execute: async (input, next) => {
        const { activityType, attempt, workflowExecution } = info;
        const attributes = {
          'guidepost.workflow_id': workflowExecution?.workflowId,
          'guidepost.attempt': attempt,
        };
        const parent = textOf(input.headers) ?? '';
        const start: SpanStart = { name: `RunActivity ${activityType}`, kind: 'server', parent, attributes };
        return await traced(tracing, start, () => next(input));
      },
    },
  });
}

/** What workflows report becomes spans; without tracing it is dropped. */
export function tracingSinks(tracing: Tracing | undefined): InjectedSinks<TracingSinks> {
  return {
    tracing: {
      report: {
        fn: ({ workflowId }, span) =>
          tracing?.report({ ...span, attributes: { 'guidepost.workflow_id': workflowId } }),
        callDuringReplay: false,
      },
    },
  };
}

function payloadOf(traceparent: string) {
  return defaultPayloadConverter.toPayload(traceparent);
}

function textOf(headers: Headers): string | undefined {
  const payload = headers[HEADER];
  return payload == null ? undefined : defaultPayloadConverter.fromPayload<string>(payload);
}
