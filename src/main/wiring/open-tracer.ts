import { observeStatements } from '#database/database.ts'
import type { TracingSettings } from '#platform/config/process-settings.ts'
import type { Tracer } from '#platform/tracing/tracer.ts'

/** Returns a tracer of requests, jobs and statements; its library is loaded only here. */
export async function openTracer(settings: TracingSettings): Promise<Tracer> {
  const { createOpenTelemetryTracer } = await import('#platform/tracing/open-telemetry.ts')
  const tracer = createOpenTelemetryTracer(settings)
  observeStatements((statement, run) =>
    tracer.trace({ name: statement, kind: 'internal', attributes: { 'db.system.name': 'postgresql' } }, run),
  )
  return {
    ...tracer,
    close: async () => {
      observeStatements(undefined)
      await tracer.close()
    },
  }
}
