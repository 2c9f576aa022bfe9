import type { OpenDatabase } from '#database/connections/open-database.ts'
import type { Replicas } from '#database/connections/replicas/replicas.ts'
import { readMarketplaceMetrics } from '#features/operator/overview/metric-queries.ts'
import type { Config } from '#platform/config/config.ts'
import type { GaugeReading, Metrics } from '#platform/metrics/metrics.ts'
import { serveMetrics } from '#platform/metrics/metrics-server.ts'

/** How long the database's figures are cached in milliseconds, however often metrics are read. */
const CACHE_MS = 10_000

/** Returns the metrics of this process and of its marketplace; their library is loaded only here. */
export async function openMetrics({ db, pool }: Pick<OpenDatabase, 'db' | 'pool'>): Promise<Metrics> {
  const { createMetrics } = await import('#platform/metrics/metrics.ts')
  const metrics = createMetrics()
  metrics.addGauges(async () => {
    const counts = { total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }
    return Object.entries(counts).map(([state, value]) => ({
      name: 'cabochon_database_connections' as const,
      value,
      labels: { state },
    }))
  })
  let cached: Readonly<{ at: number; readings: Promise<GaugeReading[]> }> | undefined
  metrics.addGauges(() => {
    if (!cached || performance.now() - cached.at > CACHE_MS)
      cached = { at: performance.now(), readings: readMarketplace(db) }
    return cached.readings
  })
  return metrics
}

/** Adds the state of the database's replicas to the metrics. */
export function addReplicaMetrics(metrics: Metrics, replicas: Replicas): void {
  metrics.addGauges(async () => {
    const { replicas: states, reads } = await replicas.report()
    return [
      ...states.flatMap(({ name, isUsed, lag }): GaugeReading[] => [
        { name: 'cabochon_replica_used', value: Number(isUsed), labels: { replica: name } },
        ...(Number.isFinite(lag)
          ? [{ name: 'cabochon_replica_lag_seconds' as const, value: lag, labels: { replica: name } }]
          : []),
      ]),
      ...Object.entries(reads).map(([server, value]) => ({
        name: 'cabochon_replica_reads' as const,
        value,
        labels: { server },
      })),
    ]
  })
}

/** Serves metrics at the configured port. */
export function serveConfiguredMetrics(
  metrics: Metrics,
  { host, process: { metrics: settings } }: Config,
): ReturnType<typeof serveMetrics> {
  return serveMetrics(metrics, { host, port: settings?.port ?? 0, token: settings?.token })
}

async function readMarketplace(db: OpenDatabase['db']): Promise<GaugeReading[]> {
  try {
    const rows = await readMarketplaceMetrics(db)
    return [
      { name: 'cabochon_database_up', value: 1 },
      ...rows.map(({ metric, state, value }) => ({
        name: metric,
        value,
        labels: state === null ? {} : { state },
      })),
    ]
  } catch {
    return [{ name: 'cabochon_database_up', value: 0 }]
  }
}
