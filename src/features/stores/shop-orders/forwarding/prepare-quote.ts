import { createHash } from 'node:crypto'
import type { Database } from '#database/database.ts'
import { listVendorCosts, priceLines, type PricedLine } from '#features/catalogue/catalog/service.ts'
import {
  quoteVendorShipments,
  type ShipmentRate,
  type VendorShipment,
} from '#features/sales/shipping/service.ts'
import { type ExchangeRate, readPricing } from '#features/stores/pricing/service.ts'
import type { ShopOrderDeps } from '../deps.ts'
import type { ForwardingSettings } from '../settings/settings-queries.ts'
import type { LineReason } from '../shapes.ts'
import { convertRetail } from '../rules.ts'
import type { LineJudgement, OrderFigures } from './judge-rules.ts'
import type { ForwardedLine, ForwardedOrder } from './order-queries.ts'

/** A line that can be quoted: units of a store order's line, and their unit cost in cents. */
type CostedLine = Readonly<{
  line: ForwardedLine
  units: number
  priced: PricedLine
  unitAmount: number
}>

/** A line of a quote; `customsAmount` is a unit's customs value in cents, if it is not the cost. */
export type QuotedLine = CostedLine & Readonly<{ customsAmount: number | null }>

/** The orderable units of an order, their shipping, and the total. */
export type PreparedQuote = Readonly<{
  lines: readonly QuotedLine[]
  /** Each supplier's shipping, by the supplier's key. */
  shipments: ReadonlyMap<number, ShipmentRate>
  figures: OrderFigures
  /** Why otherwise orderable lines can't be bought. */
  lineReasons: ReadonlyMap<string, LineReason>
  /** A digest of the content. */
  requestHash: string
}>

/** An order to quote, and the settings. */
export type QuoteTask = Readonly<{
  order: ForwardedOrder
  judged: readonly LineJudgement[]
  settings: ForwardingSettings
  now: Date
}>

/**
 * Prices the orderable units of an order: wholesale by price lists and quantities, and shipping. Throws `unavailable`
 * for carriers.
 */
export async function prepareQuote(
  db: Database,
  deps: ShopOrderDeps,
  { order, judged, settings, now }: QuoteTask,
): Promise<PreparedQuote> {
  const priced = await priceReadyLines(db, { order, judged, now })
  const shipments = await quoteShipping(db, deps, { order, lines: priced })
  const lineReasons = new Map<string, LineReason>()
  const selected = new Map<number, ShipmentRate>()
  for (const { supplierId, places, rates } of shipments) {
    const rate = selectRate(rates, settings.shipping)
    const isPaused = places.some((place) => priced[place]?.priced.pausedUntil)
    const reason = !rate ? 'not_shipped_there' : isPaused ? 'supplier_paused' : undefined
    if (rate && !reason) selected.set(supplierId, rate)
    for (const place of reason ? places : [])
      lineReasons.set(priced[place]?.line.externalId ?? '', reason ?? 'unavailable')
  }
  const isHeld = settings.wholeOrdersOnly && lineReasons.size > 0
  const { rates } = await readPricing(db, order.account.id)
  const lines = (isHeld ? [] : priced)
    .filter(({ line }) => !lineReasons.has(line.externalId))
    .map((quoted) => ({ ...quoted, customsAmount: getCustomsAmount(quoted, { order, settings, rates }) }))
  const used = new Set(lines.map((line) => line.priced.supplierId))
  const chosen = new Map([...selected].filter(([supplierId]) => used.has(supplierId)))
  return {
    lines,
    shipments: chosen,
    figures: toFigures(order, { lines, shipments: chosen, rates }),
    lineReasons,
    requestHash: hashQuote(order, lines, settings),
  }
}

