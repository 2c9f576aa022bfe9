import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { queryRows } from '#database/database.ts'
import type { WrittenPostingData } from '#features/money/ledger/contract.ts'
import { actAsOperator, actAsSupplier, createCase, readCase } from '#tests/steps/cases.ts'
import { expectSuccess } from '#tests/steps/payouts.ts'
import { asOperator } from '#tests/steps/refunds.ts'
import { createTestShop } from '#tests/shop/shop.ts'
import { createSentOrder } from '#tests/steps/supplier-orders.ts'

const shop = await createTestShop()

async function preview(id: string, query: string): Promise<WrittenPostingData[]> {
  const { body } = await expectSuccess(asOperator(shop, `/cases/${id}/decision-preview?${query}`))
  // The contract guarantees the shape of the answer.
  return (body as { postings: WrittenPostingData[] }).postings
}

const countRows = async () =>
  queryRows(
    shop.db,
    sql`select (select count(*) from ledger_postings) as postings, (select count(*) from case_entries) as entries,
      (select count(*) from refund_requests) as refunds, (select count(*) from pgboss.job) as jobs`,
  )

test('a preview shows exactly the postings of the decision, and changes nothing', async () => {
  const created = await createSentOrder(shop)
  const { id, order } = await createCase(created, { amount: 4_000 })
  await actAsSupplier(created, id, { action: 'escalate', text: 'It was whole.' })
  for (const byMarketplace of [false, true]) {
    const before = await countRows()
    const expected = await preview(id, `amount=2500&byMarketplace=${byMarketplace ? 'yes' : 'no'}`)
    expect(await countRows()).toEqual(before)
    expect(expected.length).toBeGreaterThan(0)
    expect((await readCase(created, id)).state).toBe('operator_turn')
    if (!byMarketplace) continue
    const known = await queryRows<{ key: string }>(shop.db, sql`select key from ledger_postings`)
    const text = 'The photo shows a broken clasp.'
    await expectSuccess(actAsOperator(created, id, { action: 'rule', amount: 2_500, byMarketplace, text }))
    const { body } = await expectSuccess(
      asOperator(shop, `/ledger/postings?search=${order}&within=${created.supplier.publicId}`),
    )
    const posted = (body as { postings: WrittenPostingData[] }).postings
      .filter(({ key }) => !known.some((one) => one.key === key))
      .toReversed()
    // The refund's ID is generated when it is created.
    expect(posted.map(({ lines }) => lines)).toEqual(expected.map(({ lines }) => lines))
  }
})

test('a preview is refused when the decision would be', async () => {
  const created = await createSentOrder(shop)
  const { id, most } = await createCase(created)
  expect(await asOperator(shop, `/cases/${id}/decision-preview?amount=${most + 1}`)).toMatchObject({
    body: { code: 'more_than_left' },
  })
  const text = 'The photo shows a broken clasp.'
  await expectSuccess(actAsOperator(created, id, { action: 'rule', amount: 0, text }))
  expect(await asOperator(shop, `/cases/${id}/decision-preview?amount=0`)).toMatchObject({
    body: { code: 'case_state' },
  })
})

test('a decision that requires a return posts nothing yet', async () => {
  const created = await createSentOrder(shop)
  const { id } = await createCase(created)
  expect(await preview(id, 'amount=2500&withReturn=yes')).toEqual([])
})
