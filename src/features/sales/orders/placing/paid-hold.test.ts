import { expect, test } from 'vitest'
import { createTestShop } from '#tests/shop/shop.ts'
import {
  createParcelBody,
  postAsSupplier,
  createPaidOrder,
  runOrderTimers,
  readState,
} from '#tests/steps/supplier-orders.ts'

const shop = await createTestShop()

const SUPPLIER_ACTIONS: readonly (readonly [what: string, body: object])[] = [
  ['accept', {}],
  ['reject', { reason: 'out_of_stock' }],
  ['reject', { reason: 'price', lines: [{ line: 1, quantity: 1 }] }],
  ['cancel', { reason: 'No time' }],
  ['parcels', createParcelBody('on-hold')],
]

test.each(SUPPLIER_ACTIONS)(
  'during the free-cancellation period, the refusal tells the supplier when the order can be answered: %s',
  async (what, body) => {
    const created = await createPaidOrder(shop, { quantities: [2] })
    const availableAt = new Date(shop.now().getTime() + 10 * 60_000)
    const refusal = await postAsSupplier(created, what, body)
    expect(refusal).toMatchObject({
      status: 409,
      body: {
        code: 'order_on_hold',
        details: { state: 'paid_hold', availableAt: availableAt.toISOString() },
      },
    })
    // The first whole minute by which the timer has submitted the order.
    const minute = new Date(Math.ceil(availableAt.getTime() / 60_000) * 60_000).toISOString().slice(11, 16)
    expect(refusal.body).toMatchObject({
      message: `The buyer can still cancel this order. You can accept or reject it from ${minute} UTC.`,
    })
    expect(await readState(shop, created)).toBe('paid_hold')
  },
)

test('an order past its hold but not yet submitted asks the supplier to try again in a moment', async () => {
  const created = await createPaidOrder(shop)
  shop.passTime(10 * 60_000)
  expect(await postAsSupplier(created, 'accept')).toMatchObject({
    status: 409,
    body: {
      code: 'order_on_hold',
      message: 'This order is being handed over to you. Please try again in a moment.',
    },
  })
  await runOrderTimers(shop)
  expect((await postAsSupplier(created, 'accept')).status).toBe(200)
  expect(await postAsSupplier(created, 'accept')).toMatchObject({
    status: 409,
    body: { code: 'order_state' },
  })
})
