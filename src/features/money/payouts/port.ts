import type { Enqueue } from '#platform/jobs/job.ts'
import type { PayoutSettings } from '#platform/config/payout-settings.ts'
import type { Sealer } from '#platform/security/sealing.ts'

/**
 * A transfer to a supplier's account at the provider. `payoutId` is ours and, with the number of the attempt, the
 * idempotency key: a provider stores its refusals, too, and repeats them for the same key.
 */
export type TransferRequest = Readonly<{
  payoutId: string
  /** How often the provider has refused because our balance there was too low. */
  attempt: number
  account: string
  currency: string
  amount: number
}>

/**
 * The result of a transfer: made, with the provider's ID, or refused with its message. The cause of a refusal is the
 * account, our balance there (which is temporary), or another reason.
 */
export type TransferResult =
  | Readonly<{ ok: true; externalId: string }>
  | Readonly<{ ok: false; reason: string; because: 'account' | 'balance' | 'other' }>

/** The interface of a provider that holds our money and can transfer it. */
export type PayoutProvider = Readonly<{
  name: 'stripe'
  /**
   * Transfers money once for a `payoutId`, however often it is called. Throws `unavailable` when the outcome is
   * unknown.
   */
  transfer(request: TransferRequest): Promise<TransferResult>
  /** Returns the provider's own id of a payout's transfer, if it made one. Throws `unavailable`. */
  find(payoutId: string): Promise<string | undefined>
}>

/** The dependencies of payouts; without a provider all payouts go by bank. */
export type PayoutDeps = Readonly<{
  settings: PayoutSettings
  sealer: Sealer
  provider: PayoutProvider | undefined
  enqueue: Enqueue
  /** The marketplace's URL, for links in emails. */
  publicUrl: string
}>
