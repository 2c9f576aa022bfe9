import { PRACTICE_CURRENCY, SHOP_CURRENCY } from '#core/money.ts'
import { DAY, MINUTE } from '#core/time.ts'
import { type Transaction, queryPrepared, type Queryable } from '#database/database.ts'
import { ensurePracticeSuppliers } from '#features/catalogue/suppliers/service.ts'
import { reserveLines } from '#features/catalogue/catalog/service.ts'
import { readWalletBalance } from '#features/money/wallets/service.ts'
import { placePurchase, type Recipient } from '#features/sales/orders/service.ts'
import type { RemoteAddress } from '#features/stores/connections/service.ts'
import { findParcelBrand } from '../settings/branding/brand-queries.ts'
import type { ShopOrderDeps } from '../deps.ts'
import type { ForwardingSettings } from '../settings/settings-queries.ts'
import { getReservationLimits } from './judge-rules.ts'
import { type ForwardedOrder, insertUnits, lockReservations, readReserved } from './order-queries.ts'
import type { PreparedQuote } from './prepare-quote.ts'

/** How long an unpaid quote reserves its stock. */
export const RESERVATION_MS = DAY

/** A prepared quote of a locked order. */
export type QuoteToSave = Readonly<{
  order: ForwardedOrder
  prepared: PreparedQuote
  settings: ForwardingSettings
  commission: ShopOrderDeps['commission']
  limitFactor: number
  now: Date
}>

/** The outcome of saving a quote: its purchase, or that something changed since, or that too much is reserved. */
export type SavedQuote = Readonly<
  | { ok: true; purchaseId: number; publicId: string; totalAmount: number }
  | { ok: false; why: 'changed' | 'reservation_limit' }
>

/** Stores a quote as an unpaid purchase that reserves its stock. If it fails, the caller rolls back. */
export async function saveQuote(tx: Transaction, quote: QuoteToSave): Promise<SavedQuote> {
  const { order, prepared } = quote
  if (!(await isWithinLimit(tx, quote))) return { ok: false, why: 'reservation_limit' }
  if (!order.isPractice && !(await reserveQuoted(tx, quote))) return { ok: false, why: 'changed' }
  const { publicId, totalAmount } = await placePurchase(tx, await toPurchase(tx, quote))
  const externalIds = prepared.lines.map(({ line }) => line.externalId)
  await insertUnits(tx, { key: order.key, purchase: publicId, externalIds })
  return { ok: true, purchaseId: await findPurchaseKey(tx, publicId), publicId, totalAmount }
}

async function isWithinLimit(
  tx: Transaction,
  { order, prepared, limitFactor }: QuoteToSave,
): Promise<boolean> {
  const currency = getCurrency(order)
  await lockReservations(tx, order.account.id)
  const reserved = await readReserved(tx, { accountId: order.account.id, currency })
  const wallet = await readWalletBalance(tx, order.account, currency)
  const limits = getReservationLimits(limitFactor, wallet)
  const units = prepared.lines.reduce((sum, line) => sum + line.units, 0)
  return reserved.units + units <= limits.units && reserved.amount + prepared.figures.cost <= limits.amount
}

/** Reserves the quoted units; returns false if the catalogue has changed since they were priced. */
async function reserveQuoted(tx: Transaction, { prepared: { lines }, now }: QuoteToSave): Promise<boolean> {
  const reserved = await reserveLines(
    tx,
    lines.map(({ priced, units }) => ({
      productId: priced.productPublicId,
      variantId: priced.variantPublicId,
      quantity: units,
    })),
    now,
  )
  const wanted = new Map<number, number>()
  for (const { priced, units } of lines)
    wanted.set(priced.variantId, (wanted.get(priced.variantId) ?? 0) + units)
  return reserved.every(
    (line, index) =>
      line?.isListed === true &&
      line.wholesaleAmount === lines[index]?.priced.wholesaleAmount &&
      line.stock >= (wanted.get(line.variantId) ?? 0),
  )
}

async function toPurchase(tx: Transaction, quote: QuoteToSave) {
  const { order, prepared, settings, commission, now } = quote
  const toSupplier = await createSupplierMap(tx, quote)
  const lines = prepared.lines.map(({ priced, units, unitAmount, customsAmount }) => ({
    ...priced,
    supplierId: toSupplier(priced.supplierId),
    warehouse: order.isPractice ? 'Practice warehouse' : priced.warehouse,
    quantity: units,
    unitAmount,
    wholesaleAmount: unitAmount,
    customsAmount,
  }))
  const shipments = new Map(
    [...prepared.shipments].map(([supplierId, rate]) => [toSupplier(supplierId), rate]),
  )
  return {
    delivery: toDelivery(order),
    lines,
    shipments,
    currency: getCurrency(order),
    accountId: order.account.id,
    idempotencyKey: null,
    requestHash: prepared.requestHash,
    counted: null,
    commission,
    vendor: {
      order: order.id,
      reference: order.number,
      store: order.storeName,
      reservationMs: RESERVATION_MS,
      holdMs: settings.holdMinutes * MINUTE,
      brand: (await findParcelBrand(tx, order.account.id)) ?? null,
    },
    now,
  }
}

/** Maps suppliers of real orders to themselves; practice orders are distributed among the practice suppliers. */
async function createSupplierMap(
  tx: Transaction,
  { order, prepared }: QuoteToSave,
): Promise<(supplierId: number) => number> {
  if (!order.isPractice) return (supplierId) => supplierId
  const practice = await ensurePracticeSuppliers(tx)
  const real = [...new Set(prepared.lines.map(({ priced }) => priced.supplierId))]
  return (supplierId) => practice[real.indexOf(supplierId) % practice.length] ?? 0
}

function getCurrency({ isPractice }: Pick<ForwardedOrder, 'isPractice'>): string {
  return isPractice ? PRACTICE_CURRENCY : SHOP_CURRENCY
}

/** Returns the customer's address as a purchase's. Emails to the purchase's buyer go to the vendor. */
export function toDelivery({ address, account }: Pick<ForwardedOrder, 'address' | 'account'>) {
  if (!address) throw new Error('an order without an address is not quoted')
  return { email: account.email, shippingMethod: 'ship' as const, ...toStoreRecipient(address) }
}

/** Returns the recipient of an order by its address in the store. */
export function toStoreRecipient(address: RemoteAddress): Recipient {
  const { firstName, lastName, company, line1, line2, city, region, postcode, country, phone } = address
  return {
    firstName,
    lastName,
    phone,
    country,
    blockNumber: '',
    streetAddress: line1,
    unitNumber: '',
    buildingName: company,
    address2: line2,
    city,
    state: region,
    postcode,
  }
}

/** Returns the key of a purchase. */
async function findPurchaseKey(db: Queryable, publicId: string): Promise<number> {
  const [found] = await queryPrepared<{ id: number }>(db, FIND_KEY, [publicId])
  if (!found) throw new Error('the purchase was not placed')
  return found.id
}

const FIND_KEY = {
  name: 'shop_orders_find_purchase_key',
  text: 'select id from purchases where public_id = $1',
}
