import { sql } from 'drizzle-orm'
import { rows } from '#database/database.ts'
import { readBalances } from '#features/money/ledger/service.ts'
import type { AccountName } from '#features/money/ledger/shapes.ts'
import { fireTimers } from '#features/sales/orders/timers/fire-timers.ts'
import { createRefundRequester } from '#features/money/refunds/service.ts'
import { createLog } from '#platform/log.ts'
import {
  pieceOnSale,
  placeGuestOrder,
  supplierInTrade,
  type Form,
  type MadeSupplier,
} from '../shop/factories.ts'
import { playPayment } from './paying.ts'
import { personSignedIn, signedInAnew, type MadePerson } from '../shop/people.ts'
import type { Answer, TestShop } from '../shop/shop.ts'

/** A paid guest's purchase of one supplier, and the manufacturer whose store that is. */
export type MadeOrder = Readonly<{
  shop: TestShop
  purchaseId: string
  id: string
  supplier: MadeSupplier
  owner: MadePerson
  variantIds: readonly string[]
}>

/** A guest's paid order of pieces at 100.00 each: so many of each as `quantities` says, of a supplier that there is or a new one;
 * those at the places `kept` (from 1) take no returns. */
export async function paidOrder(
  shop: TestShop,
  {
    quantities = [1],
    form = {},
    like,
    kept = [],
  }: {
    quantities?: readonly number[]
    form?: Partial<Form>
    like?: Pick<MadeOrder, 'supplier' | 'owner'>
    kept?: readonly number[]
  } = {},
): Promise<MadeOrder> {
  const supplier = like?.supplier ?? (await supplierInTrade(shop.db))
  const owner =
    like?.owner ?? (await personSignedIn(shop.db, shop.now(), { type: 'manufacturer', owns: supplier }))
  const pieces = []
  for (const [place, quantity] of quantities.entries()) {
    const isReturnable = !kept.includes(place + 1)
    pieces.push({ ...(await pieceOnSale(shop.db, { supplier, stock: 9, isReturnable })), quantity })
  }
  const { id: purchaseId } = await placeGuestOrder(shop, pieces, form)
  await playPayment(shop, purchaseId, 'pay')
  const [part] = await rows<{ id: string }>(
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
    variantIds: pieces.map(({ variantId }) => variantId),
  }
}

/** The same after it was handed over to its supplier. */
export async function submittedOrder(
  shop: TestShop,
  given: Parameters<typeof paidOrder>[1] = {},
): Promise<MadeOrder> {
  const made = await paidOrder(shop, given)
  shop.passTime(10 * 60_000)
  await runOrderTimers(shop)
  return made
}

/** Does what is due by the timers of orders, and the mails that come of it. */
export async function runOrderTimers(shop: TestShop): Promise<number> {
  const fired = await fireTimers(shop.db, {
    desk: { enqueue: shop.app.jobs.enqueue, refund: createRefundRequester(shop.app.jobs.enqueue) },
    now: shop.now(),
    log: createLog('silent'),
  })
  await shop.work()
  return fired
}

/** What its supplier, who has just signed in, asks of an order: `accept`, `reject`, `parcels`. */
export async function asSupplier(made: MadeOrder, what: string, body: object = {}): Promise<Answer> {
  const { shop } = made
  const { headers } = await signedInAnew(shop.db, made.owner.id, shop.now())
  return shop.post(`/supplier/orders/${made.id}/${what}`, body, headers)
}

/** What the guest asks of an order: `cancel`, `keep`, `received`. */
export function asGuest(shop: TestShop, made: MadeOrder, what: string): Promise<Answer> {
  return shop.post(`/orders/${made.purchaseId}/parts/${made.id}/${what}`, {})
}

/** A parcel with these lines of an order, or with all that is left. */
export function aParcel(key: string, lines?: readonly { line: number; quantity: number }[]) {
  return {
    carrier: 'fedex',
    trackingNumber: '1234 5678 9012',
    idempotencyKey: `parcel-${key}`,
    ...(lines ? { lines } : {}),
  }
}

/** The same after all of it was sent, and with `released` after the time for complaints, when it may be paid out. */
export async function sentOrder(
  shop: TestShop,
  { released = false, ...given }: Parameters<typeof paidOrder>[1] & { released?: boolean } = {},
): Promise<MadeOrder> {
  const made = await submittedOrder(shop, given)
  await asSupplier(made, 'accept')
  await asSupplier(made, 'parcels', aParcel('all'))
  if (!released) return made
  await asGuest(shop, made, 'received')
  shop.passTime(14 * 24 * 3_600_000)
  await runOrderTimers(shop)
  return made
}

/** Where an order is in its life. */
export async function stateOf(shop: TestShop, { id }: MadeOrder): Promise<string> {
  const [found] = await rows<{ state: string }>(
    shop.db,
    sql`select state from supplier_orders where public_id = ${id}`,
  )
  return found?.state ?? ''
}

/** What the ledger has of an order, in cents. */
export async function moneyOf(shop: TestShop, { id, supplier }: MadeOrder) {
  const ofOrder = `${supplier.publicId}/${id}`
  const place = (account: AccountName, subledger: string) => ({ account, subledger, currency: 'USD' })
  const [escrow, pending, available, commission] = await readBalances(shop.db, [
    place('order_escrow', id),
    place('supplier_pending', ofOrder),
    place('supplier_available', supplier.publicId),
    place('commission', ofOrder),
  ])
  return { escrow, pending, available, commission }
}
