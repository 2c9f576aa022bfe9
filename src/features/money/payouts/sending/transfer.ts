import { inTransaction, type Database, type Transaction } from '#database/database.ts'
import { addMs } from '#core/time.ts'
import { listPayoutAccounts } from '../accounts/account-queries.ts'
import { unsealDetails } from '../accounts/accounts.ts'
import { moveLockedPayout, movePayout, payoutNotFound } from './move-payout.ts'
import {
  countBalanceWaits,
  insertPayoutEvent,
  listUnsentPayouts,
  listUnansweredPayouts,
  lockPayout,
  type Payout,
  updatePayout,
} from './payout-queries.ts'
import type { PayoutDeps, TransferResult } from '../port.ts'
import { findStop } from '../stops/stop-queries.ts'
import { RETRY_INTERVAL, getNextState, RESPONSE_TIMEOUT } from '../rules.ts'

type TransferContext = Readonly<{ deps: PayoutDeps; now: Date }>

/**
 * The outcome of a transfer. `waits`: our balance at the provider is too low; `too_late`: the money has moved although
 * the payout was marked as failed meanwhile, which an operator has to correct.
 */
export type TransferOutcome = 'moved' | 'refused' | 'waits' | 'too_late' | 'known'

/**
 * Requests a payout's transfer from its provider. The request is recorded first, then sent, outside any transaction,
 * with the payout's id, so that it moves the money once however often this runs. A refusal returns the money to the
 * supplier's balance; if our own balance is too low the payout waits. An answer is applied however late it is. Throws
 * `unavailable` without a proper answer: the payout stays sent, and the job retries.
 */
export async function transferPayout(
  db: Database,
  publicId: string,
  { deps, now }: TransferContext,
): Promise<TransferOutcome> {
  const { provider } = deps
  if (!provider) throw new Error('a payout waits for Stripe, which is no longer set up')
  const payout = await markPayoutSent(db, publicId, { deps, now })
  if (!payout) return 'known'
  const account = await readStripeAccountId(db, payout, deps)
  const { id, currency, amount } = payout
  const attempt = await countBalanceWaits(db, id)
  const result = await provider.transfer({ payoutId: publicId, attempt, account, currency, amount })
  return inTransaction(db, async (tx) => {
    const locked = await lockPayout(tx, publicId)
    if (!locked) throw payoutNotFound()
    return applyTransferResult(tx, locked, { answer: result, deps, now })
  })
}

/**
 * Applies a transfer's result. If another report or an operator's decision came first, it is compared with that
 * instead.
 */
async function applyTransferResult(
  tx: Transaction,
  payout: Payout,
  { answer, deps, now }: TransferContext & Readonly<{ answer: TransferResult }>,
): Promise<TransferOutcome> {
  const move = toMove(answer)
  if (getNextState(move.event, payout)) {
    await moveLockedPayout(tx, payout, { ...move, deps, now })
    return answer.ok ? 'moved' : move.event === 'wait' ? 'waits' : 'refused'
  }
  if (!answer.ok || payout.externalId === answer.externalId) return 'known'
  const { id, state } = payout
  const { externalId } = answer
  await updatePayout(tx, { id, state, externalId, now })
  if (state !== 'failed') return 'known'
  const reason = `The money was moved all the same: ${externalId}`
  const cause = { actor: 'provider', reason } as const
  await insertPayoutEvent(tx, { payoutId: id, event: 'moved_late', from: state, to: state, cause, now })
  return 'too_late'
}

/** Marks payouts that were unanswered for too long as unclear; operators decide about them. Returns how many. */
export async function markUnansweredUnclear(db: Database, { deps, now }: TransferContext): Promise<number> {
  const unanswered = await listUnansweredPayouts(db, addMs(now, -RESPONSE_TIMEOUT))
  for (const id of unanswered) {
    await inTransaction(db, async (tx) => {
      const payout = await lockPayout(tx, id)
      const cause = { actor: 'system', reason: 'The provider hasn’t responded.' } as const
      if (payout?.state === 'sent')
        await moveLockedPayout(tx, payout, { event: 'mark_unclear', cause, deps, now })
    })
  }
  return unanswered.length
}

/** Requeues transfers that wait for our balance, or whose jobs failed before the provider was called. Returns how many. */
export async function requeueUnsentTransfers(db: Database, { deps, now }: TransferContext): Promise<number> {
  const unsent = await listUnsentPayouts(db, addMs(now, -RETRY_INTERVAL))
  for (const payoutId of unsent) await deps.enqueue(db, { job: 'payouts.transfer', input: { payoutId } })
  return unsent.length
}

function markPayoutSent(
  db: Database,
  publicId: string,
  { deps, now }: TransferContext,
): Promise<Payout | undefined> {
  return inTransaction(db, async (tx) => {
    const payout = await lockPayout(tx, publicId)
    if (payout?.state === 'sent') return payout
    if (payout?.state !== 'prepared' || (await findStop(tx, payout.supplierId))) return undefined
    return movePayout(tx, publicId, { event: 'send', cause: { actor: 'system' }, deps, now })
  })
}

async function readStripeAccountId(
  db: Database,
  { accountId, publicId }: Payout,
  { sealer }: PayoutDeps,
): Promise<string> {
  const account = (await listPayoutAccounts(db, [accountId])).get(accountId)
  const { stripe } = account ? await unsealDetails(sealer, account) : {}
  if (!stripe) throw new Error(`the payout ${publicId} has no account at Stripe`)
  return stripe
}

function toMove(result: TransferResult) {
  if (result.ok) {
    const cause = { actor: 'provider' } as const
    return { event: 'confirm', cause, externalId: result.externalId } as const
  }
  const { reason, because } = result
  const cause = { actor: 'provider', reason: reason.slice(0, 400) } as const
  if (because === 'balance') return { event: 'wait', cause } as const
  return { event: 'fail', cause, isAccountsFault: because === 'account' } as const
}
