import { AppError, refused } from '#core/errors.ts'
import { SHOP_CURRENCY, toDecimal } from '#core/money.ts'
import type { Database, Transaction } from '#database/database.ts'
import { violatedConstraint } from '#database/failures.ts'
import { inTransaction } from '#database/transaction.ts'
import { announceProducts, type PricedLine, reserveLines } from '#features/catalogue/catalog/service.ts'
import { subscribeToNewsletter } from '#features/messaging/contact/service.ts'
import { findPurchaseByKey, type PlacedPurchase, placePurchase } from '#features/sales/orders/service.ts'
import {
  openRates,
  type QuotedRate,
  rateShipments,
  refuseGenericRates,
  rememberAddress,
  type ShipmentContents,
  type ShipmentRate,
  countryNotServed,
  readServedCountries,
} from '#features/sales/shipping/service.ts'
import type { CommissionSettings } from '#platform/config/payout-settings.ts'
import type { Actor } from '#platform/http/calls/actor.ts'
import type { Enqueue } from '#platform/jobs/job.ts'
import type { OrderFormData } from '../contract.ts'
import { mergeLines } from '../rules.ts'
import { type RequestedLine, getDeliveryAddress, parseForm, type ParsedForm } from './parse-form.ts'
import { createHash } from 'node:crypto'

/**
 * The cart and form as sent. `buyer` is the signed-in account, `key` the shopper's idempotency key, if any, `client`
 * the name by which limits count the shopper, `limitFactor` the factor of these limits; `commission` applies without a
 * rule.
 */
export type PlaceOrderInput = Readonly<{
  form: OrderFormData
  buyer: Buyer | undefined
  key: string | undefined
  client: string
  limitFactor: number
  commission: CommissionSettings
  enqueue: Enqueue
  now: Date
}>

/**
 * Places an order: prices, stock, shipping and totals are computed by the server. The items are reserved until the
 * order expires. The same key with the same content returns the same order; with other content it refuses with
 * `key_reused`.
 *
 * Refuses with the codes of the contract; `price_changed` and `not_enough_stock` have the current values in
 * `details.items`.
 */
export async function placeOrder(
  db: Database,
  { form, key, now, ...caller }: PlaceOrderInput,
): Promise<PlacedPurchase> {
  const parsed = parseForm(withAccountDetails(caller.buyer, form))
  const requestHash = hashRequest(form, caller.buyer)
  if (key !== undefined) {
    const existing = await findExistingPurchase(db, key, requestHash)
    if (existing) return existing
  }
  if (!(await readServedCountries(db))(parsed.form.country)) throw countryNotServed()
  const rates = await getSelectedRates(db, parsed, now)
  try {
    const placed = await inTransaction(db, (tx) =>
      writeOrder(tx, { read: parsed, rates, requestHash, key, now, ...caller }),
    )
    announceProducts(
      db,
      parsed.lines.map((line) => line.productId),
    )
    return placed
  } catch (error) {
    // With concurrent requests of one key, one placed the order, perhaps with the last item; all return that order.
    const duplicate =
      key !== undefined && mayBeDuplicate(error) && (await findExistingPurchase(db, key, requestHash))
    if (duplicate) return duplicate
    throw error
  }
}

/** Returns whether an order failed as a duplicate of a concurrent one: its key is taken, or its items are. */
function mayBeDuplicate(error: unknown): boolean {
  return error instanceof AppError || violatedConstraint(error) === 'purchases_idempotency_key_key'
}

type CheckedOrder = {
  read: ParsedForm
  /** Undefined for a pickup. */
  rates: readonly QuotedRate[] | undefined
  buyer: Buyer | undefined
  requestHash: string
  key: string | undefined
  client: string
  limitFactor: number
  commission: CommissionSettings
  enqueue: Enqueue
  now: Date
}

async function writeOrder(tx: Transaction, checkedOrder: CheckedOrder): Promise<PlacedPurchase> {
  const { read, rates, buyer, requestHash, key, client, limitFactor, enqueue, now } = checkedOrder
  const { form } = read
  const reserved = await reserveLines(tx, read.lines, now)
  const lines = checkLines(read.lines, reserved)
  const contents = contentsBySupplier(read.lines, reserved)
  if (rates) await refuseGenericRates(tx, rates, [...contents.keys()])
  const shipments: ReadonlyMap<number, ShipmentRate> = rates ? rateShipments(rates, contents) : new Map()
  if (form.subscribeToOffers) await subscribeToNewsletter(tx, { email: form.email, enqueue, now })
  if (buyer && form.saveAddress && form.shippingMethod === 'ship')
    await rememberAddress(tx, {
      accountId: buyer.id,
      fields: { label: '', ...getDeliveryAddress(read) },
      now,
    })
  // Last, because it may lock the buyer.
  return placePurchase(tx, {
    delivery: {
      email: form.email,
      shippingMethod: form.shippingMethod,
      firstName: form.firstName,
      lastName: form.lastName,
      ...getDeliveryAddress(read),
    },
    lines,
    shipments,
    currency: SHOP_CURRENCY,
    accountId: buyer?.id ?? null,
    idempotencyKey: key ?? null,
    requestHash,
    counted: { client, limitFactor },
    commission: checkedOrder.commission,
    now,
  })
}

/**
 * Returns the reserved lines, one for each variant. Throws `product_gone`, also for items without a price,
 * `price_changed`, `not_enough_stock` and `store_paused`; the caller's transaction then releases the reserved units.
 */
