import { expect, test } from 'vitest'
import type { PaymentProvider, PaymentRequest, ProviderPayment } from '#features/money/payments/port.ts'
import { createRefund, openFakePayment, createPayment, type ContractSetup } from './provider-steps.ts'

/** Registers the tests of refunds. */
export function testRefunds({ name, play, traits: { method = 'vm', reportsRefunds } }: ContractSetup): void {
  test(`${name}: a refund id is refunded once, with one amount`, async () => {
    const fake = await play()
    const refund = createRefund(await createPayment(fake, { method }), { method })
    const refunded = await fake.provider.refund(refund)
    expect(refunded).toMatchObject({
      refundId: refund.refundId,
      receiptId: refund.receiptId,
      amount: refund.amount,
      currency: refund.currency,
    })
    expect(refunded.state).not.toBe('failed')
    if (!reportsRefunds) return
    expect((await fake.provider.refund(refund)).providerRefundId).toBe(refunded.providerRefundId)
    await expect(fake.provider.refund({ ...refund, amount: refund.amount - 1 })).rejects.toMatchObject({
      code: 'refund_refused',
    })
    expect(await fake.books()).toMatchObject({ refunds: 1, refunded: refund.amount })
  })

  test(`${name}: refunds in parts until nothing is left, and never more than was paid`, async () => {
    const fake = await play()
    const money = await createPayment(fake, { method })
    const first = createRefund(money, { method, refundId: 'rfd_1', amount: money.amount - 100 })
    await fake.provider.refund(first)
    const excessRefund = createRefund(money, { method, refundId: 'rfd_2', amount: 101 })
    await expect(fake.provider.refund(excessRefund)).rejects.toMatchObject({
      kind: 'refused',
      code: 'refund_refused',
    })
    const isMany = fake.provider.capabilities.some((row) => row.method === method && row.refunds === 'many')
    if (isMany) await fake.provider.refund(createRefund(money, { method, refundId: 'rfd_3', amount: 100 }))
    const fullAmount = isMany ? money.amount : first.amount
    expect((await fake.books()).refunded).toBe(fullAmount)
  })

  test(`${name}: does not refund an unpaid payment`, async () => {
    const { played, page, request } = await openFakePayment(play, method)
    const money: ProviderPayment = {
      ...request,
      providerRef: page.providerRef,
      state: 'paid',
      receiptId: page.providerRef,
    }
    await expect(played.provider.refund(createRefund(money, { method }))).rejects.toMatchObject({
      kind: 'refused',
      code: 'refund_refused',
    })
    expect((await played.books()).refunds).toBe(0)
  })

  test(`${name}: reports the state of a refund if the provider supports it`, async () => {
    const fake = await play()
    const refund = createRefund(await createPayment(fake, { method }), { method })
    expect(await fake.provider.findRefund(refund)).toBe(reportsRefunds ? 'none' : 'cannot_tell')
    const refunded = await fake.provider.refund(refund)
    expect(await fake.provider.findRefund(refund)).toEqual(reportsRefunds ? refunded : 'cannot_tell')
  })
}

/** Amounts that floating point or a wrong number of decimals would change. */
const AMOUNTS = [
  { currency: 'USD', amount: 1_999 },
  { currency: 'USD', amount: 1_234_567 },
  { currency: 'SGD', amount: 5_990 },
  { currency: 'JPY', amount: 12_345 },
] as const

/** Registers the tests of amounts that are charged and refunded. */
export function testExactness({ name, play, traits: { method = 'vm' } }: ContractSetup): void {
  test.each(AMOUNTS)(
    `${name}: charges and refunds $currency $amount to the last minor unit`,
    async (price) => {
      const fake = await play()
      if (!supports(fake.provider, { ...price, method })) return
      const money = await createPayment(fake, { method, ...price })
      expect(money).toMatchObject({ ...price, state: 'paid' })
      const refunded = await fake.provider.refund(createRefund(money, { method, amount: price.amount }))
      expect(refunded).toMatchObject(price)
      expect((await fake.books()).refunded).toBe(price.amount)
    },
  )
}

function supports(
  { capabilities }: PaymentProvider,
  { method, currency }: Pick<PaymentRequest, 'method' | 'currency'>,
): boolean {
  return capabilities.some(
    (row) => row.method === method && (row.currencies === 'any' || row.currencies.includes(currency)),
  )
}
