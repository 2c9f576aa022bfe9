import { expect, test } from 'vitest'
import { inTransaction } from '#database/database.ts'
import { createSignedInAccount } from '#tests/shop/accounts.ts'
import { createTestShop } from '#tests/shop/shop.ts'
import { createCase, readCase } from '#tests/steps/cases.ts'
import { asOperator, listLedgerErrors, readAllRefunds } from '#tests/steps/refunds.ts'
import { createPaidOrder, createSentOrder, postAsGuest, readState } from '#tests/steps/supplier-orders.ts'

const shop = await createTestShop()

type Row = { id: string; number: string; isPossible: boolean; message: string; amount: number }
type Preview = { rows: Row[]; totals: { currency: string; amount: number }[] }
type Results = { message: string; results: { id: string; isDone: boolean; message: string }[] }

// The contracts guarantee the shapes of the answers.
const send = async <Answer>(path: string, body: object) => (await asOperator(shop, path, body)).body as Answer

test('cancelling orders in bulk follows the preview: each is refunded once, and refused ones have the reason', async () => {
  const [held, other, sent] = [
    await createPaidOrder(shop),
    await createPaidOrder(shop),
    await createSentOrder(shop),
  ]
  const orders = [held.id, sent.id, other.id, 'no-such-order']
  const preview = await send<Preview>('/operator/orders/bulk-preview', { action: 'cancel', orders })
  expect(preview.rows).toMatchObject([
    { id: held.id, isPossible: true, message: 'Cancelled and refunded.', amount: expect.any(Number) },
    { id: sent.id, isPossible: false, message: 'This is no longer possible for this order.', amount: 0 },
    { id: other.id, isPossible: true },
    { id: 'no-such-order', isPossible: false, message: 'This no longer exists.' },
  ])
  const sum = preview.rows.reduce((total, { amount }) => total + amount, 0)
  expect(sum).toBeGreaterThan(0)
  expect(preview.totals).toEqual([{ currency: 'USD', amount: sum }])
  expect([await readState(shop, held), (await readAllRefunds(shop)).length]).toEqual(['submitted', 0])

  const body = { orders, reason: 'The supplier closed' }
  const done = await send<Results>('/operator/orders/bulk-cancel', body)
  expect(done.message).toBe('2 of 4 orders cancelled.')
  expect(done.results.map(({ isDone }) => isDone)).toEqual([true, false, true, false])
  expect((await send<Results>('/operator/orders/bulk-cancel', body)).message).toBe('0 of 4 orders cancelled.')
  const refunds = await readAllRefunds(shop)
  expect(refunds.reduce((total, { amount }) => total + amount, 0)).toBe(sum)
  expect(refunds).toHaveLength(2)
  expect(await Promise.all([held, other, sent].map((order) => readState(shop, order)))).toEqual([
    'cancelled',
    'cancelled',
    'shipped',
  ])
  expect(await listLedgerErrors(shop)).toEqual([])
})

test('refunding shipped orders in bulk refunds each once for an idempotency key', async () => {
  const [one, two] = [await createSentOrder(shop), await createSentOrder(shop)]
  const inCase = await createSentOrder(shop)
  await createCase(inCase)
  const orders = [one.id, two.id, inCase.id]
  const preview = await send<Preview>('/operator/orders/bulk-preview', { action: 'refund', orders })
  expect(preview.rows).toMatchObject([
    { isPossible: true, amount: expect.any(Number) },
    { isPossible: true },
    { isPossible: false, message: 'This order has an open case. Refunds are settled there.' },
  ])
  const body = { orders, reason: 'Lost in the post', idempotencyKey: 'bulk-refund-1' }
  expect((await send<Results>('/operator/orders/bulk-refund', body)).message).toBe('2 of 3 orders refunded.')
  expect((await send<Results>('/operator/orders/bulk-refund', body)).message).toBe('2 of 3 orders refunded.')
  const refunds = await readAllRefunds(shop)
  expect(refunds).toHaveLength(2)
  expect([{ currency: 'USD', amount: refunds.reduce((sum, { amount }) => sum + amount, 0) }]).toEqual(
    preview.totals,
  )
  const changed = { ...body, reason: 'Another reason' }
  expect((await send<Results>('/operator/orders/bulk-refund', changed)).results[0]).toMatchObject({
    isDone: false,
    message: 'This idempotency key was already used for another refund.',
  })
  expect(await listLedgerErrors(shop)).toEqual([])
})

