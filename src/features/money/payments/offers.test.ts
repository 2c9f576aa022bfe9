import { expect, test } from 'vitest'
import { findOffer } from './offers.ts'
import type { Capability, PaymentProvider } from './port.ts'

const CARD: Capability = {
  method: 'vm',
  currencies: ['USD', 'SGD'],
  min: 50,
  max: 99_999_999,
  refunds: 'many',
  refundDays: 180,
  chargebacks: true,
  capture: 'at_once',
}

function provider(name: string, ...capabilities: Capability[]): PaymentProvider {
  const never = () => Promise.reject(new Error('is not asked'))
  return {
    name,
    capabilities,
    start: never,
    find: never,
    refund: never,
    findRefund: never,
    parseWebhookEvent: () => ({ eventId: '', about: 'nothing' }),
  }
}

const USD_CARD = { method: 'vm', currency: 'USD', amount: 5_000 } as const

test('selects the first configured provider that supports method, currency and amount', () => {
  const first = provider('first', { ...CARD, currencies: ['SGD'] })
  const second = provider('second', CARD)
  const third = provider('third', { ...CARD, currencies: 'any' })
  expect(findOffer([first, second, third], USD_CARD)).toMatchObject({ ok: true, provider: second })
  expect(findOffer([third, second], USD_CARD)).toMatchObject({ ok: true, provider: third })
})

test('a method can have a minimum amount by currency', () => {
  const one = provider('one', { ...CARD, currencies: ['JPY'] }, { ...CARD, currencies: ['HKD'], min: 400 })
  expect(findOffer([one], { method: 'vm', currency: 'JPY', amount: 50 }).ok).toBe(true)
  expect(findOffer([one], { method: 'vm', currency: 'HKD', amount: 399 })).toEqual({
    ok: false,
    reason: 'too_little',
  })
})

test.each([
  [{ ...USD_CARD, method: 'alipay' }, 'not_set_up'],
  [{ ...USD_CARD, currency: 'CHF' }, 'currency'],
  [{ ...USD_CARD, amount: 49 }, 'too_little'],
  [{ ...USD_CARD, amount: 100_000_000 }, 'too_much'],
] as const)('no provider supports %j: %s', (wanted, reason) => {
  expect(findOffer([provider('one', CARD)], wanted)).toEqual({ ok: false, reason })
})

test('without providers nothing is offered', () => {
  expect(findOffer([], USD_CARD)).toEqual({ ok: false, reason: 'not_set_up' })
})
