import { type Database, inTransaction, violatedConstraint } from '#database/database.ts'
import { AppError, refused } from '#core/errors.ts'
import { movePayout, payoutNotFound } from './move-payout.ts'
import { findPayout, type Payout } from './payout-queries.ts'
import type { PayoutDeps } from '../port.ts'
import type { PayoutEvent } from '../rules.ts'

/** An operator's report about a payout. `externalId` is the provider's own id of the transfer. */
export type MarkPayoutInput = Readonly<{
  event: Exclude<PayoutEvent, 'bundle' | 'wait'>
  by: number
  reason?: string | undefined
  isAccountsFault: boolean
  externalId?: string | undefined
  deps: PayoutDeps
  now: Date
}>

/**
 * Moves a payout as an operator reports. It first checks at the provider whether a transfer exists: a payout with a
 * transfer cannot be marked as failed, because the supplier would be paid twice, and a confirmed one gets its id.
 * Throws `payout_not_found`, `payout_state`, `transfer_made`, `transfer_unknown`, `transfer_taken`, and `unavailable`
 * when the provider does not answer and no id is given.
 */
export async function markPayout(db: Database, publicId: string, input: MarkPayoutInput): Promise<void> {
  const { event, by, reason, isAccountsFault, deps, now } = input
  const payout = await findPayout(db, publicId)
  if (!payout) throw payoutNotFound()
  const externalId = await resolveTransferId(payout, input)
  const cause = { actor: 'operator', accountId: by, ...(reason ? { reason } : {}) } as const
  const move = { event, cause, deps, now, isAccountsFault, ...(externalId ? { externalId } : {}) }
  try {
    await inTransaction(db, async (tx) => {
      await movePayout(tx, publicId, move)
      if (event === 'ask_again')
        await deps.enqueue(tx, { job: 'payouts.transfer', input: { payoutId: publicId } })
    })
  } catch (error) {
    if (violatedConstraint(error) !== 'payouts_external_id_key') throw error
    throw refused('transfer_taken', 'This transfer already belongs to another payout.')
  }
}

/** Returns the provider's ID of the transfer that confirms a payout; undefined without one. */
async function resolveTransferId(
  payout: Payout,
  { event, externalId: given, deps }: MarkPayoutInput,
): Promise<string | undefined> {
  const { provider } = deps
  const isLookupNeeded =
    payout.method === 'stripe' && (payout.state === 'unclear' || payout.state === 'prepared')
  if (!isLookupNeeded || !provider || (event !== 'confirm' && event !== 'fail')) return undefined
  const foundId = await provider.find(payout.publicId).catch((error: unknown) => {
    // An operator who gives the transfer's id has checked it at the provider.
    const isEnough = error instanceof AppError && event === 'confirm' && given !== undefined
    if (!isEnough) throw error
    return undefined
  })
  if (event === 'fail' && foundId)
    throw refused('transfer_made', `Stripe made this transfer: ${foundId}. Confirm the payout.`, {
      externalId: foundId,
    })
  if (event === 'confirm' && !foundId && !given)
    throw refused(
      'transfer_unknown',
      'Stripe has no transfer for this payout. If you find one there, enter its ID, which starts with tr_.',
    )
  return event === 'confirm' ? (foundId ?? given) : undefined
}
