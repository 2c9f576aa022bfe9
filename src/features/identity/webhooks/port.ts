import type { Enqueue } from '#platform/jobs/job.ts'
import type { SafeFetch } from '#platform/security/safe-fetch.ts'
import type { Sealer } from '#platform/security/sealing.ts'

/** The dependencies of webhooks. */
export type WebhookDeps = Readonly<{
  /** Sends webhooks; reaches the open internet only and follows no redirect. */
  send: SafeFetch
  /** Throws where an address is not one of the open internet, as far as that is known before it is asked. */
  checkAddress(url: string): Promise<void>
  sealer: Sealer
  enqueue: Enqueue
  publicUrl: string
}>
