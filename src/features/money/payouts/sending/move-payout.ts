import type { Transaction } from '#database/database.ts'
import { notFound, refused } from '#core/errors.ts'
import { payoutConfirmedPosting, payoutFailedPosting, post, reverse } from '#features/money/ledger/service.ts'
import { noteRefused } from '../accounts/account-queries.ts'
import { tellSupplier } from './payout-mails.ts'
import {
  type Cause,
  freeItems,
  insertEvent,
  lockPayout,
  type Payout,
  updatePayout,
} from './payout-queries.ts'
import type { PayoutDesk } from '../port.ts'
import { mayOperator, type PayoutEvent, stepOf } from '../rules.ts'

/** The operator's account in the ledger that payouts by bank are made from. */
export const PAYING_BANK = 'main'

/** The way in which money that Stripe holds for us goes to suppliers. */
export const CONNECT = { provider: 'stripe', method: 'connect' } as const

/** What is to happen to a payout, by whom, and what is known with it. */
export type Move = Readonly<{
  event: PayoutEvent
  cause: Cause
  desk: Pick<PayoutDesk, 'enqueue' | 'publicUrl'>
  now: Date
  externalId?: string
  /** Whether it failed for the account's sake, so that nothing more is sent there. */
  isAccountsFault?: boolean
}>

/**
 * Moves a payout one step, with its postings, in the caller's transaction: the only way its state changes. Throws
 * `payout_not_found`, and `payout_state` (409) when that cannot happen to it now.
 */
export async function movePayout(tx: Transaction, publicId: string, move: Move): Promise<Payout> {
  const payout = await lockPayout(tx, publicId)
  if (!payout) throw payoutNotFound()
  return moveLocked(tx, payout, move)
}

/** The same of a payout that is locked already. */
export async function moveLocked(tx: Transaction, payout: Payout, move: Move): Promise<Payout> {
  const { event, cause, now, externalId } = move
  const { id, state: from } = payout
  const to = stepOf(event, payout)
  const isAllowed = cause.actor !== 'operator' || mayOperator(event, payout)
  if (!to || !isAllowed) throw cannotNow(payout)
  await book(tx, payout, move)
  await updatePayout(tx, { id, state: to, externalId, now })
  await insertEvent(tx, { payoutId: id, event, from, to, cause, now })
  await tellSupplier(tx, payout, { move, to })
  if (to === 'failed') await giveUp(tx, payout, move)
  return { ...payout, state: to, externalId: externalId ?? payout.externalId, updatedAt: now }
}

/** P6, its second half: arrived, or back to what the supplier has available. */
async function book(tx: Transaction, payout: Payout, { event, cause, now }: Move): Promise<void> {
  const { publicId: payoutId, supplierPublicId: supplier, currency, amount, method } = payout
  const made = { payoutId, supplier, currency, amount }
  if (event === 'confirm') {
    const from = method === 'stripe' ? CONNECT : { bank: PAYING_BANK }
    await post(tx, payoutConfirmedPosting({ ...made, from }), now)
  }
  if (event === 'fail')
    await post(tx, payoutFailedPosting({ ...made, reason: cause.reason ?? 'unknown' }), now)
  if (event === 'return') {
    const memo = `Payout came back: ${cause.reason ?? 'unknown'}`
    await reverse(tx, { key: `payout_done:${payoutId}`, memo }, now)
    await reverse(tx, { key: `payout_sent:${payoutId}`, memo }, now)
  }
}

async function giveUp(
  tx: Transaction,
  payout: Payout,
  { cause, isAccountsFault = false, now }: Move,
): Promise<void> {
  await freeItems(tx, payout.id, now)
  if (isAccountsFault) await noteRefused(tx, payout.accountId, cause.reason ?? 'It was given up.')
}

/** There is no such payout, or it is not the asker's to see. */
export function payoutNotFound() {
  return notFound('payout_not_found', 'There is no such payout.')
}

function cannotNow({ state }: Payout) {
  return refused('payout_state', `This cannot be done with a payout that is ${WORDS[state]}.`, { state })
}

const WORDS = {
  prepared: 'prepared',
  in_file: 'in a file',
  sent: 'on its way',
  unclear: 'unclear',
  confirmed: 'confirmed',
  failed: 'failed',
} as const
