import { inTransaction, type Database, type Transaction } from '#database/database.ts'
import { newSecretId } from '#core/ids.ts'
import { DAY, HOUR, addMs } from '#core/time.ts'
import {
  buildNettingMemo,
  payoutSentPosting,
  post,
  readBalances,
  receivableNettedPosting,
  type SubledgerKey,
} from '#features/money/ledger/service.ts'
import { type PayoutAccount, findPayoutAccount } from '../accounts/account-queries.ts'
import { insertPayoutEvent } from './payout-queries.ts'
import type { PayoutDeps } from '../port.ts'
import { convertMinimum, computeNetting } from '../rules.ts'
import { findStop } from '../stops/stop-queries.ts'
import {
  claimItems,
  findLastPayoutDate,
  insertPayout,
  listPayableBalances,
  type PayableBalance,
} from './sweep-queries.ts'

/** The result of a sweep: payouts, suppliers without an account, and suppliers with stopped payouts. */
export type SweepResult = Readonly<{
  made: readonly string[]
  withoutAccount: readonly string[]
  stopped: readonly string[]
}>

type SweepOptions = Readonly<{
  deps: PayoutDeps
  now: Date
  /** The public id of a single supplier to pay out, regardless of the minimum and the interval. */
  only?: string | undefined
}>

/**
 * Creates payouts of available balances, one for each supplier and currency, after deducting debts. Each has its own
 * transaction. Balances below the minimum and suppliers paid within the interval are skipped. Concurrent sweeps claim
 * once. An error with one supplier does not stop the others, and is thrown at the end.
 */
export async function sweep(db: Database, options: SweepOptions): Promise<SweepResult> {
  const created: string[] = []
  const withoutAccount: string[] = []
  const stopped: string[] = []
  const errors: unknown[] = []
  const { only } = options
  const payables = await listPayableBalances(db)
  for (const payable of payables.filter((one) => only === undefined || one.supplierPublicId === only)) {
    try {
      const outcome = await inTransaction(db, (tx) => preparePayout(tx, payable, options))
      if (outcome === 'no_account') withoutAccount.push(payable.supplierPublicId)
      else if (outcome === 'stopped') stopped.push(payable.supplierPublicId)
      else if (outcome) created.push(outcome)
    } catch (error) {
      errors.push(error)
    }
  }
  if (errors.length > 0) throw new AggregateError(errors, `${errors.length} suppliers could not be paid out`)
  return { made: created, withoutAccount, stopped }
}

async function preparePayout(
  tx: Transaction,
  payable: PayableBalance,
  options: SweepOptions,
): Promise<string | 'no_account' | 'stopped' | undefined> {
  const remaining = await netDebt(tx, payable, options.now)
  const { settings } = options.deps
  const isSingleSupplier = options.only !== undefined
  if (remaining < (isSingleSupplier ? 1 : convertMinimum(payable.currency, settings.minimum)))
    return undefined
  if (await findStop(tx, payable.supplierId)) return 'stopped'
  const account = await findPayoutAccount(tx, payable.supplierId)
  if (!account || account.refusalReason !== null) return 'no_account'
  const last = await findLastPayoutDate(tx, payable)
  // An hour less, because sweeps do not run at exactly the same time each night.
  const isEarly = last !== undefined && addMs(last, settings.everyDays * DAY - HOUR) > options.now
  if ((isEarly && !isSingleSupplier) || account.usableFrom > options.now) return undefined
  return claimPayout(tx, { payable, account, amount: remaining }, options)
}

/** Deducts a supplier's debt from its balance; returns the rest. Both stay locked until the transaction ends. */
async function netDebt(
  tx: Transaction,
  { supplierPublicId: supplier, currency }: PayableBalance,
  now: Date,
): Promise<number> {
  const toKey = (account: SubledgerKey['account']): SubledgerKey => ({
    account,
    subledger: supplier,
    currency,
  })
  const keys = [toKey('supplier_receivable'), toKey('supplier_available')]
  const [owed = 0, available = 0] = await readBalances(tx, keys, { locked: true })
  const { netted, left } = computeNetting({ owed, available })
  if (netted > 0) {
    const netting = { nettingId: newSecretId('payout'), supplier, currency, amount: netted }
    const memo = await buildNettingMemo(tx, { supplier, currency, owed, paid: netted })
    await post(tx, receivableNettedPosting({ ...netting, memo }), now)
  }
  return left
}

type PayoutClaim = Readonly<{ payable: PayableBalance; account: PayoutAccount; amount: number }>

/** Claims a payout, the first half of P6: from here on the money belongs to the payout, and refunds cannot use it. */
async function claimPayout(
  tx: Transaction,
  { payable, account, amount }: PayoutClaim,
  { deps, now }: SweepOptions,
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
  await insertPayoutEvent(tx, {
    payoutId,
    event: 'prepare',
    from: null,
    to: 'prepared',
    cause: { actor: 'system' },
    now,
  })
  if (method === 'stripe') await deps.enqueue(tx, { job: 'payouts.transfer', input: { payoutId: publicId } })
  return publicId
}
