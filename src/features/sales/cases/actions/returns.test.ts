import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { openComplaint, createCase } from '#tests/steps/cases.ts'
import { createTestShop } from '#tests/shop/shop.ts'
import { createSentOrder, readState } from '#tests/steps/supplier-orders.ts'

const shop = await createTestShop()
const CHANGED_MIND = { kind: 'return', reason: 'changed_mind', text: 'I like it no more, sorry.' }

test('a non-returnable item cannot be returned for a change of mind, even if its product changes later', async () => {
  const created = await createSentOrder(shop, { nonReturnable: [1] })
  await shop.db.execute(sql`update products set is_returnable = true`)
  for (const reason of ['changed_mind', 'does_not_fit', 'not_as_expected']) {
    const { status, body } = await openComplaint(created, { ...CHANGED_MIND, reason })
    expect([status, body]).toMatchObject([409, { code: 'not_returnable' }])
    expect(Reflect.get(Object(body), 'message')).toMatch(/ is not taken back, as its page said\. /)
  }
  expect(await readState(shop, created)).toBe('shipped')
})

test('a non-returnable item can still be reported as damaged, wrong, late or missing', async () => {
  for (const [kind, reason] of [
    ['damaged', 'broken'],
    ['wrong', 'wrong_piece'],
    ['return', 'arrived_late'],
  ]) {
    const created = await createSentOrder(shop, { nonReturnable: [1] })
    expect(await createCase(created, { kind, reason })).toMatchObject({
      kind,
      buyerProposal: { withReturn: kind === 'return' },
    })
  }
  const lost = await createSentOrder(shop, { nonReturnable: [1] })
  shop.passTime(60 * 86_400_000)
  expect(await createCase(lost, { kind: 'not_delivered', reason: 'nothing_arrived' })).toMatchObject({
    state: 'supplier_turn',
  })
})

test('items bought before a product became non-returnable can be returned', async () => {
  const created = await createSentOrder(shop)
  await shop.db.execute(sql`update products set is_returnable = false`)
  expect(await createCase(created, CHANGED_MIND)).toMatchObject({ kind: 'return' })
})

test('in a mixed order, only returnable items can be returned, for at most their price', async () => {
  const created = await createSentOrder(shop, { quantities: [1, 2], nonReturnable: [1] })
  expect((await openComplaint(created, CHANGED_MIND)).body).toMatchObject({ code: 'not_returnable' })
  const lines = [{ line: 2, quantity: 1 }]
  expect((await openComplaint(created, { ...CHANGED_MIND, lines, amount: 10_001 })).body).toMatchObject({
    code: 'more_than_left',
    details: { leftCents: 10_000 },
  })
  expect(await createCase(created, { ...CHANGED_MIND, lines })).toMatchObject({
    buyerProposal: { amount: 10_000, withReturn: true },
    lines: [{ line: 2, quantity: 1 }],
  })
})

test('an order shows for each item whether it is returnable', async () => {
  const created = await createSentOrder(shop, { quantities: [1, 1], nonReturnable: [2] })
  expect((await shop.get(`/shop/trackOrder/${created.purchaseId}`)).body).toMatchObject({
    order: { supplierOrders: [{ lines: [{ isReturnable: true }, { isReturnable: false }] }] },
  })
})

test('a returning parcel, or one not handed over for a week, can be reported before it is late', async () => {
  const missing = { kind: 'not_delivered', reason: 'nothing_arrived' }
  const created = await createSentOrder(shop)
  const setTrackingState = (state: string) =>
    shop.db.execute(sql`update parcel_trackings set state = ${state}`)
  await setTrackingState('info_received')
  expect((await openComplaint(created, missing)).body).toMatchObject({ code: 'too_early' })
  shop.passTime(8 * 24 * 3_600_000)
  await setTrackingState('in_transit')
  expect((await openComplaint(created, missing)).body).toMatchObject({ code: 'too_early' })
  await setTrackingState('info_received')
  expect((await openComplaint(created, missing)).status).toBe(200)
  const otherOrder = await createSentOrder(shop)
  await setTrackingState('returned')
  expect((await openComplaint(otherOrder, missing)).status).toBe(200)
})
