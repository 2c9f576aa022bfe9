import { refused } from '#core/errors.ts'
import { newSecretId } from '#core/ids.ts'
import { PRACTICE_CURRENCY, SHOP_CURRENCY } from '#core/money.ts'
import { addMs, HOUR } from '#core/time.ts'
import { inTransaction, type Database } from '#database/database.ts'
import { post, readVendorMoney, toppedUpPosting } from '#features/money/ledger/service.ts'
import type { PaymentMethod } from '#features/money/payments/contract.ts'
import {
  findOffer,
  insertInternalPayment,
  insertTopUp,
  insertTopUpRequest,
  PRACTICE_MONEY,
  selectOpenMethods,
  startPayment,
} from '#features/money/payments/service.ts'
import { type CheckoutDeps, explainUnavailableMethod } from '#features/sales/checkout/service.ts'
import type { WalletOwner } from './read-wallet.ts'

/** Starts a payment that tops up a wallet. Throws `provider_refused`, and the errors of the provider. */
export async function startTopUp(
  db: Database,
  { providers, publicUrl }: CheckoutDeps,
  topUp: Readonly<{ owner: WalletOwner; amount: number; method: PaymentMethod; now: Date }>,
): Promise<string> {
  const { owner, amount, method, now } = topUp
  const currency = SHOP_CURRENCY
  const offer = findOffer(await selectOpenMethods(db, providers), { method, currency, amount })
  if (!offer.ok)
    throw refused(
      'provider_refused',
      `${explainUnavailableMethod(offer.reason)} Choose another payment method.`,
    )
  const reference = newSecretId('topUp')
  await insertTopUpRequest(db, { publicId: reference, accountId: owner.id, currency, amount, now })
  const { paymentUrl } = await startPayment(db, {
    provider: offer.provider,
    collection: {
      reference,
      method,
      currency,
      amount,
      description: 'Wallet top-up',
      payerEmail: owner.email,
      redirectUrl: `${publicUrl}${PAID_PAGE}`,
      backUrl: `${publicUrl}${WALLET_PAGE}`,
      notifyUrl: `${publicUrl}/payments/notify/${offer.provider.name}`,
      payableUntil: addMs(now, HOUR),
    },
    now,
  })
  return paymentUrl
}

const WALLET_PAGE = '/dashboard/vendor/wallet'

/** The page of the vendor's console that payment pages return to. */
export const PAID_PAGE = '/dashboard/vendor/payment'

/** The most practice money in a wallet, in minor units. */
const MAX_PRACTICE_AMOUNT = 10_000_000

/** Adds practice money, which has no value, to a wallet. Refuses with `practice_wallet_full`. */
export async function addPracticeMoney(
  db: Database,
  { owner, amount, now }: Readonly<{ owner: WalletOwner; amount: number; now: Date }>,
): Promise<void> {
  const currency = PRACTICE_CURRENCY
  await inTransaction(db, async (tx) => {
    const { wallet } = await readVendorMoney(tx, { vendor: owner.publicId, currency })
    if (wallet + amount > MAX_PRACTICE_AMOUNT)
      throw refused('practice_wallet_full', 'Your practice wallet has plenty already.')
    const money = { ...PRACTICE_MONEY, currency, amount }
    const receiptId = await insertInternalPayment(tx, {
      ...money,
      publicId: newSecretId('transaction'),
      reference: newSecretId('topUp'),
      now,
    })
    await insertTopUp(tx, { receiptId, accountId: owner.id, currency, amount, now })
    await post(tx, toppedUpPosting({ ...money, receiptId: String(receiptId), vendor: owner.publicId }), now)
  })
}
