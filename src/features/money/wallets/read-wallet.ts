import type { Id } from '#core/ids.ts'
import { PRACTICE_CURRENCY, SHOP_CURRENCY, toDecimal } from '#core/money.ts'
import type { Queryable } from '#database/database.ts'
import { readBalances } from '#features/money/ledger/service.ts'
import { listRefundableTopUps } from '#features/money/refunds/service.ts'
import { selectOpenMethods } from '#features/money/payments/service.ts'
import { type CheckoutDeps, listPaymentMethods } from '#features/sales/checkout/service.ts'
import type { WalletData } from './contract.ts'
import { readSettings } from './queries.ts'

/** The owner of a wallet. */
export type WalletOwner = Readonly<{ id: number; publicId: Id<'account'>; email: string }>

/** Returns the balance of a vendor's wallet, in minor units. */
export async function readWalletBalance(
  db: Queryable,
  { publicId }: Pick<WalletOwner, 'publicId'>,
  currency: string,
): Promise<number> {
  const key = { account: 'vendor_wallet', subledger: publicId, currency } as const
  return (await readBalances(db, [key]))[0] ?? 0
}

/** Returns a vendor's wallet as it is shown. */
export async function readWallet(
  db: Queryable,
  { providers }: Pick<CheckoutDeps, 'providers'>,
  owner: WalletOwner,
): Promise<WalletData> {
  const currency = SHOP_CURRENCY
  const subledger = owner.publicId
  const [balances, settings, topUps] = await Promise.all([
    readBalances(db, [
      { account: 'vendor_wallet', subledger, currency },
      { account: 'vendor_receivable', subledger, currency },
      { account: 'vendor_wallet', subledger, currency: PRACTICE_CURRENCY },
    ]),
    readSettings(db, owner.id),
    listRefundableTopUps(db, { accountId: owner.id, currency }),
  ])
  const [balance = 0, owed = 0, practice = 0] = balances
  const refundable = topUps.reduce((sum, topUp) => sum + topUp.refundable, 0)
  return {
    currency,
    balance: toDecimal(balance),
    owed: toDecimal(owed),
    withdrawable: toDecimal(Math.min(balance, refundable)),
    isLow: topUps.length > 0 && balance < settings.lowBalanceAmount,
    practiceBalance: toDecimal(practice, PRACTICE_CURRENCY),
    settings: { autoPay: settings.autoPay, lowBalance: toDecimal(settings.lowBalanceAmount) },
    paymentMethods: [
      ...listPaymentMethods(await selectOpenMethods(db, providers), { currency, amount: 10_000 })
        .paymentMethods,
    ],
  }
}
