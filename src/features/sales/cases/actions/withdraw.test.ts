import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { formatUtcDay } from '#core/text/format-date.ts'
import { actAsBuyer, actAsSupplier, openComplaint, parseCase } from '#tests/steps/cases.ts'
import { getField } from '#tests/steps/chat.ts'
import { createOperator, expectSuccess, listBrokenRules } from '#tests/steps/payouts.ts'
import { createTestShop } from '#tests/shop/shop.ts'
import {
  type CreatedOrder,
  createSentOrder,
  createSubmittedOrder,
  postAsGuest,
  readState,
} from '#tests/steps/supplier-orders.ts'

const shop = await createTestShop()
const DAY = 86_400_000

const withdraw = ({ purchaseId, id }: CreatedOrder, lines: object[] = []) =>
  shop.post(`/orders/${purchaseId}/supplier-orders/${id}/withdraw`, { lines })

/** Creates an order shipped to Germany. */
async function createGermanOrder(options: Parameters<typeof createSentOrder>[1] = {}) {
  const order = await createSentOrder(shop, options)
  await shop.db.execute(sql`update purchases set country = 'DE' where public_id = ${order.purchaseId}`)
  return order
}

async function readPart({ purchaseId }: CreatedOrder) {
  return getField<object>(await shop.get(`/shop/trackOrder/${purchaseId}`), 'order', 'supplierOrders', '0')
}

test('an EU consumer can withdraw from a non-returnable order, and gets everything refunded on its return', async () => {
  const order = await createGermanOrder({ nonReturnable: [1] })
  await expectSuccess(postAsGuest(shop, order, 'received'))
  expect(await readPart(order)).toMatchObject({
    withdrawal: { until: new Date(shop.now().getTime() + 15 * DAY).toISOString() },
    lines: [{ isReturnable: false, withdrawable: 1 }],
  })
  const opened = parseCase(await withdraw(order))
  expect(opened).toMatchObject({
    kind: 'return',
    reason: 'withdrawal',
    state: 'awaiting_return',
    agreed: { amount: 10_206, by: 'withdrawal' },
    lines: [{ line: 1, quantity: 1 }],
  })
  expect(await readState(shop, order)).toBe('in_case')
  expect(await readPart(order)).toMatchObject({ withdrawal: null })
  await expectSuccess(actAsBuyer(order, opened.id, { action: 'send_back', tracking: 'RB123456789DE' }))
  const closed = parseCase(await expectSuccess(actAsSupplier(order, opened.id, { action: 'receive_back' })))
  expect(closed).toMatchObject({ state: 'closed', outcome: 'refunded', given: 10_206 })
  expect(await readState(shop, order)).toBe('refunded')
  expect(await listBrokenRules(await createOperator(shop))).toEqual([])
})

test('a withdrawal is confirmed by email to buyer and supplier, with its contents and time', async () => {
  const order = await createGermanOrder()
  await expectSuccess(withdraw(order))
  await shop.work()
  const { rows } = await shop.db.execute(sql`
    select subject, text from emails where key like 'case:%' order by id`)
  expect(rows).toHaveLength(2)
  for (const { subject, text } of rows) {
    expect(subject).toContain('the buyer has withdrawn from the contract')
    expect(text).toContain('I withdraw from the contract about 1 × ')
    expect(text).toContain(`Received on ${formatUtcDay(shop.now())}`)
  }
})

test('a partial withdrawal refunds the items’ price, not the shipping', async () => {
  const order = await createGermanOrder({ quantities: [1, 2] })
  const opened = parseCase(await withdraw(order, [{ line: 2, quantity: 1 }]))
  expect(opened).toMatchObject({ agreed: { amount: 10_000 }, lines: [{ line: 2, quantity: 1 }] })
  expect((await withdraw(order)).body).toMatchObject({ code: 'case_open' })
})

test('refuses a withdrawal that is late, outside the EU, of made-to-order or unshipped items, or of too many units', async () => {
  const refusalOf = async (order: CreatedOrder, lines?: object[]) =>
    Reflect.get(Object((await withdraw(order, lines)).body), 'code')
  expect(await refusalOf(await createSentOrder(shop))).toBe('no_withdrawal')
  const own = await createGermanOrder({ isMadeToOrder: true })
  await shop.db.execute(sql`update products set is_made_to_order = false`)
  expect(await refusalOf(own)).toBe('no_withdrawal')
  expect(await readPart(own)).toMatchObject({ withdrawal: null, lines: [{ withdrawable: 0 }] })
  const unsent = await createSubmittedOrder(shop)
  await shop.db.execute(sql`update purchases set country = 'DE' where public_id = ${unsent.purchaseId}`)
  expect(await refusalOf(unsent)).toBe('no_withdrawal')
  const order = await createGermanOrder()
  expect(await refusalOf(order, [{ line: 1, quantity: 2 }])).toBe('units_not_there')
  expect(await refusalOf(order, [{ line: 2, quantity: 1 }])).toBe('units_not_there')
  await expectSuccess(postAsGuest(shop, order, 'received'))
  shop.passTime(15 * DAY)
  expect(await refusalOf(order)).toBe('no_withdrawal')
  const complaint = { kind: 'return', reason: 'withdrawal', text: 'I withdraw, by the other door.' }
  expect((await openComplaint(await createGermanOrder(), complaint)).body).toMatchObject({
    code: 'wrong_reason',
  })
})

test('concurrent withdrawals open one case', async () => {
  const order = await createGermanOrder()
  const answers = await Promise.all([withdraw(order), withdraw(order), withdraw(order)])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
})
