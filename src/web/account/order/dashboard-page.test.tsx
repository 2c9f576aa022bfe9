import { expect, test } from 'vitest'
import type { TrackedOrderData } from '#features/sales/checkout/contract.ts'
import { createTrackedOrder } from '#tests/data/checkout-data.ts'
import { renderHtml, toText } from '#tests/data/rendered.tsx'
import { createCall } from '#web/app/calls/api.ts'
import { dashboardPage, DashboardView, type DashboardData, NoOrderView } from './dashboard-page.tsx'
import { progressSteps } from './order-progress.ts'

test('shows the order of the URL with its number, supplier orders and total [PAY-11]', () => {
  const text = toText(renderDashboard({ order: createTrackedOrder() }))
  expect(text).toContain('Order C-ZT95H-EZQST')
  expect(text).toMatch(
    /Harbour Setting Co\..*Botanic Emerald Studs.*\$1,180\.00.*Hockley Bench.*Towpath Bead Anklet.*\$108\.00/,
  )
  expect(text).toContain('Subtotal $1,288.00 Shipping $4.12 Total $1,292.12')
  expect(text.match(/Economy, 15-25 days: \$2\.06/g)).toHaveLength(2)
})

test('each supplier order links to a conversation with its supplier', () => {
  const order = createTrackedOrder()
  const html = renderDashboard({ order })
  for (const { id, supplier } of order.supplierOrders)
    expect(html).toMatch(
      new RegExp(
        `<a[^>]*aria-label="Chat with ${supplier} about this order"[^>]*href="/chat\\?order=${encodeURIComponent(id)}"`,
      ),
    )
})

test('the order shows recipient and address, and prints as a receipt of the shop', () => {
  const html = renderDashboard({ order: createTrackedOrder() })
  expect(toText(html)).toMatch(/Delivery to Mei Tan 12, Tanjong Pagar Road .* Singapore mei@shopper\.example/)
  expect(html).toMatch(/<div class="print:hidden"><div[^>]*><button[^>]*>Print this order</)
  expect(toText(html)).toContain('68 Circular Road')
  const pickup = { name: 'Mei Tan', email: 'mei@shopper.example', lines: [] }
  expect(
    toText(renderDashboard({ order: createTrackedOrder({ shippingMethod: 'pickup', recipient: pickup }) })),
  ).toContain('Picked up by Mei Tan mei@shopper.example')
})

test('a paid order is placed, paid and with the supplier', () => {
  expect(stepStates('paid')).toEqual([
    'Placed done',
    'Paid done',
    'With the supplier current',
    'On its way ahead',
    'Delivered ahead',
  ])
  expect(stepStates('shipped').slice(2)).toEqual([
    'With the supplier done',
    'On its way current',
    'Delivered ahead',
  ])
  expect(stepStates('delivered').slice(3)).toEqual(['On its way done', 'Delivered done'])
  expect(stepStates('in_case').slice(2)).toEqual([
    'With the supplier done',
    'On its way done',
    'In review current',
  ])
  expect(stepStates('refunded').slice(3)).toEqual(['On its way done', 'Refunded done'])
  expect(stepStates('cancelled').slice(2)).toEqual(['Cancelled ended'])
})

test('an unpaid order waits for its payment, and links to it', () => {
  expect(stepStates('awaiting_payment')).toEqual([
    'Placed done',
    'Waiting for payment current',
    'With the supplier ahead',
  ])
  const html = renderDashboard({ order: createTrackedOrder({ status: 'awaiting_payment', paidAt: null }) })
  expect(html).toMatch(/href="\/checkout-step-two\/\?orderID=pur_1"[^>]*>Pay this order</)
})

test('an expired order ends after the placed step, and says that nothing was charged', () => {
  expect(stepStates('expired')).toEqual(['Placed done', 'Expired unpaid ended'])
  expect(toText(renderDashboard({ order: createTrackedOrder({ status: 'expired' }) }))).toContain(
    'You weren’t charged',
  )
})

test('an unknown order shows a message instead of a 404 [ROUTE-32]', async () => {
  const refusal = { success: false, code: 'order_not_found', message: 'There is no order with this number.' }
  const call = createCall({
    send: () => Promise.resolve(Response.json(refusal, { status: 404 })),
    log: () => undefined,
  })
  const data = await dashboardPage.load?.({ call, params: {}, search: { order: 'x' } })
  expect(data).toEqual({ problem: 'There is no order with this number.' })
  expect(toText(renderDashboard({ problem: 'There is no order with this number.' }))).toContain(
    'There is no order with this number.',
  )
})

test('without an order in the URL, the server renders a skeleton and requests nothing', async () => {
  const call = createCall({ send: () => Promise.reject(new Error('nothing to ask')), log: () => undefined })
  expect(await dashboardPage.load?.({ call, params: {}, search: {} })).toEqual({})
  expect(renderDashboard({})).toContain('aria-busy="true"')
})

test('without any order, the page shows a hint and a link to the marketplace', () => {
  const html = renderHtml(<NoOrderView />)
  expect(toText(html)).toContain('No order here yet Your confirmation email has a link to your order.')
  expect(html).toContain('href="/marketplace"')
})

test('the dashboard is not indexed', () => {
  expect(dashboardPage.head({}, { params: {}, search: {} }).isPrivate).toBe(true)
})

function renderDashboard(data: DashboardData): string {
  return renderHtml(<DashboardView data={data} params={{}} search={{}} />)
}

function stepStates(status: TrackedOrderData['status']): string[] {
  const isPaid = status !== 'awaiting_payment' && status !== 'expired'
  const order = createTrackedOrder({ status, paidAt: isPaid ? '2026-11-21T10:03:00.000Z' : null })
  return progressSteps(order).map(({ label, state }) => `${label} ${state}`)
}
