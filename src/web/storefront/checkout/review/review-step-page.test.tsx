import { expect, test } from 'vitest'
import type { OrderDetailsData } from '#features/sales/checkout/contract.ts'
import { createOrderDetails } from '#tests/data/checkout-data.ts'
import { renderHtml, findTags, toText } from '#tests/data/rendered.tsx'
import { ReviewStepView } from './review-step-page.tsx'

test('the review has three numbered steps, the billing address and the order’s totals [ROUTE-17, REV3-01, REV3-03, REV3-06]', () => {
  const text = toText(renderReviewStep(createOrderDetails()))
  expect(text).toContain('01 Shipping 02 Payment 03 Review')
  expect(text).toContain(
    'Billing address 12, Orchard Road Unit #12-03 238801 Singapore +6591234567 mei@example.com',
  )
  expect(text).toContain('Subtotal $1,288.00 Shipping $2.06 Economy, 15-25 days Total $1,290.06')
})

test('the card fields have no names, so that browsers never send them, and can be autofilled [REV3-02, REV3-06]', () => {
  const html = renderReviewStep(createOrderDetails())
  const fields = findTags(html, 'input').filter((tag) => !tag.includes('type="hidden"'))
  expect(fields.map((tag) => /autoComplete="([\w-]+)"/i.exec(tag)?.[1])).toEqual([
    'cc-name',
    'cc-number',
    'cc-exp',
    'cc-csc',
  ])
  for (const field of fields) expect(field).not.toContain(' name=')
  expect(toText(html)).toContain('We don’t store or receive it')
})

test("'Back' goes to the payment of this order, 'Done' to the front page [REV3-04, REV3-05, REV3-07]", () => {
  const html = renderReviewStep(createOrderDetails())
  expect(html).toMatch(/<a [^>]*href="\/checkout-step-two\/\?orderID=pur_1"[^>]*>Back</)
  expect(html).toMatch(/<a [^>]*href="\/"[^>]*>Done</)
})

test('a paid or expired order has no card form', () => {
  for (const [status, title] of [
    ['paid', 'This order is paid'],
    ['expired', 'This order has expired'],
  ] as const) {
    const html = renderReviewStep(createOrderDetails({ status }))
    expect(toText(html)).toContain(title)
    expect(findTags(html, 'input')).toEqual([])
  }
})

test('an unknown order shows an error with links', () => {
  const html = renderHtml(<ReviewStepView data={{ problem: 'There is none.' }} params={{}} search={{}} />)
  expect(toText(html)).toContain('We can’t find this order There is none. Go to checkout Back Done')
})

function renderReviewStep(order: OrderDetailsData): string {
  return renderHtml(<ReviewStepView data={{ order }} params={{}} search={{}} />)
}
