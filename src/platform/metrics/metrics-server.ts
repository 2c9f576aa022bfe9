import { createHash, timingSafeEqual } from 'node:crypto'
import { createLimitedServer } from '../http/server/limited-server.ts'
import type { Metrics } from './metrics.ts'

/** The settings of metrics: a port of their own without public access, and the readers' token, if any. */
export type MetricsSettings = Readonly<{ port: number; token: string | undefined }>

/** Answers `GET /metrics` on a port of its own. Throws where it is in use. */
export async function serveMetrics(
  metrics: Pick<Metrics, 'render'>,
  { port, token, host }: MetricsSettings & Readonly<{ host: string }>,
): Promise<Readonly<{ port: number; close(): void }>> {
  const server = createLimitedServer((request, response) => {
    const answer = (status: number, text: string, contentType = 'text/plain; charset=utf-8') =>
      response.writeHead(status, { 'content-type': contentType, 'cache-control': 'no-store' }).end(text)
    if (request.url !== '/metrics') return void answer(404, 'Metrics are at /metrics.\n')
    if (request.method !== 'GET') return void answer(405, 'Metrics are read with GET.\n')
    if (token !== undefined && !isEqual(request.headers.authorization ?? '', `Bearer ${token}`))
      return void answer(401, 'Send METRICS_TOKEN as a bearer token.\n')
    metrics.render().then(
      ({ text, contentType }) => answer(200, text, contentType),
      () => answer(500, 'The metrics could not be read.\n'),
    )
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : port,
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

/** Compares two texts in constant time. */
function isEqual(one: string, other: string): boolean {
  const [a, b] = [one, other].map((text) => createHash('sha256').update(text).digest())
  return a !== undefined && b !== undefined && timingSafeEqual(a, b)
}
