import type { Enqueue } from '#platform/jobs/job.ts'
import type { PayoutSettings } from '#platform/payout-settings.ts'
import type { Sealer } from '#platform/sealing.ts'

/** Money to be moved to a supplier's account at the provider. `payoutId` is ours and the idempotency key. */
export type TransferRequest = Readonly<{
  payoutId: string
  account: string
  currency: string
  amount: number
}>

/** Moved, under the provider's own id; or refused for good in its words, and whether that is the account's fault. */
export type TransferAnswer =
  | Readonly<{ ok: true; externalId: string }>
  | Readonly<{ ok: false; reason: string; isAccountsFault: boolean }>

/** What payouts need of a provider that holds our money and can pass it on. */
export type PayoutProvider = Readonly<{
  name: 'stripe'
  /** Moves money once for a `payoutId`, however often it is asked. Throws `unavailable` when it may have done so or not. */
  transfer(request: TransferRequest): Promise<TransferAnswer>
}>

/** What paying suppliers needs; without a provider everybody is paid by bank. */
export type PayoutDesk = Readonly<{
  settings: PayoutSettings
  sealer: Sealer
  provider: PayoutProvider | undefined
  enqueue: Enqueue
}>
