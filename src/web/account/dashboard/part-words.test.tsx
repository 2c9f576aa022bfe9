import { expect, test } from 'vitest'
import type { TrackedOrderData } from '#features/checkout/contract.ts'
import { aTrackedOrder } from '#tests/checkout-data.ts'
import { drawn, textOf } from '#tests/drawn.tsx'
import { DashboardView } from './dashboard-page.tsx'

type Part = TrackedOrderData['supplierOrders'][number]
type Parcel = Part['parcels'][number]
type Tracking = Parcel['trackings'][number]

test('a parcel that goes back is nowhere said to be delivered, or on its way to the buyer', () => {
  const parcel = aParcel(
    { deliveredAt: '2026-03-20T10:00:00.000Z', deliveredBy: 'timer' },
    { state: 'returned' },
  )
  const text = wordsOf({ state: 'shipped', parcels: [parcel] })
  expect(text).toContain('A parcel is on its way back to Harbour Setting Co.')
  expect(text).not.toContain('Everything is on its way to you.')
  expect(text).not.toContain('elivered on')
})

test('what was only announced to the carrier is said to be that', () => {
  const text = wordsOf({ state: 'shipped', parcels: [aParcel({}, { state: 'info_received' })] })
  expect(text).toContain('Harbour Setting Co. has announced your parcel to the carrier.')
  expect(text).toContain('Announced to the carrier, not handed over yet')
})

test('a supplier’s word is told as that, and so is that nothing was heard', () => {
  const said = aParcel({ saidAt: '2026-03-10T10:00:00.000Z' })
  expect(wordsOf({ state: 'shipped', parcels: [said] })).toMatch(
    /Sent on .* The supplier says that it arrived on 3\/10\/2026 \. If it is here, please tell us\./,
  )
  const silent = aParcel({ deliveredAt: '2026-03-20T10:00:00.000Z', deliveredBy: 'timer' })
  expect(wordsOf({ state: 'delivered', parcels: [silent] })).toContain('Counted as delivered on 3/20/2026')
})

function aParcel(over: Partial<Parcel>, tracking: Partial<Tracking> = {}): Parcel {
  return {
    id: 'pcl_1',
    shippedAt: '2026-03-02T10:00:00.000Z',
    deliveredAt: null,
    deliveredBy: null,
    saidAt: null,
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
    lines: [{ line: 1, title: 'Botanic Emerald Studs', quantity: 1 }],
    ...over,
  }
}

/** What the page says of an order whose first part is so. */
function wordsOf(over: Partial<Part>, order: Partial<TrackedOrderData> = {}): string {
  const whole = aTrackedOrder(order)
  const [first, ...others] = whole.supplierOrders
  if (!first) throw new Error('the order has no part')
  const data = { order: { ...whole, supplierOrders: [{ ...first, ...over }, ...others] } }
  return textOf(drawn(<DashboardView data={data} params={{}} search={{}} />))
}