function checkLines(
  requestedLines: readonly RequestedLine[],
  reserved: readonly (PricedLine | undefined)[],
): PricedLine[] {
  const removed = requestedLines.filter((_, index) => !isSold(reserved[index]))
  if (removed.length > 0) {
    const items = removed.map((line) => ({ id: line.productId, variantId: line.variantId }))
    throw refused('product_gone', 'An item in your cart is no longer available. Please remove it.', { items })
  }
  const lines = reserved.filter((line) => line !== undefined)
  checkPrices(
    lines.filter((line, index) => (requestedLines[index]?.seen ?? line.unitAmount) !== line.unitAmount),
  )
  const merged = mergeLines(lines.map((line) => ({ ...line, key: String(line.variantId) })))
  checkStock(merged.filter((line) => line.quantity > line.stock))
  checkStores(merged)
  return merged
}

function isSold(line: PricedLine | undefined): boolean {
  return line !== undefined && line.isListed && line.unitAmount > 0
}

function checkPrices(changed: readonly PricedLine[]): void {
  if (changed.length === 0) return
  const items = changed.map((line) => ({
    id: line.productPublicId,
    variantId: line.variantPublicId,
    price: toDecimal(line.unitAmount),
  }))
  const sentence = `The price of ${joinTitles(changed)} has changed. Please check your cart.`
  throw refused('price_changed', sentence, { items })
}

function checkStock(short: readonly PricedLine[]): void {
  if (short.length === 0) return
  const items = short.map((line) => ({
    id: line.productPublicId,
    variantId: line.variantPublicId,
    available: line.stock,
  }))
  const sentences = short.map((line) => explainStock(line.title, line.stock))
  throw refused('not_enough_stock', sentences.join(' '), { items })
}

function checkStores(lines: readonly PricedLine[]): void {
  for (const { pausedUntil: until, supplierName } of lines) {
    if (until === null) continue
    const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', timeZone: 'UTC' })
    const sentence = `${supplierName} is on holiday until ${day.format(new Date(until))} and takes no orders. Remove its items to order the rest.`
    throw refused('store_paused', sentence, { until })
  }
}

function explainStock(title: string, available: number): string {
  return available === 0 ? `${title} is out of stock.` : `Only ${available} of ${title} left.`
}

function joinTitles(lines: readonly PricedLine[]): string {
  return [...new Set(lines.map((line) => line.title))].join(', ')
}

/** Returns the selected rates. A pickup has none; shipping requires one that was quoted for the place. */
async function getSelectedRates(
  db: Database,
  { form }: ParsedForm,
  now: Date,
): Promise<readonly QuotedRate[] | undefined> {
  if (form.shippingMethod === 'pickup') return undefined
  const id = form.selectedShippingRate?.id
  if (!id) throw new AppError('refused', 'rate_unknown', 'Please choose a shipping rate.')
  return openRates(db, { id, country: form.country, postcode: form.zipCode, now })
}

/** Returns each supplier's shipment: the requested lines, and the catalogue's data of them. */
function contentsBySupplier(
  requestedLines: readonly RequestedLine[],
  reserved: readonly (PricedLine | undefined)[],
): ReadonlyMap<number, ShipmentContents> {
  const pairs = requestedLines.flatMap((requested, index) => {
    const line = reserved[index]
    return line ? [{ wanted: requested, line }] : []
  })
  const groups = Map.groupBy(pairs, ({ line }) => line.supplierId)
  const contents = [...groups].map(([supplierId, group]) => {
    const sumBy = (of: (line: PricedLine) => number) =>
      group.reduce((sum, { line }) => sum + of(line) * line.quantity, 0)
    const products = group.map(({ wanted }) => wanted)
    const sums = {
      value: sumBy((line) => line.unitAmount),
      knownGrams: sumBy((line) => line.weightGrams ?? 0),
      warehouses: new Set(group.map(({ line }) => line.warehouse)).size,
    }
    return [supplierId, { units: products, ...sums }] as const
  })
  return new Map(contents)
}

async function findExistingPurchase(
  db: Database,
  key: string,
  requestHash: string,
): Promise<PlacedPurchase | undefined> {
  const existing = await findPurchaseByKey(db, key)
  if (!existing) return undefined
  if (existing.requestHash === requestHash) return existing
  throw refused(
    'key_reused',
    'This order was already placed with different content. Please reload the page and try again.',
  )
}

/** Returns a digest that equal requests of the same buyer share; the browser's time and the key itself are left out. */
function hashRequest(
  { orderDate: _orderDate, idempotencyKey: _key, ...content }: OrderFormData,
  buyer: Buyer | undefined,
): string {
  return createHash('sha256')
    .update(JSON.stringify([content, buyer?.id ?? null]))
    .digest('hex')
}

/** A signed-in buyer; any kind of account may buy. */
type Buyer = Pick<Actor, 'id' | 'email' | 'firstName' | 'lastName'>

/**
 * Returns the checkout form of a signed-in buyer: names come from the account, whatever the browser sent (CHK-03), if
 * it has them: some who signed in by another provider have no last name. Without an email address it is the account's.
 */
function withAccountDetails(buyer: Buyer | undefined, form: OrderFormData): OrderFormData {
  if (!buyer) return form
  return {
    ...form,
    email: form.email || buyer.email,
    firstName: buyer.firstName || form.firstName,
    lastName: buyer.lastName || form.lastName,
  }
}
