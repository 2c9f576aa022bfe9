import { AppError, notFound } from '#core/errors.ts'
import type { Id } from '#core/ids.ts'
import { PRACTICE_CURRENCY, SHOP_CURRENCY } from '#core/money.ts'
import { inTransaction, type Database, type Transaction } from '#database/database.ts'
import type { AuditSource } from '#features/identity/audit/service.ts'
import { announceProducts } from '#features/catalogue/catalog/service.ts'
import type { PaymentMethod } from '#features/money/payments/contract.ts'
import { PAID_PAGE, readWalletBalance, readWalletSettings } from '#features/money/wallets/service.ts'
import { type CheckoutDeps, payFromWallet, startVendorPayment } from '#features/sales/checkout/service.ts'
import type { OrderDeps } from '#features/sales/orders/service.ts'
import type { ShopOrderDeps } from '../deps.ts'
import { recordOrderAction, toLoggedAmount } from '../record-order-action.ts'
import { explainReason } from '../rules.ts'
import { requestTracking } from '../tracking/send-tracking.ts'
import { followOrder } from './follow-order.ts'
import type { ForwardedOrder } from './order-queries.ts'
import { applyStoreChanges } from './store-changes.ts'
import { listOrdersToPay } from './waiting-queries.ts'

/** The vendor who pays orders. */
export type Payer = ForwardedOrder['account']

/** Why an order was not paid, for its vendor. */
export type PaymentProblem = Readonly<{ id: string; number: string; text: string }>

/** The outcome of paying: orders paid at once or the payment page, and orders that could not be paid. */
export type PaymentOutcome = Readonly<{
  paid: number
  paymentUrl: string | null
  problems: readonly PaymentProblem[]
}>

/** The orders to pay and the method: from the wallet, or on a payment page. */
export type PaymentInput = Readonly<{
  payer: Payer
  source: AuditSource
  orderIds: readonly string[]
  by: 'wallet' | PaymentMethod
}>

/** The dependencies of following, paying and cancelling: the checkout's and the orders'. */
export type PayDeps = ShopOrderDeps & Readonly<{ checkout: CheckoutDeps; orders: OrderDeps }>

/**
 * Pays orders of a vendor's stores that can be paid, in the order given. From the wallet each is paid separately, as
 * far as its balance allows; on a payment page all together. Throws `order_not_found` if one is not the payer's.
 */
export async function payOrders(db: Database, deps: PayDeps, input: PaymentInput): Promise<PaymentOutcome> {
  const { payer, source, by } = input
  const { now } = source
  const problems: PaymentProblem[] = []
  const payable: ForwardedOrder[] = []
  for (const id of new Set(input.orderIds)) {
    const order = await followOrder(db, deps, { id, accountId: payer.id, isWanted: true, now })
    if (!order) throw notFound('order_not_found', 'One of these orders no longer exists. Reload the page.')
    const problem = findProblem(order, by)
    if (problem) problems.push({ id: order.id, number: order.number, text: problem })
    else payable.push(order)
  }
  if (by === 'wallet') {
    const { paid, failed } = await payEach(db, deps, { payer, source, orders: payable, now })
    return { paid, paymentUrl: null, problems: [...problems, ...failed] }
  }
  if (payable.length === 0) return { paid: 0, paymentUrl: null, problems }
  const { paymentUrl } = await startVendorPayment(db, deps.checkout, {
    purchaseIds: payable.flatMap(({ quote }) => quote?.purchaseId ?? []),
    account: payer,
    method: by,
    returnUrl: `${deps.checkout.publicUrl}${PAID_PAGE}`,
    backUrl: `${deps.checkout.publicUrl}/dashboard/vendor/orders?view=to_pay`,
    now,
    record: async (tx) => {
      for (const order of payable) await recordPayment(tx, source, { order, payment: 'page' })
    },
  })
  return { paid: 0, paymentUrl, problems }
}

function findProblem(order: ForwardedOrder, by: PaymentInput['by']): string | undefined {
  if (!order.quote?.isOpen) {
    const [reason] = order.reasons
    return reason ? explainReason(reason).text : 'There is nothing to pay for this order.'
  }
  return order.isPractice && by !== 'wallet'
    ? 'Practice orders are paid from your practice wallet.'
    : undefined
}

