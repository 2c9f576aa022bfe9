import { expect, test } from 'vitest'
import { createOrderDetails } from '#tests/data/checkout-data.ts'
import { DEFAULT_METHOD, INVALID_RESPONSE, toPaymentRequest, readPaymentStart } from './payment-request.ts'

test('a payment request has all eight fields, and its webhook goes to the server [CHK2-07, CHK2-14]', () => {
  expect(toPaymentRequest(createOrderDetails(), 'paynow', 'https://shop.test')).toEqual({
    orderID: 'pur_1',
    amount: 1290.06,
    backURL: 'https://shop.test/paymentError',
    redirectUrl: 'https://shop.test/paymentSuccess',
    notifyUrl: 'https://shop.test/payments/notify/sandbox',
    payer_email: 'mei@example.com',
    merchant_reference: 'pur_1',
    paymentMethod: 'paynow',
  })
})

test('the payer’s email is the guest’s, otherwise the account’s [CHK2-08]', () => {
  const ofUser = createOrderDetails({
    isGuest: false,
    guestEmail: null,
    orderUser: { email: 'user@example.com' },
  })
  expect(toPaymentRequest(ofUser, 'vm', '').payer_email).toBe('user@example.com')
  expect(toPaymentRequest(createOrderDetails({ orderUser: { email: 'no' } }), 'vm', '').payer_email).toBe(
    'mei@example.com',
  )
})

test('the default method is the card [CHK2-04]', () => {
  expect(DEFAULT_METHOD).toBe('vm')
})

test('follows a URL in the answer, whatever its code', () => {
  expect(start(1, 'https://pay.test/1')).toEqual({ ok: true, url: 'https://pay.test/1' })
})

test('an answer without a URL and with code 0 is an invalid response [CHK2-09]', () => {
  expect(INVALID_RESPONSE).toBe('Invalid response! Something went wrong')
  expect(start(0, '')).toEqual({ ok: false, message: 'Invalid response! Something went wrong' })
})

test('an answer without a URL and with another code shows an error [CHK2-10]', () => {
  expect(start(17, '')).toEqual({
    ok: false,
    message: 'We couldn’t start your payment. Please try again.',
  })
})

test('does not follow a URL that is not http or https', () => {
  expect(start(0, 'javascript:alert(1)')).toMatchObject({ ok: false })
})

function start(code: number, url: string) {
  const redirectURLData = { response_code: code, payment_url: url, transaction_id: 't' }
  return readPaymentStart({ success: true, message: '', redirectURLData })
}
