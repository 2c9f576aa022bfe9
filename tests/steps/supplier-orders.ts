import { sql } from 'drizzle-orm'
import { queryRows } from '#database/database.ts'
import { readBalances } from '#features/money/ledger/service.ts'
import type { AccountName } from '#features/money/ledger/shapes.ts'
import { fireTimers } from '#features/sales/orders/timers/fire-timers.ts'
import { createRefundRequester } from '#features/money/refunds/service.ts'
import { createLog } from '#platform/log.ts'
import {
  createTestProduct,
  placeGuestOrder,
  createTestSupplier,
  type OrderFormInput,
  type CreatedSupplier,
} from '../shop/factories.ts'
import { completePayment } from './payments.ts'
import { createSignedInAccount, createSession, type CreatedAccount } from '../shop/accounts.ts'
import type { ApiResponse, TestShop } from '../shop/shop.ts'

/** A guest's paid purchase with one supplier, and the supplier's account. */
export type CreatedOrder = Readonly<{
  shop: TestShop
  purchaseId: string
  id: string
  supplier: CreatedSupplier
  owner: CreatedAccount
  variantIds: readonly string[]
}>

/**
 * Creates a guest's paid order of items at 100.00 each. There are so many of each as `quantities` says, of a given
 * or a new supplier; those at the places `nonReturnable` (from 1) take no returns.
 */
export async function createPaidOrder(
  shop: TestShop,
  {
    quantities = [1],
    form = {},
    like,
    nonReturnable = [],
    isMadeToOrder = false,
  }: {
    quantities?: readonly number[]
    form?: Partial<OrderFormInput>
    like?: Pick<CreatedOrder, 'supplier' | 'owner'>
    nonReturnable?: readonly number[]
    isMadeToOrder?: boolean
  } = {},
): Promise<CreatedOrder> {
  const supplier = like?.supplier ?? (await createTestSupplier(shop.db))
  const owner =
    like?.owner ??
    (await createSignedInAccount(shop.db, shop.now(), { type: 'manufacturer', owns: supplier }))
  const products = []
  for (const [toKey, quantity] of quantities.entries()) {
    const isReturnable = !nonReturnable.includes(toKey + 1)
    const options = { supplier, stock: 9, isReturnable, isMadeToOrder }
    products.push({ ...(await createTestProduct(shop.db, options)), quantity })
  }
  const { id: purchaseId } = await placeGuestOrder(shop, products, form)
  await completePayment(shop, purchaseId, 'pay')
  const [part] = await queryRows<{ id: string }>(
    shop.db,
    sql`select o.public_id as id from supplier_orders o join purchases p on p.id = o.purchase_id
        where p.public_id = ${purchaseId}`,
  )
  if (!part) throw new Error('no supplier order was made')
  return {
    shop,
    purchaseId,
    id: part.id,
    supplier,
    owner,
    variantIds: products.map(({ variantId }) => variantId),
  }
}

/** Creates a paid order that was submitted to its supplier. */
export async function createSubmittedOrder(
  shop: TestShop,
  options: Parameters<typeof createPaidOrder>[1] = {},
): Promise<CreatedOrder> {
  const created = await createPaidOrder(shop, options)
  shop.passTime(10 * 60_000)
  await runOrderTimers(shop)
  return created
}

/** Runs the due timers of orders, and the emails that follow. */
export async function runOrderTimers(shop: TestShop): Promise<number> {
  const fired = await fireTimers(shop.db, {
    deps: { enqueue: shop.app.jobs.enqueue, refund: createRefundRequester(shop.app.jobs.enqueue) },
    now: shop.now(),
    log: createLog('silent'),
  })
  await shop.work()
  return fired
}

/** Makes an order call as its supplier with a new sign-in: `accept`, `reject`, `parcels`. */
export async function postAsSupplier(
  created: CreatedOrder,
  action: string,
  body: object = {},
): Promise<ApiResponse> {
  const { shop } = created
  const { headers } = await createSession(shop.db, created.owner.id, shop.now())
  return shop.post(`/supplier/orders/${created.id}/${action}`, body, headers)
}

/** Makes an order call as the guest: `cancel`, `keep`, `received`. */
export function postAsGuest(shop: TestShop, created: CreatedOrder, action: string): Promise<ApiResponse> {
  return shop.post(`/orders/${created.purchaseId}/supplier-orders/${created.id}/${action}`, {})
}

/** Returns a parcel with these lines of an order, or with all that is left. */
export function createParcelBody(key: string, lines?: readonly { line: number; quantity: number }[]) {
  return {
    carrier: 'fedex',
    trackingNumber: '1234 5678 9012',
    idempotencyKey: `parcel-${key}`,
    ...(lines ? { lines } : {}),
  }
}

/**
 * Creates a paid order whose items were all sent. With `released` the time for complaints is over, and it may be
 * paid out.
 */
export async function createSentOrder(
  shop: TestShop,
  { released = false, ...given }: Parameters<typeof createPaidOrder>[1] & { released?: boolean } = {},
): Promise<CreatedOrder> {
  const created = await createSubmittedOrder(shop, given)
  await postAsSupplier(created, 'accept')
  await postAsSupplier(created, 'parcels', createParcelBody('all'))
  if (!released) return created
  await postAsGuest(shop, created, 'received')
  shop.passTime(14 * 24 * 3_600_000)
  await runOrderTimers(shop)
  return created
}

/** Returns the state of an order. */
export async function readState(shop: TestShop, { id }: CreatedOrder): Promise<string> {
  const [found] = await queryRows<{ state: string }>(
    shop.db,
    sql`select state from supplier_orders where public_id = ${id}`,
  )
  return found?.state ?? ''
}

/** Returns an order's amounts in the ledger, in cents. */
export async function readOrderMoney(shop: TestShop, { id, supplier }: CreatedOrder) {
  const ofOrder = `${supplier.publicId}/${id}`
  const toKey = (account: AccountName, subledger: string) => ({ account, subledger, currency: 'USD' })
  const [escrow, pending, available, commission] = await readBalances(shop.db, [
    toKey('order_escrow', id),
    toKey('supplier_pending', ofOrder),
    toKey('supplier_available', supplier.publicId),
    toKey('commission', ofOrder),
  ])
  return { escrow, pending, available, commission }
}
