import { refused } from '#core/errors.ts'
import { newSecretId } from '#core/ids.ts'
import { SHOP_CURRENCY, toDecimal } from '#core/money.ts'
import { inTransaction, type Database, type Transaction } from '#database/database.ts'
import { type AuditSource, recordVendorChange } from '#features/identity/audit/service.ts'
import { readVendorMoney } from '#features/money/ledger/service.ts'
import { withdrawTopUps } from '#features/money/refunds/service.ts'
import type { Enqueue } from '#platform/jobs/job.ts'
import { findVendor, findWithdrawal, insertWithdrawal } from './queries.ts'
import type { WalletOwner } from './read-wallet.ts'

/** Money that a vendor withdraws from the wallet. */
export type WithdrawalInput = Readonly<{
  owner: WalletOwner
  source: AuditSource
  amount: number
  idempotencyKey: string
  enqueue: Enqueue
}>

/**
 * Withdraws wallet money to its original payments. The same key again changes nothing. Refuses with `not_enough_money`,
 * `not_withdrawable` if no payment is left for it, and `key_reused` for another amount.
 */
export async function withdraw(db: Database, withdrawal: WithdrawalInput): Promise<void> {
  const { owner, source, amount, idempotencyKey, enqueue } = withdrawal
  const { now } = source
  const currency = SHOP_CURRENCY
  await inTransaction(db, async (tx) => {
    const withdrawalId = newSecretId('withdrawal')
    const stored = { publicId: withdrawalId, accountId: owner.id, idempotencyKey, currency, amount, now }
    if ((await insertWithdrawal(tx, stored)) === undefined) {
      const earlier = await findWithdrawal(tx, stored)
      if (earlier?.amount !== amount)
        throw refused('key_reused', 'This idempotency key was already used for another withdrawal.')
      return
    }
    const { wallet } = await readVendorMoney(tx, { vendor: owner.publicId, currency })
    if (wallet < amount) throw refused('not_enough_money', 'Your wallet doesn’t have that much.')
    const left = await withdrawTopUps(tx, {
      withdrawalId,
      accountId: owner.id,
      vendor: owner.publicId,
      currency,
      amount,
      enqueue,
      now,
    })
    if (left > 0)
      throw refused(
        'not_withdrawable',
        'Some of this money wasn’t added by you, so you can only spend it on orders.',
        { withdrawable: toDecimal(amount - left) },
      )
    await recordVendorChange(tx, source, {
      kind: 'wallet',
      action: 'Withdrew money from the wallet',
      entity: `withdrawal:${withdrawalId}`,
      before: {},
      after: { amount: `${toDecimal(amount).toFixed(2)} ${currency}` },
    })
  })
}

/**
 * Refunds the wallet of a closed account, as far as payments are left for it. The rest stays in the ledger under its
 * public id.
 */
export async function emptyWallet(
  tx: Transaction,
  { accountId, enqueue, now }: Readonly<{ accountId: number; enqueue: Enqueue; now: Date }>,
): Promise<void> {
  const currency = SHOP_CURRENCY
  const vendor = await findVendor(tx, accountId)
  const { wallet: amount } = await readVendorMoney(tx, { vendor, currency })
  if (amount <= 0) return
  const withdrawalId = newSecretId('withdrawal')
  const stored = { publicId: withdrawalId, accountId, idempotencyKey: withdrawalId, currency, amount, now }
  await insertWithdrawal(tx, stored)
  await withdrawTopUps(tx, { withdrawalId, accountId, vendor, currency, amount, enqueue, now })
}
