import { expect, test } from 'vitest'
import { inTransaction } from '#database/database.ts'
import { applyReportedChange, storeEffects } from '#platform/effects/request-effects.ts'
import { getField } from '#tests/steps/chat.ts'
import { createSignedInAccount, PASSWORD } from '#tests/shop/accounts.ts'
import { createTestShop } from '#tests/shop/shop.ts'
import { asOperator, readAllRefunds } from '#tests/steps/refunds.ts'
import { createPaidOrder, postAsGuest } from '#tests/steps/supplier-orders.ts'

const shop = await createTestShop()

type Listed = { id: string; kind: string; subject: string; state: string }

const listBy = async (view: string) =>
  getField<Listed[]>(await asOperator(shop, `/operator/effects?view=${view}`), 'effects')

/** Returns the subject of a refund that its provider refused. */
async function createRefusedRefund(): Promise<string> {
  const order = await createPaidOrder(shop)
  await postAsGuest(shop, order, 'cancel')
  const [refund] = await readAllRefunds(shop)
  const subject = refund?.id ?? ''
  await inTransaction(shop.db, async (tx) => {
    const { saveRefundChange } = await import('#features/money/refunds/refunds/save-refund-change.ts')
    const problem = 'The card is closed.'
    const change = { publicId: subject, from: ['asked'], state: 'refused', problem, now: shop.now() } as const
    await saveRefundChange(tx, change, shop.app.jobs.enqueue)
  })
  return subject
}

test('an operator sees each attempt of an effect with its outcome', async () => {
  const order = await createPaidOrder(shop)
  await postAsGuest(shop, order, 'cancel')
  expect(await listBy('open')).toMatchObject([{ kind: 'refunds.send', state: 'pending', attempts: [] }])
  await shop.work()
  expect(await listBy('to_decide')).toEqual([])
  expect(await listBy('all')).toMatchObject([
    {
      kind: 'refunds.send',
      state: 'done',
      externalId: expect.any(String),
      attempts: [{ number: 1, outcome: 'done', startedAt: shop.now().toISOString() }],
    },
  ])
})

test('an operator retries a refused refund, which then waits for its provider', async () => {
  const subject = await createRefusedRefund()
  const [listed] = await listBy('to_decide')
  expect(listed).toMatchObject({ subject, state: 'refused', message: 'The card is closed.' })
  const operator = await createSignedInAccount(shop.db, shop.now(), { type: 'operator', withPassword: true })
  const retry = () =>
    shop.post(`/operator/effects/${listed?.id}/retry`, { password: PASSWORD }, operator.headers)
  expect((await retry()).status).toBe(200)
  expect(await readAllRefunds(shop)).toMatchObject([{ state: 'unknown' }])
  await shop.work()
  expect(await readAllRefunds(shop)).toMatchObject([{ state: 'done' }])
  expect((await retry()).status).toBe(409)
})

test('effects that need a decision are exceptions on the operator’s home page, refunds as their own kind', async () => {
  await createRefusedRefund()
  await storeEffects(shop.db, [{ kind: 'tests.do', subject: 'one' }], shop.now())
  const ref = { kind: 'tests.do', subject: 'one' }
  const news = { state: 'unknown', message: 'Nobody can tell.', now: shop.now() } as const
  await inTransaction(shop.db, (tx) => applyReportedChange(tx, ref, news))
  const { exceptions } = (await asOperator(shop, '/operator/exceptions')).body as { exceptions: object[] }
  expect(exceptions).toMatchObject([
    { kind: 'refused_refunds', count: 1 },
    { kind: 'unknown_effects', count: 1 },
  ])
})
