import type { Transaction } from '#database/database.ts'
import { notFound, refused } from '#core/errors.ts'
import {
  payoutConfirmedPosting,
  payoutFailedPosting,
  post,
  reversePosting,
} from '#features/money/ledger/service.ts'
import { markAccountRefused } from '../accounts/account-queries.ts'
import { emailSupplier } from './payout-emails.ts'
import {
  type PayoutCause,
  releasePayoutItems,
  insertPayoutEvent,
  lockPayout,
  type Payout,
  updatePayout,
} from './payout-queries.ts'
import type { PayoutDeps } from '../port.ts'
import { isAllowedForOperator, type PayoutEvent, getNextState } from '../rules.ts'

/** The operator's bank account in the ledger, which pays bank payouts. */
export const PAYING_BANK = 'main'

/** The provider and method of money that Stripe holds for us, for payouts to suppliers. */
export const CONNECT = { provider: 'stripe', method: 'connect' } as const

/** An event of a payout, its actor, and its data. */
export type PayoutMove = Readonly<{
  event: PayoutEvent
  cause: PayoutCause
  deps: Pick<PayoutDeps, 'enqueue' | 'publicUrl'>
  now: Date
  externalId?: string
  /** Whether the account caused the failure, so that no more money is sent there. */
  isAccountsFault?: boolean
}>

/**
 * Moves a payout one step, with its postings, in the caller's transaction; nothing else changes its state. Throws
 * `payout_not_found`, and `payout_state` (409) when the event is not allowed now.
 */
export async function movePayout(tx: Transaction, publicId: string, move: PayoutMove): Promise<Payout> {
  const payout = await lockPayout(tx, publicId)
  if (!payout) throw payoutNotFound()
  return moveLockedPayout(tx, payout, move)
}

/** Applies an event to a locked payout, as `movePayout` does. */
export async function moveLockedPayout(tx: Transaction, payout: Payout, move: PayoutMove): Promise<Payout> {
  const { event, cause, now, externalId } = move
  const { id, state: from } = payout
  const to = getNextState(event, payout)
  const isAllowed = cause.actor !== 'operator' || isAllowedForOperator(event, payout)
  if (!to || !isAllowed) throw invalidState(payout)
  await bookMove(tx, payout, move)
  await updatePayout(tx, { id, state: to, externalId, now })
  await insertPayoutEvent(tx, { payoutId: id, event, from, to, cause, now })
  await emailSupplier(tx, payout, { move, to })
  if (to === 'failed') await failPayout(tx, payout, move)
  return { ...payout, state: to, externalId: externalId ?? payout.externalId, updatedAt: now }
}

/** Books the second half of P6: the money arrived, or returned to the supplier's available balance. */
async function bookMove(tx: Transaction, payout: Payout, { event, cause, now }: PayoutMove): Promise<void> {
  const { publicId: payoutId, supplierPublicId: supplier, currency, amount, method } = payout
  const ledgerPayout = { payoutId, supplier, currency, amount }
  if (event === 'confirm') {
    const from = method === 'stripe' ? CONNECT : { bank: PAYING_BANK }
    await post(tx, payoutConfirmedPosting({ ...ledgerPayout, from }), now)
  }
  if (event === 'fail')
    await post(tx, payoutFailedPosting({ ...ledgerPayout, reason: cause.reason ?? 'unknown' }), now)
  if (event === 'return') {
    const memo = `Payout came back: ${cause.reason ?? 'unknown'}`
    await reversePosting(tx, { key: `payout_done:${payoutId}`, memo }, now)
    await reversePosting(tx, { key: `payout_sent:${payoutId}`, memo }, now)
  }
}

async function failPayout(
  tx: Transaction,
  payout: Payout,
  { cause, isAccountsFault = false, now }: PayoutMove,
): Promise<void> {
  await releasePayoutItems(tx, payout.id, now)
  if (isAccountsFault) await markAccountRefused(tx, payout.accountId, cause.reason ?? 'It was cancelled.')
}

/** Returns the error for a payout that doesn't exist or isn't the caller's. */
export function payoutNotFound() {
  return notFound('payout_not_found', 'This payout doesn’t exist.')
}

function invalidState({ state }: Payout) {
  return refused('payout_state', `This can’t be done with a payout that is ${STATE_LABELS[state]}.`, {
    state,
  })
}

const STATE_LABELS = {
  prepared: 'prepared',
  in_file: 'in a file',
  sent: 'on its way',
  unclear: 'unclear',
  confirmed: 'confirmed',
  failed: 'failed',
} as const
