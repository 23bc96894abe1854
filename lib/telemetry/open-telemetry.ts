/** The tracer over OpenTelemetry's SDK. It reads the usual OTEL_* variables itself: endpoint, headers, sampler, batches, resource. */
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Attributes,
  type Context,
  context,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
} from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources';
import {
  BasicTracerProvider,
  BatchSpanProcessor,
  type IdGenerator,
  RandomIdGenerator,
  type SpanExporter,
} from '@opentelemetry/sdk-trace-base';
import type { FinishedSpan, OpenSpan, SpanStart, Tracing } from './tracing.ts';

/** A collector that does not answer delays no process's end. */
const CLOSING_MS = 2_000;
const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL } as const;
const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;

/** @param exporter by default OTLP over HTTP. */
export function createTracing(service: string, exporter: SpanExporter = new OTLPTraceExporter()): Tracing {
  const ids = new PresetIds();
  const own = resourceFromAttributes({ 'service.name': service, 'process.pid': process.pid });
  const provider = new BasicTracerProvider({
    // What the environment says goes before what we say.
    resource: defaultResource()
      .merge(own)
      .merge(detectResources({ detectors: [envDetector] })),
    idGenerator: ids,
    spanProcessors: [new BatchSpanProcessor(exporter)],
  });
  // One for the process: what another tracing has installed does as well.
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  const tracer = provider.getTracer('guidepost');
  const start = ({ name, kind, attributes = {}, parent }: SpanStart): OpenSpan => {
    const above = parent === undefined ? context.active() : contextOf(parent);
    const options = { kind: KINDS[kind], attributes: attributes as Attributes };
    return openSpan(tracer.startSpan(name, options, above), above);
  };
  return {
    begin: start,
    current: () => {
      const span = trace.getActiveSpan();
      return span && traceparentOf(span);
    },
    report: ({ name, parent, traceparent, startedAt, endedAt, attributes }: FinishedSpan) => {
      ids.next = TRACEPARENT.exec(traceparent)?.[2];
      const options = { startTime: startedAt, attributes: attributes as Attributes };
      tracer.startSpan(name, options, contextOf(parent)).end(endedAt);
    },
    close: async () => {
      const sent = provider.shutdown().catch(() => undefined);
      await Promise.race([sent, sleep(CLOSING_MS, undefined, { ref: false })]);
    },
  };
}

function openSpan(span: Span, above: Context): OpenSpan {
  const own = trace.setSpan(above, span);
  return {
    traceparent: traceparentOf(span),
    set: (attributes) => void span.setAttributes(attributes as Attributes),
    within: (work) => context.with(own, work),
    end: (failure) => {
      if (failure !== undefined) span.setStatus({ code: SpanStatusCode.ERROR, message: failure });
      span.end();
    },
  };
}

function traceparentOf(span: Span): string {
  const { traceId, spanId, traceFlags } = span.spanContext();
  return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`;
}

/** The context that a header names; one without a span if it is not valid. */
function contextOf(traceparent: string): Context {
  const [, traceId, spanId, flags] = TRACEPARENT.exec(traceparent) ?? [];
  if (traceId === undefined || spanId === undefined) return ROOT_CONTEXT;
  const traceFlags = Number.parseInt(flags ?? '0', 16) & TraceFlags.SAMPLED;
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true });
}

/** A span that is reported when it is over has the id that its children know already. */
class PresetIds implements IdGenerator {
  next: string | undefined;
  readonly #random = new RandomIdGenerator();

  generateTraceId(): string {
    return this.#random.generateTraceId();
  }

  generateSpanId(): string {
    const { next } = this;
    this.next = undefined;
    return next ?? this.#random.generateSpanId();
  }
}
