import { randomInt } from 'node:crypto'
import type { Queryable } from '#database/database.ts'
import { newSecretId, type Id } from '#core/ids.ts'
import { addMs, SECOND } from '#core/time.ts'
import { findLineRates } from '#features/money/commissions/service.ts'
import type { ShipmentRate } from '#features/sales/shipping/service.ts'
import type { CommissionSettings } from '#platform/config/payout-settings.ts'
import type { ParcelBrand } from '../shapes.ts'
import type { purchases } from '../tables.ts'
import { TIMING } from '../timers/timing.ts'
import {
  insertPurchase,
  type NewSupplierOrder,
  countReservedUnits,
  type ReservedUnits,
  lockBuyer,
} from './write-queries.ts'
import { refused } from '#core/errors.ts'
import { getUnpaidLimits } from '../rules.ts'

/** A line to buy, priced by the catalogue: amounts in cents, keys internal. */
export type BoughtLine = Readonly<{
  supplierId: number
  warehouse: string
  productId: number
  variantId: number
  productPublicId: string
  title: string
  variantTitle: string
  sku: string
  imageKey: string | null
  quantity: number
  unitAmount: number
  wholesaleAmount: number | null
  /** The customs value of a unit, if it is not its price. */
  customsAmount?: number | null
  /** Whether its supplier accepts a return without fault of the seller. */
  isReturnable: boolean
  /** Whether it is made for this buyer, which excludes the right of withdrawal. */
  isMadeToOrder: boolean
}>

/** The buyer and the destination, already normalised. */
export type Delivery = Pick<
  typeof purchases.$inferInsert,
  | 'email'
  | 'shippingMethod'
  | 'firstName'
  | 'lastName'
  | 'phone'
  | 'country'
  | 'blockNumber'
  | 'streetAddress'
  | 'unitNumber'
  | 'buildingName'
  | 'address2'
  | 'city'
  | 'state'
  | 'postcode'
>

/**
 * A vendor's store order that is bought wholesale: its public id, its number in the store, the store's name, and how
 * long it is reserved unpaid and on hold once paid; `brand` is the branding of its parcels.
 */
export type VendorSale = Readonly<{
  order: Id<'shopOrder'>
  reference: string
  store: string
  reservationMs: number
  holdMs: number
  brand: ParcelBrand | null
}>

/** The data of a new purchase. */
export type NewPurchase = Readonly<{
  delivery: Delivery
  lines: readonly BoughtLine[]
  /** Each supplier's shipping, by the supplier's key; empty for a pickup. */
  shipments: ReadonlyMap<number, ShipmentRate>
  currency: string
  /** The key of the signed-in account; null for a guest. */
  accountId: number | null
  idempotencyKey: string | null
  requestHash: string
  /** The name by which limits count the buyer, and the factor of these limits; null if other limits apply. */
  counted: Readonly<{ client: string; limitFactor: number }> | null
  /** The vendor's store order; omitted for a shopper's purchase. */
  vendor?: VendorSale
  /** The commission without a rule, and the tax on it. */
  commission: CommissionSettings
  now: Date
}>

/** A placed purchase as its buyer sees it. */
export type PlacedPurchase = Readonly<{ publicId: Id<'purchase'>; totalAmount: number; expiresAt: Date }>

/**
 * Stores a purchase with one supplier order for each supplier, each with its shipping price. An order has the warehouse
 * of its first line; a line of another warehouse has its own. The purchase's shipping is their sum. The caller reserves
 * the stock, in the same transaction. Throws `too_much_unpaid`, which rolls it back, if a counted buyer exceeds the
 * limit of unpaid items.
 */
export async function placePurchase(tx: Queryable, purchase: NewPurchase): Promise<PlacedPurchase> {
  const { now, lines, currency, vendor, counted } = purchase
  const channel = vendor ? 'vendor' : 'marketplace'
  const getRate = await findLineRates(tx, {
    lines,
    channel,
    standard: purchase.commission.bps,
    now,
  })
  const publicId = newSecretId('purchase')
  const expiresAt = addMs(now, vendor?.reservationMs ?? TIMING.reservation)
  const orders = createSupplierOrders(purchase)
  const warehouses = new Map(orders.map(({ supplierId, warehouse }) => [supplierId, warehouse]))
  const subtotalAmount = sum(lines)
  const shippingAmount = orders.reduce((total, order) => total + order.shippingAmount, 0)
  const totalAmount = subtotalAmount + shippingAmount
  const units = lines.reduce((total, line) => total + line.quantity, 0)
  await insertPurchase(tx, {
    purchase: {
      ...purchase.delivery,
      ...shippingOfAll(orders),
      publicId,
      number: orderNumber(),
      accountId: purchase.accountId,
      idempotencyKey: purchase.idempotencyKey,
      requestHash: purchase.requestHash,
      currency,
      subtotalAmount,
      shippingAmount,
      totalAmount,
      client: counted?.client ?? null,
      units,
      placedAt: now,
      expiresAt,
      channel,
      vendorOrder: vendor?.order ?? null,
      vendorReference: vendor?.reference ?? null,
      vendorStore: vendor?.store ?? null,
      holdSeconds: vendor ? Math.round(vendor.holdMs / SECOND) : null,
      brand: vendor?.brand ?? null,
    },
    orders,
    lines: lines.map((line) => ({
      ...line,
      warehouse: warehouses.get(line.supplierId) === line.warehouse ? null : line.warehouse,
      customsAmount: line.customsAmount ?? null,
      lineAmount: line.unitAmount * line.quantity,
      commissionBps: getRate(line),
    })),
  })
  if (counted) await enforceUnpaidLimit(tx, { ...counted, email: purchase.delivery.email, units })
  return { publicId, totalAmount, expiresAt }
}

