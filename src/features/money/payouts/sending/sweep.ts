import { inTransaction, type Database, type Transaction } from '#database/database.ts'
import { newSecretId } from '#core/ids.ts'
import { DAY, HOUR, later } from '#core/time.ts'
import {
  nettedMemo,
  payoutSentPosting,
  post,
  readBalances,
  receivableNettedPosting,
  type Place,
} from '#features/money/ledger/service.ts'
import { type AccountRow, findAccount } from '../accounts/account-queries.ts'
import { insertEvent } from './payout-queries.ts'
import type { PayoutDesk } from '../port.ts'
import { minimumIn, nettingOf } from '../rules.ts'
import { findStop } from '../stops/stop-queries.ts'
import { claimItems, findLastPayout, insertPayout, listPayable, type Payable } from './sweep-queries.ts'

/**
 * What became of a sweep: payouts that were made, suppliers that could not be paid because they have set no account, and those whose
 * payouts an operator has stopped.
 */
export type Swept = Readonly<{
  made: readonly string[]
  withoutAccount: readonly string[]
  stopped: readonly string[]
}>

type Sweeping = Readonly<{
  desk: PayoutDesk
  now: Date
  /** The public id of a supplier that is paid out alone, whatever there is of it and whenever the last time was. */
  only?: string | undefined
}>

/**
 * Makes payouts of what suppliers have available, one for each supplier and currency, each in a transaction of its own: what
 * they owe is taken off first. Nothing below the minimum, nothing sooner than the interval. Run twice at once it claims once.
 * What goes wrong with one supplier keeps no other from its money, and is thrown at the end.
 */
export async function sweep(db: Database, sweeping: Sweeping): Promise<Swept> {
  const made: string[] = []
  const withoutAccount: string[] = []
  const stopped: string[] = []
  const faults: unknown[] = []
  const { only } = sweeping
  const all = await listPayable(db)
  for (const payable of all.filter((one) => only === undefined || one.supplierPublicId === only)) {
    try {
      const done = await inTransaction(db, (tx) => payOut(tx, payable, sweeping))
      if (done === 'no_account') withoutAccount.push(payable.supplierPublicId)
      else if (done === 'stopped') stopped.push(payable.supplierPublicId)
      else if (done) made.push(done)
    } catch (fault) {
      faults.push(fault)
    }
  }
  if (faults.length > 0) throw new AggregateError(faults, `${faults.length} suppliers could not be paid out`)
  return { made, withoutAccount, stopped }
}

async function payOut(
  tx: Transaction,
  payable: Payable,
  sweeping: Sweeping,
): Promise<string | 'no_account' | 'stopped' | undefined> {
  const left = await net(tx, payable, sweeping.now)
  const { settings } = sweeping.desk
  const isAlone = sweeping.only !== undefined
  if (left < (isAlone ? 1 : minimumIn(payable.currency, settings.minimum))) return undefined
  if (await findStop(tx, payable.supplierId)) return 'stopped'
  const account = await findAccount(tx, payable.supplierId)
  if (!account || account.refused !== null) return 'no_account'
  const last = await findLastPayout(tx, payable)
  // An hour less, as no night's sweep is at the very second of the last one.
  const isEarly = last !== undefined && later(last, settings.everyDays * DAY - HOUR) > sweeping.now
  if ((isEarly && !isAlone) || account.usableFrom > sweeping.now) return undefined
  return claim(tx, { payable, account, amount: left }, sweeping)
}

/** Takes what the supplier owes off what it has; gives what is left. Nobody else books on either until the transaction ends. */
async function net(
  tx: Transaction,
  { supplierPublicId: supplier, currency }: Payable,
  now: Date,
): Promise<number> {
  const place = (account: Place['account']): Place => ({ account, subledger: supplier, currency })
  const places = [place('supplier_receivable'), place('supplier_available')]
  const [owed = 0, available = 0] = await readBalances(tx, places, { locked: true })
  const { netted, left } = nettingOf({ owed, available })
  if (netted > 0) {
    const netting = { nettingId: newSecretId('payout'), supplier, currency, amount: netted }
    const memo = await nettedMemo(tx, { supplier, currency, owed, paid: netted })
    await post(tx, receivableNettedPosting({ ...netting, memo }), now)
  }
  return left
}

type Claim = Readonly<{ payable: Payable; account: AccountRow; amount: number }>

/** P6, its first half: from here on the money is the payout's, and no refund takes it back. */
async function claim(
  tx: Transaction,
  { payable, account, amount }: Claim,
  { desk, now }: Sweeping,
): Promise<string> {
  const publicId = newSecretId('payout')
  const { supplierId, supplierPublicId: supplier, currency } = payable
  const { id: accountId, method } = account
  const payoutId = await insertPayout(tx, {
    publicId,
    supplierId,
    accountId,
    method,
    currency,
    amount,
    now,
  })
  const claimed = await claimItems(tx, { payoutId, supplierPublicId: supplier, currency })
  if (claimed !== amount) {
    throw new Error(`${supplier} has ${amount} available, but the postings behind it are ${claimed}`)
  }
  await post(tx, payoutSentPosting({ payoutId: publicId, supplier, currency, amount }), now)
  await insertEvent(tx, {
    payoutId,
    event: 'prepare',
    from: null,
    to: 'prepared',
    cause: { actor: 'system' },
    now,
  })
  if (method === 'stripe') await desk.enqueue(tx, { job: 'payouts.transfer', input: { payoutId: publicId } })
  return publicId
}
