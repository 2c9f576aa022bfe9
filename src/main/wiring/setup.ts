import type { Hono } from 'hono'
import type { RequestSender } from '#connectors/sandbox-pay/webhooks.ts'
import type { Database } from '#database/database.ts'
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
  /** How linked pictures are fetched; by default from their public addresses. */
  pictures?: PictureFetcher
  /** How soon a failed job is retried; by default as jobs do. */
  retrySeconds?: number
  /** Whether jobs are left to other processes. */
  onlyEnqueues?: boolean
  /** Where calls are counted for all processes together; by default in the database. */
  countGroups?: CountGroups | undefined
  /** What the process tells monitoring, where it does. */
  metrics?: Metrics | undefined
  /** What records how long work takes, where traces are on. */
  tracer?: Tracer | undefined
  moreMounts?: readonly Readonly<{ path: string; app: Hono }>[]
}>
