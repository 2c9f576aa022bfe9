import { expect, test } from 'vitest'
import type { PaymentProvider, PaymentRequest, ProviderPayment } from '#features/money/payments/port.ts'
import { aRefund, opened, paid, type Setup } from './provider-steps.ts'

/** Registers the tests of giving money back. */
export function refundTests({ name, play, traits: { method = 'vm', tellsRefunds } }: Setup): void {
  test(`${name}: a refund id gives money back once, and no other amount`, async () => {
    const played = await play()
    const refund = aRefund(await paid(played, { method }), { method })
    const given = await played.provider.refund(refund)
    expect(given).toMatchObject({
      refundId: refund.refundId,
      receiptId: refund.receiptId,
      amount: refund.amount,
      currency: refund.currency,
    })
    expect(given.state).not.toBe('failed')
    if (!tellsRefunds) return
    expect((await played.provider.refund(refund)).providerRefundId).toBe(given.providerRefundId)
    await expect(played.provider.refund({ ...refund, amount: refund.amount - 1 })).rejects.toMatchObject({
      code: 'refund_refused',
    })
    expect(await played.books()).toMatchObject({ refunds: 1, refunded: refund.amount })
  })

  test(`${name}: parts are given back until nothing is left, and never more than was paid`, async () => {
    const played = await play()
    const money = await paid(played, { method })
    const first = aRefund(money, { method, refundId: 'rfd_1', amount: money.amount - 100 })
    await played.provider.refund(first)
    const over = aRefund(money, { method, refundId: 'rfd_2', amount: 101 })
    await expect(played.provider.refund(over)).rejects.toMatchObject({
      kind: 'refused',
      code: 'refund_refused',
    })
    const isMany = played.provider.capabilities.some((row) => row.method === method && row.refunds === 'many')
    if (isMany) await played.provider.refund(aRefund(money, { method, refundId: 'rfd_3', amount: 100 }))
    const whole = isMany ? money.amount : first.amount
    expect((await played.books()).refunded).toBe(whole)
  })

  test(`${name}: money that was never paid is not given back`, async () => {
    const { played, page, request } = await opened(play, method)
    const money: ProviderPayment = {
      ...request,
      providerRef: page.providerRef,
      state: 'paid',
      receiptId: page.providerRef,
    }
    await expect(played.provider.refund(aRefund(money, { method }))).rejects.toMatchObject({
      kind: 'refused',
      code: 'refund_refused',
    })
    expect((await played.books()).refunds).toBe(0)
  })

  test(`${name}: it says how a refund stands, as far as it does`, async () => {
    const played = await play()
    const refund = aRefund(await paid(played, { method }), { method })
    expect(await played.provider.findRefund(refund)).toBe(tellsRefunds ? 'none' : 'cannot_tell')
    const given = await played.provider.refund(refund)
    expect(await played.provider.findRefund(refund)).toEqual(tellsRefunds ? given : 'cannot_tell')
  })
}

/** Amounts that floats or a wrong number of decimals would spoil. */
const AMOUNTS = [
  { currency: 'USD', amount: 1_999 },
  { currency: 'USD', amount: 1_234_567 },
  { currency: 'SGD', amount: 5_990 },
  { currency: 'JPY', amount: 12_345 },
] as const

/** Registers the tests of amounts that go there and back. */
export function exactnessTests({ name, play, traits: { method = 'vm' } }: Setup): void {
  test.each(AMOUNTS)(`${name}: $currency $amount is taken and given back to the last unit`, async (price) => {
    const played = await play()
    if (!takes(played.provider, { ...price, method })) return
    const money = await paid(played, { method, ...price })
    expect(money).toMatchObject({ ...price, state: 'paid' })
    const given = await played.provider.refund(aRefund(money, { method, amount: price.amount }))
    expect(given).toMatchObject(price)
    expect((await played.books()).refunded).toBe(price.amount)
  })
}

function takes(
  { capabilities }: PaymentProvider,
  { method, currency }: Pick<PaymentRequest, 'method' | 'currency'>,
): boolean {
  return capabilities.some(
    (row) => row.method === method && (row.currencies === 'any' || row.currencies.includes(currency)),
  )
}
