import { sql } from 'drizzle-orm'
import { AppError } from '#core/errors.ts'
import { queryRows } from '#database/database.ts'
import {
  correctTrackingNumber,
  removeTrackingNumber,
} from '#features/sales/orders/parcels/correct-tracking.ts'
import { createRefundRequester } from '#features/money/refunds/service.ts'
import type { StoreStep } from './steps.ts'
import type { StoreWorld } from './world.ts'

type ParcelRow = Readonly<{ parcel: string; part: string; number: string }>

/** Corrects a parcel's number as the practice supplier, or takes the parcel back. */
export async function correctParcel(
  { shop, vendor }: StoreWorld,
  step: Extract<StoreStep, { do: 'correct' | 'take_back' }>,
): Promise<void> {
  const [found] = await queryRows<ParcelRow>(
    shop.db,
    sql`select c.public_id as parcel, o.public_id as part, t.number from parcel_trackings t
        join parcels c on c.id = t.parcel_id join supplier_orders o on o.id = c.supplier_order_id
        join purchases p on p.id = o.purchase_id where p.account_id = ${vendor.id} order by t.id offset ${step.which} limit 1`,
  )
  if (!found) return
  const { enqueue } = shop.app.jobs
  const deps = { enqueue, refund: createRefundRequester(enqueue) }
  const context = { id: found.part, scope: {}, cause: { actor: 'supplier' } as const, deps, now: shop.now() }
  const corrected = { carrier: 'other', number: `AGAIN${String(shop.now().getTime()).slice(-9)}` } as const
  try {
    await (step.do === 'correct'
      ? correctTrackingNumber(shop.db, context, {
          parcelId: found.parcel,
          before: found.number,
          ...corrected,
        })
      : removeTrackingNumber(shop.db, context, { parcelId: found.parcel, number: found.number }))
  } catch (error) {
    // It has arrived, or its order has moved on.
    if (!(error instanceof AppError)) throw error
  }
  await shop.work()
}
