import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'

/** An answered request. `route` is its pattern, never its address, which limits the number of labels. */
export type ObservedRequest = Readonly<{
  kind: 'file' | 'page' | 'call'
  route: string
  method: string
  status: number
  seconds: number
}>

/** A batch of jobs of one queue. */
export type ObservedJobs = Readonly<{ queue: string; jobs: number; failures: number; seconds: number }>

/** A value that is read on each scrape; `labels` distinguish it from others with its name. */
export type GaugeReading = Readonly<{
  name: GaugeName
  value: number
  labels?: Readonly<Record<string, string>>
}>

/** The metrics of a process in the text format of Prometheus. */
export type Metrics = Readonly<{
  observeRequest(request: ObservedRequest): void
  observeJobs(jobs: ObservedJobs): void
  /** Registers `read`, which is called on each scrape. If it fails, its gauges are omitted. */
  addGauges(read: () => Promise<readonly GaugeReading[]>): void
  render(): Promise<Readonly<{ text: string; contentType: string }>>
}>

const SECONDS_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

/** The gauges with their descriptions and labels. */
const GAUGES = {
  cabochon_database_up: { help: 'Whether the database answered the questions of these metrics.', labels: [] },
  cabochon_database_connections: { help: 'Connections of this process to its database.', labels: ['state'] },
  cabochon_replica_used: {
    help: 'Whether this process reads from a replica of the database.',
    labels: ['replica'],
  },
  cabochon_replica_lag_seconds: {
    help: 'How old at most is what a replica shows; missing for one that is not read from.',
    labels: ['replica'],
  },
  cabochon_replica_reads: {
    help: 'Calls that a replica may answer since the start: sent to a replica or the primary; and statements repeated at the primary.',
    labels: ['server'],
  },
  cabochon_jobs: { help: 'Jobs in the queues: queued, active or deferred.', labels: ['state'] },
  cabochon_jobs_oldest_due_seconds: {
    help: 'For how long the oldest job that is due has waited.',
    labels: [],
  },
  cabochon_effects: {
    help: 'What outside systems are to do, by state: unknown and refused wait for an operator.',
    labels: ['state'],
  },
  cabochon_webhook_deliveries_pending: {
    help: 'Webhooks to other systems that were not delivered yet.',
    labels: [],
  },
  cabochon_webhook_endpoints_paused: { help: 'Endpoints of webhooks that failed for days.', labels: [] },
  cabochon_ledger_audit_sound: {
    help: 'Whether the newest audit of the ledger found every rule to hold.',
    labels: [],
  },
  cabochon_ledger_audit_age_seconds: { help: 'The age of the newest audit of the ledger.', labels: [] },
} as const satisfies Record<string, Readonly<{ help: string; labels: readonly string[] }>>

/** The name of a gauge. */
export type GaugeName = keyof typeof GAUGES

/** Returns the metrics of this process: requests, jobs, Node's own (event loop, memory), and registered gauges. */
export function createMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const registers = [registry]
  const requests = new Histogram({
    name: 'cabochon_http_request_duration_seconds',
    help: 'How long requests took, by the pattern of their route.',
    labelNames: ['kind', 'route', 'method', 'status'],
    buckets: SECONDS_BUCKETS,
    registers,
  })
  const jobs = new Histogram({
    name: 'cabochon_job_duration_seconds',
    help: 'How long runs of jobs took, by queue.',
    labelNames: ['queue'],
    buckets: [...SECONDS_BUCKETS, 60],
    registers,
  })
  const failures = new Counter({
    name: 'cabochon_job_failures_total',
    help: 'Attempts of jobs that failed and are repeated, by queue.',
    labelNames: ['queue'],
    registers,
  })
  const gauges = new Map(
    Object.entries(GAUGES).map(([name, { help, labels }]) => [
      name,
      new Gauge({ name, help, labelNames: [...labels], registers }),
    ]),
  )
  const readers: (() => Promise<readonly GaugeReading[]>)[] = []
  return {
    observeRequest: ({ kind, route, method, status, seconds }) =>
      requests.observe({ kind, route, method, status: `${Math.floor(status / 100)}xx` }, seconds),
    observeJobs: ({ queue, failures: failed, seconds }) => {
      jobs.observe({ queue }, seconds)
      if (failed > 0) failures.inc({ queue }, failed)
    },
    addGauges: (read) => void readers.push(read),
    async render() {
      for (const gauge of gauges.values()) {
        gauge.reset()
        // A reset gauge without labels would report 0; one that was not read must report nothing.
        gauge.remove({})
      }
      const readings = await Promise.all(readers.map((read) => read().catch(() => [])))
      for (const { name, value, labels = {} } of readings.flat()) gauges.get(name)?.set(labels, value)
      return { text: await registry.metrics(), contentType: registry.contentType }
    },
  }
}