type EachTask = Readonly<{ payer: Payer; source: AuditSource; orders: readonly ForwardedOrder[]; now: Date }>

async function payEach(
  db: Database,
  deps: PayDeps,
  { orders, ...by }: EachTask,
): Promise<{ paid: number; failed: PaymentProblem[] }> {
  let paid = 0
  const failed: PaymentProblem[] = []
  for (const order of orders) {
    const problem = await payOne(db, deps, { ...by, order })
    if (problem === undefined) paid += 1
    else failed.push({ id: order.id, number: order.number, text: problem })
  }
  return { paid, failed }
}

/** An order to pay, and the team member who pays it; undefined for an automatic payment. */
type PaidOrder = Readonly<{ order: ForwardedOrder; source?: AuditSource }>

/** Pays the quote of an order from the wallet; returns the reason if it is refused. */
async function payOne(
  db: Database,
  deps: PayDeps,
  { payer, source, order, now }: Omit<EachTask, 'orders' | 'source'> & PaidOrder,
): Promise<string | undefined> {
  const { quote } = order
  if (!quote) return 'There is nothing to pay for this order.'
  const { enqueue } = deps.checkout
  try {
    const sold = await inTransaction(db, async (tx) => {
      const lines = await payFromWallet(tx, {
        purchaseIds: [quote.purchaseId],
        account: payer,
        enqueue,
        now,
      })
      if (source) await recordPayment(tx, source, { order, payment: 'wallet' })
      return lines
    })
    if (!order.isPractice)
      announceProducts(
        db,
        sold.map(({ productPublicId }) => productPublicId),
      )
    return undefined
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return error.code === 'not_enough_money' ? 'There isn’t enough money in your wallet.' : error.message
  }
}

async function recordPayment(
  tx: Transaction,
  source: AuditSource,
  { order, payment }: Readonly<{ order: ForwardedOrder; payment: 'wallet' | 'page' }>,
): Promise<void> {
  const { quote, number, isPractice } = order
  const amount = toLoggedAmount(quote?.totalAmount ?? 0, isPractice ? PRACTICE_CURRENCY : SHOP_CURRENCY)
  await recordOrderAction(tx, source, {
    order,
    action:
      payment === 'wallet'
        ? `Paid order ${number} from the wallet`
        : `Opened a payment page for order ${number}`,
    after: { payment, amount },
  })
}

/** Pays an order from the wallet if the vendor enabled it and the balance suffices. Its quote must be open. */
export async function payAutomatically(
  db: Database,
  deps: PayDeps,
  { order, now }: Readonly<{ order: ForwardedOrder; now: Date }>,
): Promise<void> {
  const { account, quote, isPractice } = order
  if (!quote?.isOpen || !(await readWalletSettings(db, account.id)).autoPay) return
  const currency = isPractice ? PRACTICE_CURRENCY : SHOP_CURRENCY
  if ((await readWalletBalance(db, account, currency)) < quote.totalAmount) return
  await payOne(db, deps, { payer: account, order, now })
}

/** Pays an account's orders that wait for money, oldest first, as far as its wallet's balance allows. */
export async function payWaitingOrders(
  db: Database,
  deps: PayDeps,
  { accountId, currency, now }: Readonly<{ accountId: number; currency: string; now: Date }>,
): Promise<void> {
  if (!(await readWalletSettings(db, accountId)).autoPay) return
  const isPractice = currency === PRACTICE_CURRENCY
  for (const id of await listOrdersToPay(db, { accountId, isPractice })) {
    const order = await followOrder(db, deps, { id, isWanted: true, now })
    if (order) await payAutomatically(db, deps, { order, now })
  }
}

/**
 * Updates an order, its store and its suppliers, and pays it automatically if possible. The store gets its parcels, the
 * suppliers get the store's changes.
 */
export async function followAndPay(
  db: Database,
  deps: PayDeps,
  { id, now }: Readonly<{ id: Id<'shopOrder'>; now: Date }>,
): Promise<void> {
  await requestTracking(db, deps, { id, now })
  const order = await followOrder(db, deps, { id, now })
  if (!order) return
  await applyStoreChanges(db, deps.orders, { order, now })
  await payAutomatically(db, deps, { order, now })
}
