import { expect, test } from 'vitest'
import type { OrderDetailsData } from '#features/sales/checkout/contract.ts'
import { createOrderDetails } from '#tests/data/checkout-data.ts'
import { renderHtml, findTags, toText } from '#tests/data/rendered.tsx'
import { createCall } from '#web/app/calls/api.ts'
import { orderAddressLines } from '../order/address-summary.tsx'
import { paymentStepPage, PaymentStepView } from './payment-step-page.tsx'

test('step two shows the address, subtotal, shipping and total [CHK2-01, CHK2-11]', () => {
  const text = toText(renderPaymentStep(createOrderDetails()))
  expect(text).toContain('12, Orchard Road Unit #12-03 238801 Singapore +6591234567 mei@example.com')
  expect(text).toContain('Subtotal $1,288.00 Shipping $2.06 Economy, 15-25 days Total $1,290.06')
})

test('offers five payment methods, with the card selected [CHK2-03, CHK2-04]', () => {
  const radios = findTags(renderPaymentStep(createOrderDetails()), 'input').filter((tag) =>
    tag.includes('type="radio"'),
  )
  const values = radios.map((tag) => /value="(\w+)"/.exec(tag)?.[1])
  expect(values).toEqual(['vm', 'discover', 'paynow', 'upop', 'alipay'])
  expect(radios.map((tag) => tag.includes('checked=""'))).toEqual([true, false, false, false, false])
})

test('an unavailable payment method stays in the list, is disabled, and gives the reason', () => {
  const unavailableMethods = [
    { method: 'vm', reason: 'Not available for an amount this small.' },
    { method: 'paynow', reason: 'Not available in US dollars.' },
  ] as const
  const html = renderPaymentStep(
    createOrderDetails({
      paymentMethods: ['discover', 'upop', 'alipay'],
      unavailableMethods: [...unavailableMethods],
    }),
  )
  const radios = findTags(html, 'input').filter((tag) => tag.includes('type="radio"'))
  expect(radios.map((tag) => tag.includes(' disabled=""'))).toEqual([true, false, true, false, false])
  expect(radios.map((tag) => tag.includes('checked=""'))).toEqual([false, true, false, false, false])
  expect(toText(html)).toContain('PayNow Not available in US dollars.')
})

test("'Pay Now' is disabled without any available payment method", () => {
  const reason = 'Not available in this shop.'
  const unavailableMethods = createOrderDetails().paymentMethods.map((method) => ({ method, reason }))
  const html = renderPaymentStep(createOrderDetails({ paymentMethods: [], unavailableMethods }))
  expect(findTags(html, 'button')[0]).toContain(' disabled=""')
  expect(toText(html)).toContain('Alipay Not available in this shop.')
})

test("'Pay Now' is enabled while the order awaits payment", () => {
  const [button] = findTags(renderPaymentStep(createOrderDetails()), 'button')
  expect(toText(renderPaymentStep(createOrderDetails()))).toContain('Pay Now')
  expect(button).not.toContain(' disabled=""')
})

test('a paid order links to its details instead of payment [CHK2-13]', () => {
  const html = renderPaymentStep(createOrderDetails({ status: 'paid' }))
  expect(toText(html)).toContain('This order is paid')
  expect(toText(html)).not.toContain('Pay Now')
  expect(html).toContain('href="/dashboard?order=pur_1"')
})

test('an expired order links back to the cart instead of payment', () => {
  const html = renderPaymentStep(createOrderDetails({ status: 'expired' }))
  expect(toText(html)).toContain('This order has expired')
  expect(toText(html)).not.toContain('Pay Now')
  expect(html).toMatch(/href="\/checkout"[^>]*>Back to checkout</)
})

test("an invalid or missing order shows an error and a link back, and disables 'Pay Now' [CHK2-12]", async () => {
  const call = createCall({ send: refuse, log: () => undefined })
  const load = async (search: Record<string, string>) => paymentStepPage.load?.({ call, params: {}, search })
  expect(await load({})).toEqual({ problem: 'The link has no order number.' })
  expect(await load({ orderID: 'x' })).toEqual({ problem: 'There is no order with this number.' })

  const html = renderHtml(
    <PaymentStepView data={{ problem: 'There is no order with this number.' }} params={{}} search={{}} />,
  )
  expect(toText(html)).toContain('There is no order with this number. Back to checkout Pay Now')
  expect(findTags(html, 'button').at(-1)).toContain(' disabled=""')
})

test('an address omits empty lines and repeated names', () => {
  const { address } = createOrderDetails()
  const lines = orderAddressLines({
    streetAddress: '',
    address: { ...address, line2: '', city: 'Singapore', zip_code: '' },
  })
  expect(lines).toEqual(['Singapore', '+6591234567'])
})

function renderPaymentStep(order: OrderDetailsData): string {
  return renderHtml(<PaymentStepView data={{ order }} params={{}} search={{}} />)
}

function refuse(): Promise<Response> {
  const body = { success: false, code: 'order_not_found', message: 'There is no order with this number.' }
  return Promise.resolve(Response.json(body, { status: 404 }))
}
