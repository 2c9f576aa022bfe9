import { expect, test } from 'vitest'
import { createOrderDetails } from '#tests/data/checkout-data.ts'
import { DEFAULT_METHOD, INVALID_RESPONSE, toPaymentRequest, readPaymentStart } from './payment-request.ts'

test('a payment is asked for with all eight fields, and the notice goes to the server [CHK2-07, CHK2-14]', () => {
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

test("the payer is the guest's address, else the user's [CHK2-08]", () => {
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

test('the card is the default method [CHK2-04]', () => {
  expect(DEFAULT_METHOD).toBe('vm')
})

test('an answer with an address is followed, whatever its code', () => {
  expect(start(1, 'https://pay.test/1')).toEqual({ ok: true, url: 'https://pay.test/1' })
})

test('no address with code 0 is an invalid response [CHK2-09]', () => {
  expect(INVALID_RESPONSE).toBe('Invalid response! Something went wrong')
  expect(start(0, '')).toEqual({ ok: false, message: 'Invalid response! Something went wrong' })
})

test('no address with another code is told too [CHK2-10]', () => {
  expect(start(17, '')).toEqual({
    ok: false,
    message: 'We couldn’t start your payment. Please try again.',
  })
})

test('an address that is not of the web is not followed', () => {
  expect(start(0, 'javascript:alert(1)')).toMatchObject({ ok: false })
})

function start(code: number, url: string) {
  const redirectURLData = { response_code: code, payment_url: url, transaction_id: 't' }
  return readPaymentStart({ success: true, message: '', redirectURLData })
}
