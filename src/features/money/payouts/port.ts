import type { Enqueue } from '#platform/jobs/job.ts'
import type { PayoutSettings } from '#platform/config/payout-settings.ts'
import type { Sealer } from '#platform/security/sealing.ts'

/**
 * Money to be moved to a supplier's account at the provider. `payoutId` is ours and, with the number of the attempt, the
 * idempotency key: a provider keeps its refusals, too, and gives them again for the same key.
 */
export type TransferRequest = Readonly<{
  payoutId: string
  /** How often the provider has said before that we have not enough there. */
  attempt: number
  account: string
  currency: string
  amount: number
}>

/**
 * The result of a transfer: made, under the provider's ID, or refused in its words. It is refused because of the
 * account, because our balance there is short, which passes, or for another reason.
 */
export type TransferResult =
  | Readonly<{ ok: true; externalId: string }>
  | Readonly<{ ok: false; reason: string; because: 'account' | 'balance' | 'other' }>

/** The interface of a provider that holds our money and can transfer it. */
export type PayoutProvider = Readonly<{
  name: 'stripe'
  /** Moves money once for a `payoutId`, however often it is asked. Throws `unavailable` when it may have done so or not. */
  transfer(request: TransferRequest): Promise<TransferResult>
  /** The provider's own id of the transfer of a payout, where it has made one. Throws `unavailable`. */
  find(payoutId: string): Promise<string | undefined>
}>

/** The dependencies of payouts; without a provider everybody is paid by bank. */
export type PayoutDeps = Readonly<{
  settings: PayoutSettings
  sealer: Sealer
  provider: PayoutProvider | undefined
  enqueue: Enqueue
  /** Where the marketplace is: what emails link to. */
  publicUrl: string
}>
