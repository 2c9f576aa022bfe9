import type { Enqueue } from '#platform/jobs/job.ts'
import type { SafeFetch } from '#platform/security/safe-fetch.ts'
import type { Sealer } from '#platform/security/sealing.ts'

/** The dependencies of webhooks. */
export type WebhookDeps = Readonly<{
  /** Sends webhooks to public addresses only, and follows no redirect. */
  send: SafeFetch
  /** Throws if a URL is not public, as far as that is known before it is called. */
  checkAddress(url: string): Promise<void>
  sealer: Sealer
  enqueue: Enqueue
  publicUrl: string
}>