function createSupplierOrders({ lines, shipments, commission }: NewPurchase): NewSupplierOrder[] {
  const groups = [...Map.groupBy(lines, (line) => line.supplierId)]
  return groups.map(([supplierId, group]) => {
    const itemsAmount = sum(group)
    const shipment = shipments.get(supplierId)
    const shippingAmount = shipment?.amount ?? 0
    return {
      publicId: newSecretId('supplierOrder'),
      supplierId,
      warehouse: group[0]?.warehouse ?? '',
      state: 'awaiting_payment',
      itemsAmount,
      shippingAmount,
      totalAmount: itemsAmount + shippingAmount,
      // The rate of the shipping; each line has its own.
      commissionBps: commission.shippingBps,
      commissionTaxBps: commission.taxBps,
      shippingService: shipment?.service ?? null,
      shippingMinDays: shipment?.minDays ?? null,
      shippingDays: shipment?.estimatedDays ?? null,
    }
  })
}

/** Returns the services of all shipments, each once, and the days of the slowest; null for a pickup. */
function shippingOfAll(orders: readonly NewSupplierOrder[]) {
  const services = new Set(orders.flatMap(({ shippingService }) => shippingService ?? []))
  const days = orders.flatMap(({ shippingDays }) => shippingDays ?? [])
  return {
    shippingService: services.size > 0 ? [...services].join(', ') : null,
    shippingDays: days.length > 0 ? Math.max(...days) : null,
  }
}

function sum(lines: readonly BoughtLine[]): number {
  return lines.reduce((total, line) => total + line.unitAmount * line.quantity, 0)
}

/** Letters and digits that are hard to confuse (Crockford's base 32). */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/**
 * Returns an order number that is easy to read out: ten random characters, which do not reveal the number of orders.
 */
function orderNumber(): string {
  const characters = Array.from({ length: 10 }, () => ALPHABET.charAt(randomInt(ALPHABET.length)))
  return `C-${characters.slice(0, 5).join('')}-${characters.slice(5).join('')}`
}

/** The buyer of a new order and its number of items; `limitFactor` multiplies the limit. */
type UnpaidLimitInput = Readonly<{ client: string; email: string; units: number; limitFactor: number }>

/**
 * Throws `too_much_unpaid` if a new order exceeds its buyer's limit of unpaid items. The limit applies to the caller
 * and to the mailbox of the order's address. Small orders far below the limits take no lock, so concurrent ones may
 * exceed them slightly.
 */
async function enforceUnpaidLimit(tx: Queryable, input: UnpaidLimitInput): Promise<void> {
  const limits = getUnpaidLimits(input.limitFactor)
  if (input.units > limits.byEmail)
    throw refused(
      'too_much_unpaid',
      `One order can have at most ${limits.byEmail} items. Order the others once you have paid for these.`,
    )
  const reserved = await countReservedUnits(tx, input)
  if (isFarBelowLimits(limits, reserved, input.units)) return
  await lockBuyer(tx, input)
  const { byClient, byEmail } = await countReservedUnits(tx, input)
  if (byEmail <= limits.byEmail && byClient <= limits.byClient) return
  throw refused(
    'too_much_unpaid',
    'You have too many items reserved in unpaid orders. Pay for one of them, or try again in 15 minutes.',
  )
}

/** Returns whether a small order's client has reserved less than half of the limit. */
function isFarBelowLimits(limits: ReservedUnits, reserved: ReservedUnits, units: number): boolean {
  const isSmall = units <= limits.byEmail / 20
  return isSmall && reserved.byEmail <= limits.byEmail / 2 && reserved.byClient <= limits.byClient / 2
}