async function priceReadyLines(
  db: Database,
  { order, judged, now }: Pick<QuoteTask, 'order' | 'judged' | 'now'>,
): Promise<CostedLine[]> {
  const ready = judged.filter((one) => one.ready > 0)
  const lines = ready.flatMap(({ externalId, ready: units }) => {
    const line = order.lines.find((one) => one.externalId === externalId)
    return line?.variantId && line.productId
      ? [{ line, units, productId: line.productId, variantId: line.variantId }]
      : []
  })
  const quantities = new Map<string, number>()
  for (const { variantId, units } of lines)
    quantities.set(variantId, (quantities.get(variantId) ?? 0) + units)
  const productKeys = lines.flatMap(({ line }) => line.productKey ?? [])
  const [costs, priced] = await Promise.all([
    listVendorCosts(db, { accountId: order.account.id, productKeys, quantities }),
    priceLines(
      db,
      lines.map(({ productId, variantId, units }) => ({ productId, variantId, quantity: units })),
      now,
    ),
  ])
  return lines.flatMap(({ line, units, variantId }, index) => {
    const [one, cost] = [priced[index], costs.get(variantId)?.costCents ?? null]
    return one && cost !== null ? [{ line, units, priced: one, unitAmount: cost }] : []
  })
}

function quoteShipping(
  db: Database,
  { rateSource }: Pick<ShopOrderDeps, 'rateSource'>,
  { order, lines }: Readonly<{ order: ForwardedOrder; lines: readonly CostedLine[] }>,
): Promise<VendorShipment[]> {
  const { address } = order
  if (!address || lines.length === 0) return Promise.resolve([])
  const { country, postcode, city, region: state } = address
  return quoteVendorShipments(db, {
    lines: lines.map(({ priced, units, unitAmount }) => ({
      productId: priced.productPublicId,
      variantId: priced.variantPublicId,
      quantity: units,
      unitAmount,
    })),
    destination: { country, postcode, city, state },
    rateSource,
  })
}

function selectRate(
  rates: VendorShipment['rates'],
  preference: ForwardingSettings['shipping'],
): ShipmentRate | undefined {
  if (preference === 'cheapest') return rates[0]
  return rates.toSorted((a, b) => a.estimatedDays - b.estimatedDays || a.amount - b.amount)[0]
}

type CustomsInput = Pick<QuoteTask, 'order' | 'settings'> & Readonly<{ rates: readonly ExchangeRate[] }>

/**
 * Returns what the customer paid for a unit, in cents and never rounded down, if the vendor declares that. It is null
 * without an exchange rate, and for items given away: carriers accept no value of zero.
 */
function getCustomsAmount({ line }: CostedLine, { order, settings, rates }: CustomsInput): number | null {
  if (settings.customsValue === 'cost') return null
  const paid = convertRetail(line.lineAmount, order.currency, rates)
  return paid ? Math.ceil(paid / line.quantity) : null
}

type FigureInput = Pick<PreparedQuote, 'lines' | 'shipments'> & Readonly<{ rates: readonly ExchangeRate[] }>

function toFigures(order: ForwardedOrder, { lines, shipments, rates }: FigureInput): OrderFigures {
  const items = lines.reduce((sum, { units, unitAmount }) => sum + units * unitAmount, 0)
  const shipping = [...shipments.values()].reduce((sum, { amount }) => sum + amount, 0)
  const retail = lines.reduce((sum, { line, units }) => sum + (line.lineAmount * units) / line.quantity, 0)
  return { cost: items + shipping, retail: convertRetail(retail, order.currency, rates) }
}

function hashQuote(
  { address }: ForwardedOrder,
  lines: readonly QuotedLine[],
  { shipping, holdMinutes, customsValue }: ForwardingSettings,
): string {
  // The amount in the store, because the value in cents changes with every exchange rate.
  const toDeclared = ({ line, customsAmount }: QuotedLine) =>
    customsValue === 'retail' ? [line.lineAmount, customsAmount !== null] : []
  const units = lines.map((quoted) => [
    quoted.line.externalId,
    quoted.units,
    quoted.line.variantKey,
    ...toDeclared(quoted),
  ])
  return createHash('sha256')
    .update(JSON.stringify([address, units, shipping, holdMinutes]))
    .digest('hex')
}
