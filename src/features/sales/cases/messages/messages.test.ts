import { expect, test } from 'vitest'
import { readAllEmails } from '#tests/steps/database-reads.ts'
import {
  actAsBuyer,
  parseCase,
  getOwnerHeaders,
  createCase,
  actAsOperator,
  readCase,
  runCaseTimers,
  actAsSupplier,
} from '#tests/steps/cases.ts'
import { asOperator } from '#tests/steps/refunds.ts'
import { createTestShop } from '#tests/shop/shop.ts'
import { type CreatedOrder, createSentOrder } from '#tests/steps/supplier-orders.ts'

const shop = await createTestShop()
const MINUTE = 60_000
const HOUR = 60 * MINUTE

const messageInput = (text: string) => ({ action: 'message', text })

/** Returns the texts of a supplier's emails about case messages, oldest first. */
async function listEmailsTo({ supplier }: CreatedOrder): Promise<string[]> {
  const emails = await readAllEmails(shop.db)
  return emails
    .filter(({ recipient, subject }) => recipient === supplier.email && subject.includes('new message'))
    .map(({ text }) => text)
}

/** Runs the timers of `count` minutes. */
async function passMinutes(count: number): Promise<void> {
  for (let times = 0; times < count; times += 1) {
    shop.passTime(MINUTE)
    await runCaseTimers(shop)
  }
}

test('a party can write fifty messages a day, without limiting the other party', async () => {
  const created = await createSentOrder(shop)
  const { id } = await createCase(created)
  for (let times = 1; times <= 50; times += 1) {
    shop.passTime(MINUTE)
    expect((await actAsBuyer(created, id, messageInput(`Message ${times}`))).status).toBe(200)
  }
  const more = await actAsBuyer(created, id, messageInput('Once more.'))
  expect([more.status, more.body]).toMatchObject([409, { code: 'too_many_messages' }])
  expect(more.text).toContain('50 messages a day')
  expect((await actAsSupplier(created, id, messageInput('Slowly, please.'))).status).toBe(200)
  expect((await actAsBuyer(created, id, { action: 'escalate', text: 'Enough.' })).status).toBe(200)
  shop.passTime(24 * HOUR - 49 * MINUTE)
  expect((await actAsBuyer(created, id, messageInput('A day later.'))).status).toBe(200)
})

test('the first message is emailed immediately, and those of the next 15 minutes together', async () => {
  const created = await createSentOrder(shop)
  const { id } = await createCase(created)
  await actAsBuyer(created, id, messageInput('One word.'))
  await runCaseTimers(shop)
  expect(await listEmailsTo(created)).toEqual([expect.stringContaining('One word.')])
  for (let times = 1; times <= 13; times += 1) {
    await passMinutes(1)
    await actAsBuyer(created, id, messageInput(`Word number ${times}.`))
  }
  expect(await listEmailsTo(created)).toHaveLength(1)
  await passMinutes(2)
  const [, second = '', ...rest] = await listEmailsTo(created)
  expect(rest).toEqual([])
  expect(second).toContain('There are 13 new messages.')
  expect(second).toContain('Word number 13.')
  expect(second).toContain('See the 3 earlier messages in the case.')
  expect(second).not.toContain('Word number 3.')
  await passMinutes(16)
  expect(await listEmailsTo(created)).toHaveLength(2)
  await actAsBuyer(created, id, messageInput('And now?'))
  await runCaseTimers(shop)
  expect((await listEmailsTo(created)).at(-1)).toContain('And now?')
})

test('a message of one side does not delay emails about actions of another side', async () => {
  const created = await createSentOrder(shop)
  const { id } = await createCase(created)
  await actAsBuyer(created, id, messageInput('Hello?'))
  await actAsOperator(created, id, messageInput('The marketplace reads along.'))
  await runCaseTimers(shop)
  expect(await listEmailsTo(created)).toHaveLength(2)
})

test('a case shows its newest entries, twenty at a time', async () => {
  const created = await createSentOrder(shop)
  const { id } = await createCase(created)
  for (let times = 1; times <= 44; times += 1) {
    shop.passTime(MINUTE)
    await actAsBuyer(created, id, messageInput(`Message ${times}`))
  }
  const caseData = await readCase(created, id)
  expect(caseData.entries).toHaveLength(20)
  expect(caseData).toMatchObject({ earlier: 25, buyerProposal: { amount: 10_206 } })
  expect(caseData.entries.at(-1)).toMatchObject({ place: 45, text: 'Message 44' })
  const path = `/cases/${id}/entries?before=${caseData.entries[0]?.place}`
  for (const answer of [
    await shop.get(`/orders/${created.purchaseId}${path}`),
    await shop.get(path, await getOwnerHeaders(created)),
    await asOperator(shop, path),
  ]) {
    const { entries, earlier } = answer.body as Pick<typeof caseData, 'entries' | 'earlier'>
    expect([entries.length, entries[0]?.place, entries.at(-1)?.place, earlier]).toEqual([20, 6, 25, 5])
  }
  const first = await shop.get(`/orders/${created.purchaseId}/cases/${id}/entries?before=6`)
  expect(first.body).toMatchObject({ earlier: 0, entries: [{ place: 1, event: 'open' }, {}, {}, {}, {}] })
  const listed = await shop.get(`/orders/${created.purchaseId}/cases`)
  expect(listed.body).toMatchObject({ cases: [{ earlier: 25 }] })
  expect(parseCase(await actAsBuyer(created, id, messageInput('Last.'))).entries.at(-1)).toMatchObject({
    place: 46,
  })
})

test('another order or supplier cannot read a case’s entries', async () => {
  const [created, strange] = [await createSentOrder(shop), await createSentOrder(shop)]
  const { id } = await createCase(created)
  for (const answer of [
    await shop.get(`/orders/${strange.purchaseId}/cases/${id}/entries`),
    await shop.get(`/cases/${id}/entries`, await getOwnerHeaders(strange)),
  ])
    expect([answer.status, answer.body]).toMatchObject([404, { code: 'case_not_found' }])
})
