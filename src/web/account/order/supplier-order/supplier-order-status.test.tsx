import { expect, test } from 'vitest'
import type { TrackedOrderData } from '#features/sales/checkout/contract.ts'
import { createTrackedOrder } from '#tests/data/checkout-data.ts'
import { renderHtml, toText } from '#tests/data/rendered.tsx'
import { DashboardView } from '../dashboard-page.tsx'

type SupplierOrder = TrackedOrderData['supplierOrders'][number]
type Parcel = SupplierOrder['parcels'][number]
type TrackingData = Parcel['trackings'][number]

test('a parcel that is being returned is never shown as delivered or on its way to the buyer', () => {
  const parcel = aParcel(
    { deliveredAt: '2026-03-20T10:00:00.000Z', deliveredBy: 'timer' },
    { state: 'returned' },
  )
  const deliverBy = '2026-03-14T10:00:00.000Z'
  const text = statusText({ state: 'shipped', parcels: [parcel], deliverBy })
  expect(text).not.toContain('Expected by')
  expect(text).toContain('A parcel is on its way back to Harbour Setting Co.')
  expect(text).not.toContain('Everything is on its way to you.')
  expect(text).not.toContain('elivered on')
})

test('a parcel that is only announced to the carrier is shown as announced', () => {
  const text = statusText({ state: 'shipped', parcels: [aParcel({}, { state: 'info_received' })] })
  expect(text).toContain('Harbour Setting Co. has announced your parcel to the carrier.')
  expect(text).toContain('Announced to the carrier, not handed over yet')
})

test('shows a delivery reported by the supplier as such, and a delivery assumed without a report as such', () => {
  const reportedParcel = aParcel({ reportedDeliveredAt: '2026-03-10T10:00:00.000Z' })
  expect(statusText({ state: 'shipped', parcels: [reportedParcel] })).toMatch(
    /Sent on .* The supplier says that it arrived on 3\/10\/2026 \. If it is here, please tell us\./,
  )
  const silent = aParcel({ deliveredAt: '2026-03-20T10:00:00.000Z', deliveredBy: 'timer' })
  expect(statusText({ state: 'delivered', parcels: [silent] })).toContain('Counted as delivered on 3/20/2026')
})

test('a pickup order is never shown as shipped: it shows place, time and code, then that it was collected', () => {
  const parcel = aParcel({ trackings: [], collection: { note: 'Via Roma 5, from 9 to 5', code: '3RSN3K' } })
  const pickup = { shippingMethod: 'pickup', status: 'shipped', shippingService: null } as const
  const ready = statusText({ state: 'shipped', parcels: [parcel] }, pickup)
  expect(ready).toMatch(/Placed .* Paid .* With the supplier Ready to collect Collected/)
  expect(ready).toContain('Everything is ready to collect. Ready to collect since 3/2/2026')
  expect(ready).toContain('Via Roma 5, from 9 to 5 Show this code when you collect them: 3RSN3K')
  expect(ready).not.toMatch(/On its way|Sent on|Expected by/)
  const collectedParcel = {
    ...parcel,
    deliveredAt: '2026-03-04T10:00:00.000Z',
    deliveredBy: 'shopper',
  } as const
  const deliveredText = statusText(
    { state: 'delivered', parcels: [collectedParcel] },
    { ...pickup, status: 'delivered' },
  )
  expect(deliveredText).toContain('Collected on 3/4/2026')
  expect(deliveredText).not.toMatch(/3RSN3K|Delivered/)
})

test('the default outcome of a cancellation request depends on whether a parcel was sent', () => {
  expect(statusText({ state: 'cancel_requested' })).toContain(
    'Without an answer, the items that weren’t shipped are cancelled.',
  )
  expect(statusText({ state: 'cancel_requested', parcels: [aParcel({})] })).toContain(
    'Without an answer, the rest is shipped, because a parcel is already on its way.',
  )
})

function aParcel(overrides: Partial<Parcel>, tracking: Partial<TrackingData> = {}): Parcel {
  return {
    id: 'pcl_1',
    shippedAt: '2026-03-02T10:00:00.000Z',
    deliveredAt: null,
    deliveredBy: null,
    reportedDeliveredAt: null,
    trackings: [
      {
        carrier: 'fedex',
        title: 'FedEx',
        number: '123456789012',
        url: null,
        state: null,
        lastStep: null,
        expectedAt: null,
        ...tracking,
      },
    ],
    collection: null,
    lines: [{ line: 1, title: 'Botanic Emerald Studs', quantity: 1 }],
    ...overrides,
  }
}

/** Returns the page's status text of an order whose first supplier order has these values. */
function statusText(
  overrides: Partial<SupplierOrder>,
  orderOverrides: Partial<TrackedOrderData> = {},
): string {
  const order = createTrackedOrder(orderOverrides)
  const [first, ...others] = order.supplierOrders
  if (!first) throw new Error('the purchase has no supplier order')
  const data = { order: { ...order, supplierOrders: [{ ...first, ...overrides }, ...others] } }
  return toText(renderHtml(<DashboardView data={data} params={{}} search={{}} />))
}
