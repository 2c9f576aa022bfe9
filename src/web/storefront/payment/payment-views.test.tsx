import { expect, test } from 'vitest'
import { renderHtml, toText } from '#tests/data/rendered.tsx'
import { type ConfirmationState, ConfirmationView, paymentSuccessPage } from './payment-success-page.tsx'
import { PaymentErrorView } from './payment-error-page.tsx'

test('confirms the transaction id of the URL, starting with the processing view and a spinner [PAY-01, PAY-02]', () => {
  const { View } = paymentSuccessPage
  const html = renderHtml(<View data={undefined} params={{}} search={{ transaction_id: 'txn_1' }} />)
  expect(toText(html)).toBe('Processing Your Order Please wait while we confirm your payment...')
  expect(html).toContain('animate-spin')
})

test("shows 'Payment Successful!' with the email, a link to the order, and the id [PAY-03, PAY-04, PAY-05]", () => {
  const html = renderConfirmation({ view: 'success', orderId: 'pur_1' })
  expect(toText(html)).toContain('Payment Successful!')
  expect(toText(html)).toContain('A confirmation email')
  expect(html).toMatch(/href="\/dashboard\?order=pur_1"[^>]*>View Order Details</)
  expect(html.replaceAll('<!-- -->', '')).toContain('Transaction ID: #txn_1')
})

test("a refusal keeps the processing view with the reason and 'Try again', without success", () => {
  const text = toText(renderConfirmation({ view: 'processing', refusal: 'The payment was declined.' }))
  expect(text).toMatch(
    /^Processing Your Order Please wait while we confirm your payment\.\.\. The payment was declined\. Try again/,
  )
  expect(text).not.toContain('Payment Successful!')
})

test('after an error, shows that the payment could not be confirmed, with a retry and no success [PAY-08]', () => {
  const text = toText(renderConfirmation({ view: 'failed' }))
  expect(text).toContain('We couldn’t confirm your payment')
  expect(text).toContain('Try again')
  expect(text).not.toContain('Payment Successful!')
})

test('without a transaction id, shows a message with a link to the front page, and no success [PAY-12]', () => {
  const { View } = paymentSuccessPage
  const html = renderHtml(<View data={undefined} params={{}} search={{}} />)
  expect(toText(html)).toContain('No payment to confirm')
  expect(html).toMatch(/href="\/"[^>]*>Back to home</)
  expect(html).not.toContain('Payment Successful!')
})

test("the error page has the heading 'Payment Error', one sentence, and a link to the checkout [PAY-15]", () => {
  const html = renderHtml(<PaymentErrorView />)
  expect(html).toMatch(/<h1[^>]*>Payment Error<\/h1><p[^>]*>[^.]+\.<\/p>/)
  expect(html).toMatch(/href="\/checkout"[^>]*>Back to checkout</)
})

function renderConfirmation(state: ConfirmationState): string {
  return renderHtml(<ConfirmationView state={state} transactionId="txn_1" onRetry={() => undefined} />)
}
