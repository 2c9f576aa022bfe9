import type { Queryable } from '#database/database.ts'
import type { OrderScope } from '../../lifecycle/lifecycle-queries.ts'
import { resolveCustoms, resolveUnits } from '../../parcels/resolve-lines.ts'
import type { PostalAddress } from '../../port.ts'
import type { Measures } from '#features/sales/shipping/service.ts'

/** A parcel in a request, with its lines by their positions. */
export type ParcelBody = Readonly<{
  lines?: readonly Readonly<{ line: number; quantity: number }>[] | undefined
  parcel?: Measures | undefined
  sender?: PostalAddress | undefined
  customs?:
    | readonly Readonly<{
        line: number
        description?: string | undefined
        valueCents?: number | undefined
        originCountry?: string | undefined
        tariffNumber?: string | undefined
      }>[]
    | undefined
}>

/** Returns a parcel with its lines by their keys. Throws `order_not_found`. */
export async function resolveParcel(
  db: Queryable,
  order: Readonly<{ id: string; scope: OrderScope }>,
  { lines, parcel, sender, customs }: ParcelBody,
) {
  return {
    units: lines && (await resolveUnits(db, order, lines)),
    measures: parcel,
    sender,
    customs:
      customs &&
      (await resolveCustoms(
        db,
        order,
        customs.map(({ valueCents: amount, ...one }) => ({ ...one, amount })),
      )),
  }
}
