import { inTransaction, type Database } from '#database/database.ts'
import { later } from '#ground/time.ts'
import { listAccounts } from './account-queries.ts'
import { openDetails } from './accounts.ts'
import { moveLocked, movePayout } from './move-payout.ts'
import { listForgotten, listUnanswered, lockPayout, type Payout } from './payout-queries.ts'
import type { PayoutDesk, TransferAnswer } from './port.ts'
import { UNANSWERED } from './rules.ts'

type Asking = Readonly<{ desk: PayoutDesk; now: Date }>

/**
 * Has the provider move a payout's money. That it will be asked is noted first; then it is asked, outside any transaction, with
 * the payout's id, so that it moves the money once however often this runs. A refusal gives the money back to the supplier's
 * balance. Throws `unavailable` when there was no proper answer: the payout stays on its way, and the job asks again.
 */
export async function transferPayout(db: Database, publicId: string, { desk, now }: Asking): Promise<void> {
  const { provider } = desk
  if (!provider) throw new Error('a payout waits for Stripe, which is not set up any more')
  const payout = await noteAsked(db, publicId, { desk, now })
  if (!payout) return
  const account = await accountAt(db, payout, desk)
  const { currency, amount } = payout
  const answer = await provider.transfer({ payoutId: publicId, account, currency, amount })
  await inTransaction(db, async (tx) => {
    const locked = await lockPayout(tx, publicId)
    // Somebody else was told the same meanwhile, or a person has decided.
    if (locked?.state === 'sent') await moveLocked(tx, locked, { ...moveOf(answer), desk, now })
  })
}

/** Payouts of which nothing was heard for long wait for a person from now on. Gives how many. */
export async function doubtUnanswered(db: Database, { desk, now }: Asking): Promise<number> {
  const late = await listUnanswered(db, later(now, -UNANSWERED))
  for (const id of late) {
    await inTransaction(db, async (tx) => {
      const payout = await lockPayout(tx, id)
      const cause = { actor: 'system', reason: 'The provider has not answered.' } as const
      if (payout?.state === 'sent') await moveLocked(tx, payout, { event: 'doubt', cause, desk, now })
    })
  }
  return late.length
}

/** Orders the transfers of payouts anew whose jobs came to nothing before the provider was asked. Gives how many. */
export async function takeUpForgotten(db: Database, { desk, now }: Asking): Promise<number> {
  const forgotten = await listForgotten(db, later(now, -UNANSWERED))
  for (const payoutId of forgotten) await desk.enqueue(db, { job: 'payouts.transfer', input: { payoutId } })
  return forgotten.length
}

function noteAsked(db: Database, publicId: string, { desk, now }: Asking): Promise<Payout | undefined> {
  return inTransaction(db, async (tx) => {
    const payout = await lockPayout(tx, publicId)
    if (payout?.state === 'sent') return payout
    if (payout?.state !== 'prepared') return undefined
    return movePayout(tx, publicId, { event: 'send', cause: { actor: 'system' }, desk, now })
  })
}

async function accountAt(
  db: Database,
  { accountId, publicId }: Payout,
  { sealer }: PayoutDesk,
): Promise<string> {
  const account = (await listAccounts(db, [accountId])).get(accountId)
  const { stripe } = account ? await openDetails(sealer, account) : {}
  if (!stripe) throw new Error(`the payout ${publicId} has no account at Stripe`)
  return stripe
}

function moveOf(answer: TransferAnswer) {
  if (answer.ok) {
    const cause = { actor: 'provider' } as const
    return { event: 'confirm', cause, externalId: answer.externalId } as const
  }
  const { reason, isAccountsFault } = answer
  return {
    event: 'fail',
    cause: { actor: 'provider', reason: reason.slice(0, 400) },
    isAccountsFault,
  } as const
}
