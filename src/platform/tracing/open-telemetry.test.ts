import { expect, test } from 'vitest'
import { startFakeCollector } from '#tests/fakes/otlp-collector.ts'
import { createOpenTelemetryTracer } from './open-telemetry.ts'

const collector = await startFakeCollector()
const settings = { url: `${collector.url}/v1/traces`, serviceName: 'shop', share: 1 }

test('spans within a request belong to the proxy’s trace, and failures are marked', async () => {
  const tracer = createOpenTelemetryTracer(settings)
  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
  const headers = { traceparent: `00-${traceId}-00f067aa0ba902b7-01` }
  const result = await tracer.trace({ name: 'GET', kind: 'request', headers }, async (finish) => {
    await Promise.resolve()
    const inner = await tracer.trace({ name: 'select 1', kind: 'internal' }, () => Promise.resolve(7))
    finish({ name: 'GET /shop/x', attributes: { 'http.response.status_code': 500 }, isFailed: true })
    return inner
  })
  expect(result).toBe(7)
  const broken = () => Promise.reject(new Error('no connection'))
  await expect(tracer.trace({ name: 'job mail', kind: 'job', headers: {} }, broken)).rejects.toThrow(
    'no connection',
  )
  await tracer.close()
  const [statement, request, job] = ['select 1', 'GET /shop/x', 'job mail'].map((name) =>
    collector.spans.find((span) => span.name === name),
  )
  expect(request).toMatchObject({ traceId, parentSpanId: '00f067aa0ba902b7', status: { code: 2 } })
  expect(statement).toMatchObject({ traceId, parentSpanId: request?.spanId })
  expect(job?.traceId).not.toBe(traceId)
  expect(job).toMatchObject({ status: { code: 2 } })
})

test('sends nothing with a share of 0, and an unreachable collector breaks nothing', async () => {
  const before = collector.spans.length
  const off = createOpenTelemetryTracer({ ...settings, share: 0 })
  expect(await off.trace({ name: 'GET', kind: 'request', headers: {} }, () => Promise.resolve(1))).toBe(1)
  await off.close()
  expect(collector.spans).toHaveLength(before)
  const away = createOpenTelemetryTracer({ ...settings, url: 'http://127.0.0.1:9/v1/traces' })
  expect(await away.trace({ name: 'GET', kind: 'request', headers: {} }, () => Promise.resolve(2))).toBe(2)
  await away.close()
})
