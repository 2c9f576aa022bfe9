import type { Hono } from 'hono'
import type { RequestSender } from '#connectors/sandbox-pay/webhooks.ts'
import type { Database } from '#database/database.ts'
import type { Replicas } from '#database/connections/replicas/replicas.ts'
import type { Config } from '#platform/config/config.ts'
import type { PictureFetcher } from '#platform/files/fetch-picture.ts'
import type { Files } from '#platform/files/files.ts'
import type { CountGroups } from '#platform/http/limits/limits.ts'
import type { Log } from '#platform/log.ts'
import type { Metrics } from '#platform/metrics/metrics.ts'
import type { Mailer } from '#platform/mail/mailer.ts'
import type { Tracer } from '#platform/tracing/tracer.ts'

/** The dependencies of the marketplace: `send` calls other servers. */
export type AppSetup = Readonly<{
  config: Config
  db: Database
  log: Log
  clock: () => Date
  send: RequestSender
  files: Files
  mailer?: Mailer
  /** The fetcher of linked pictures; by default from their public URLs. */
  pictures?: PictureFetcher
  /** The delay before a failed job is retried, in seconds; by default that of jobs. */
  retrySeconds?: number
  /** Whether jobs are left to other processes. */
  onlyEnqueues?: boolean
  /** The counter of calls for all processes; by default in the database. */
  countGroups?: CountGroups | undefined
  /** The metrics of the process, if enabled. */
  metrics?: Metrics | undefined
  /** The replicas of the database, if it has any. */
  replicas?: Replicas | undefined
  /** The tracer of work, if tracing is on. */
  tracer?: Tracer | undefined
  moreMounts?: readonly Readonly<{ path: string; app: Hono }>[]
}>
