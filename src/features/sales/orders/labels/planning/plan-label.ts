import type { Queryable } from '#database/database.ts'
import { listSoldUnits, type SoldUnits } from '#features/catalogue/catalog/service.ts'
import { findWarehouseByName, type Measures, packLabelParcel } from '#features/sales/shipping/service.ts'
import { refused } from '#core/errors.ts'
import { notEnoughUnits } from '../../lifecycle/withdraw-units.ts'
import type { LineUnits } from '../../lifecycle/lifecycle-queries.ts'
import type { PostalAddress } from '../../port.ts'
import { countRemaining } from '../../rules.ts'
import type { SupplierOrderLine } from '../../views/purchase-queries.ts'
import type { OrderContext } from '../../views/timeline-queries.ts'
import { type CustomsLine, type CustomsOverride, describeCustoms } from './declare-customs.ts'
import type { Label } from '../label-queries.ts'

/** A supplier's data of a parcel that needs a label; the defaults come from the products and the warehouse. */
export type ParcelInput = Readonly<{
  measures: Measures | undefined
  sender: PostalAddress | undefined
  customs: readonly CustomsOverride[] | undefined
  /** The country that parcels without a sender of their own are sent from. */
  hubCountry: string
}>

/** A line whose product has no weight, and the weight assumed for one unit, in grams. */
export type UnweighedLine = Readonly<{ line: SupplierOrderLine; grams: number }>

/** A parcel with all data that its label needs; `customs` is null if it passes none. */
export type LabelPlan = Readonly<{
  units: readonly LineUnits[]
  measures: Measures
  unweighed: readonly UnweighedLine[]
  /** The name of the warehouse that it leaves from. */
  warehouse: string
  /** Null if parcels are handed over at the marketplace. */
  sender: PostalAddress | null
  /** Whether the warehouse has no address, and is in another country than the marketplace's handover. */
  isSenderMissing: boolean
  customs: readonly CustomsLine[] | null
}>

type LabelPlanInput = Readonly<{
  context: OrderContext
  lines: readonly SupplierOrderLine[]
  units: readonly LineUnits[]
  parcel: ParcelInput
}>

/** Returns the plan of a parcel's label. Refuses with `order_state` for a pickup; throws `value_below_price`. */
export async function planLabel(
  db: Queryable,
  { context, lines, units, parcel }: LabelPlanInput,
): Promise<LabelPlan> {
  const { order, purchase } = context
  if (purchase.shippingMethod === 'pickup')
    throw refused('order_state', 'This order is picked up, so it doesn’t need a label.')
  const name = getWarehouseName(context, lines, units)
  const warehouse = await findWarehouseByName(db, { supplierId: order.supplierId, name })
  const sender = parcel.sender ?? warehouse?.sender ?? null
  const soldUnits = await listSoldUnits(db, toSoldUnits(lines, units))
  return {
    units,
    warehouse: name,
    sender,
    isSenderMissing: !sender && warehouse !== undefined && warehouse.country !== parcel.hubCountry,
    measures: parcel.measures ?? packLabelParcel(soldUnits),
    unweighed: parcel.measures ? [] : listUnweighed(lines, soldUnits),
    customs: await describeCustoms(db, {
      from: sender?.country ?? parcel.hubCountry,
      to: purchase.country,
      currency: order.currency,
      lines,
      units,
      overrides: parcel.customs ?? [],
    }),
  }
}

/** Returns the warehouse of all units of a parcel; if they are in several, the order's warehouse. */
function getWarehouseName(
  { order }: OrderContext,
  lines: readonly SupplierOrderLine[],
  units: readonly LineUnits[],
): string {
  const packed = lines.filter(({ id }) => units.some(({ lineId, quantity }) => lineId === id && quantity > 0))
  const [first, ...others] = new Set(packed.map((line) => line.warehouse ?? order.warehouse))
  return first !== undefined && others.length === 0 ? first : order.warehouse
}

function toSoldUnits(lines: readonly SupplierOrderLine[], units: readonly LineUnits[]) {
  return units.flatMap(({ lineId, quantity }) => {
    const line = lines.find(({ id }) => id === lineId)
    return line ? [{ productId: line.productId, variantId: line.variantId, quantity }] : []
  })
}

function listUnweighed(
  lines: readonly SupplierOrderLine[],
  soldUnits: readonly SoldUnits[],
): UnweighedLine[] {
  return soldUnits.flatMap(({ productId, variantId, weightGrams, typicalGrams }) => {
    const line = lines.find((one) => one.productId === productId && one.variantId === variantId)
    return line && !weightGrams && typicalGrams ? [{ line, grams: typicalGrams }] : []
  })
}

/** Returns the requested units, else all that is left and has no label. Refuses with `units_not_there`. */
export function selectUnitsToSend(
  lines: readonly SupplierOrderLine[],
  labels: readonly Label[],
  requested: readonly LineUnits[] | undefined,
): LineUnits[] {
  const openUnits = labels
    .filter(({ state }) => state === 'asked' || state === 'bought')
    .flatMap((one) => one.units)
  const availableByLine = new Map(
    lines.map((line) => [
      line.id,
      countRemaining(line) -
        openUnits.filter(({ lineId }) => lineId === line.id).reduce((sum, { quantity }) => sum + quantity, 0),
    ]),
  )
  const units = requested ?? [...availableByLine].map(([lineId, quantity]) => ({ lineId, quantity }))
  const isAvailable = ({ lineId, quantity }: LineUnits) => quantity <= (availableByLine.get(lineId) ?? 0)
  const filled = units.filter(({ quantity }) => quantity > 0)
  if (filled.length === 0 || !filled.every(isAvailable)) throw notEnoughUnits()
  return filled
}
