import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll } from 'vitest'
import { z } from 'zod'

const ReceivedSpan = z.object({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().optional(),
  name: z.string(),
  status: z.object({ code: z.number().optional() }).optional(),
})

/** The JSON that a collector gets by OTLP over HTTP (https://opentelemetry.io/docs/specs/otlp/), as far as tests use it. */
const Export = z.object({
  resourceSpans: z.array(z.object({ scopeSpans: z.array(z.object({ spans: z.array(ReceivedSpan) })) })),
})

/** A collector that stores the traces it receives. */
export type FakeCollector = Readonly<{ url: string; spans: readonly z.output<typeof ReceivedSpan>[] }>

/** Starts a fake collector; it ends with the file. */
export async function startFakeCollector(): Promise<FakeCollector> {
  const spans: z.output<typeof ReceivedSpan>[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { resourceSpans } = Export.parse(JSON.parse(Buffer.concat(chunks).toString()))
      spans.push(...resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)))
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  afterAll(() => void server.close())
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, spans }
}
