import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { context, propagation, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { TracingSettings } from '../config/process-settings.ts'
import type { Tracer } from './tracer.ts'

const KINDS = { request: SpanKind.SERVER, job: SpanKind.CONSUMER, internal: SpanKind.INTERNAL } as const

/** The longest wait of a stop for an unavailable collector, in milliseconds. */
const TIMEOUT_MS = 2_000

/**
 * Returns a tracer that sends spans to a collector by OTLP over HTTP, batched in the background. Spans that the
 * collector refuses are dropped. A trace that a proxy has begun is continued with its sampling decision.
 */
export function createOpenTelemetryTracer({ url, serviceName, share }: TracingSettings): Tracer {
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  propagation.setGlobalPropagator(new W3CTraceContextPropagator())
  const provider = new TracerProvider({
    resource: defaultResource().merge(resourceFromAttributes({ 'service.name': serviceName })),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
    spanProcessors: [
      new BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url, timeoutMillis: TIMEOUT_MS }) }),
    ],
  })
  const tracer = provider.getTracer('cabochon')
  return {
    trace: ({ name, kind, attributes = {}, headers }, run) => {
      const parent = headers ? propagation.extract(ROOT_CONTEXT, headers) : context.active()
      const span = tracer.startSpan(name, { kind: KINDS[kind], attributes: { ...attributes } }, parent)
      return context.with(trace.setSpan(parent, span), async () => {
        try {
          return await run((outcome) => {
            if (outcome.name) span.updateName(outcome.name)
            if (outcome.attributes) span.setAttributes({ ...outcome.attributes })
            if (outcome.isFailed) span.setStatus({ code: SpanStatusCode.ERROR })
          })
        } catch (error) {
          if (error instanceof Error) span.recordException(error)
          span.setStatus({ code: SpanStatusCode.ERROR })
          throw error
        } finally {
          span.end()
        }
      })
    },
    close: async () => {
      await provider.shutdown().catch(() => undefined)
      context.disable()
      propagation.disable()
    },
  }
}