test('retrying in bulk retries only the orders with something that failed', async () => {
  const [failed, sound] = [await createPaidOrder(shop), await createPaidOrder(shop)]
  await postAsGuest(shop, failed, 'cancel')
  const [refund] = await readAllRefunds(shop)
  const { saveRefundChange } = await import('#features/money/refunds/refunds/save-refund-change.ts')
  const change = {
    publicId: refund?.id ?? '',
    from: ['asked'],
    state: 'refused',
    problem: 'The card is closed.',
  } as const
  await inTransaction(shop.db, (tx) =>
    saveRefundChange(tx, { ...change, now: shop.now() }, shop.app.jobs.enqueue),
  )
  const orders = [failed.id, sound.id]
  const preview = await send<Preview>('/operator/orders/bulk-preview', { action: 'retry', orders })
  expect(preview.rows).toMatchObject([
    { isPossible: true, message: 'Retries one action.', amount: refund?.amount },
    { isPossible: false, message: 'Nothing has failed here.' },
  ])
  expect((await readAllRefunds(shop))[0]).toMatchObject({ state: 'refused' })
  expect((await send<Results>('/operator/orders/bulk-retry', { orders })).message).toBe(
    '1 of 2 orders retried.',
  )
  await shop.work()
  expect((await readAllRefunds(shop))[0]).toMatchObject({ state: 'done' })
})

test('deciding cases in bulk follows the preview, and decides each case once', async () => {
  const [one, two] = [await createSentOrder(shop), await createSentOrder(shop)]
  const [first, second] = [await createCase(one), await createCase(two)]
  const cases = [first.id, second.id]
  const terms = { cases, percent: 50 }
  const preview = await send<Preview>('/operator/cases/bulk-preview', terms)
  expect(preview.rows).toMatchObject([
    { id: first.id, isPossible: true, amount: Math.floor(first.most / 2) },
    { id: second.id, isPossible: true, amount: Math.floor(second.most / 2) },
  ])
  const decision = { ...terms, text: 'Both parcels were damaged on the way.' }
  expect((await send<Results>('/operator/cases/bulk-decide', decision)).message).toBe('2 cases decided.')
  expect((await send<Results>('/operator/cases/bulk-decide', decision)).message).toBe('0 of 2 cases decided.')
  expect(await readCase(one, first.id)).toMatchObject({ state: 'closed', given: Math.floor(first.most / 2) })
  expect(await readAllRefunds(shop)).toHaveLength(2)
  expect(await listLedgerErrors(shop)).toEqual([])
})

test('open cases can be assigned to operators only, and the audit log records it', async () => {
  const order = await createSentOrder(shop)
  const found = await createCase(order)
  const colleague = await createSignedInAccount(shop.db, shop.now(), { type: 'operator' })
  const shopper = await createSignedInAccount(shop.db, shop.now())
  const assign = (to: string | null, cases = [found.id]) =>
    asOperator(shop, '/operator/cases/assign', { cases, to })
  expect(await assign(shopper.publicId)).toMatchObject({ status: 409, body: { code: 'operator_not_found' } })
  expect(await assign(colleague.publicId, [found.id, 'no-such-case'])).toMatchObject({ status: 404 })
  const read = async () => (await asOperator(shop, '/operator/cases/assignments')).body
  expect(await read()).toMatchObject({ assignments: [] })
  expect((await assign(colleague.publicId)).status).toBe(200)
  expect(await read()).toMatchObject({
    assignments: [{ case: found.id, operator: { id: colleague.publicId } }],
    operators: expect.arrayContaining([expect.objectContaining({ id: colleague.publicId })]),
  })
  expect((await asOperator(shop, '/operator/audit-log?kind=order')).body).toMatchObject({
    entries: [{ action: 'Assigned a case', before: { assignee: null } }],
  })
  expect((await assign(null)).status).toBe(200)
  expect(await read()).toMatchObject({ assignments: [] })
})
