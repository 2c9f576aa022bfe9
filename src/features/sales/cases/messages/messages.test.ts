import { expect, test } from 'vitest'
import { allMails } from '#tests/steps/books.ts'
import {
  buyerActs,
  caseIn,
  headersOf,
  openedCase,
  operatorActs,
  readCase,
  runCaseTimers,
  supplierActs,
} from '#tests/steps/cases.ts'
import { asOperator } from '#tests/steps/refunds.ts'
import { testShop } from '#tests/shop/shop.ts'
import { type MadeOrder, sentOrder } from '#tests/steps/supplier-orders.ts'

const shop = await testShop()
const MINUTE = 60_000
const HOUR = 60 * MINUTE

const say = (text: string) => ({ action: 'message', text })

/** Letters to a supplier about a case's messages, the oldest first. */
async function lettersTo({ supplier }: MadeOrder): Promise<string[]> {
  const mails = await allMails(shop.db)
  return mails
    .filter(({ recipient, subject }) => recipient === supplier.email && subject.includes('new message'))
    .map(({ text }) => text)
}

/** A minute's work of the shop, so often. */
async function minutes(count: number): Promise<void> {
  for (let times = 0; times < count; times += 1) {
    shop.passTime(MINUTE)
    await runCaseTimers(shop)
  }
}

test('a side writes fifty messages a day, the other side is not held up by that', async () => {
  const made = await sentOrder(shop)
  const { id } = await openedCase(made)
  for (let times = 1; times <= 50; times += 1) {
    shop.passTime(MINUTE)
    expect((await buyerActs(made, id, say(`Message ${times}`))).status).toBe(200)
  }
  const more = await buyerActs(made, id, say('Once more.'))
  expect([more.status, more.body]).toMatchObject([409, { code: 'too_many_messages' }])
  expect(more.text).toContain('50 messages a day')
  expect((await supplierActs(made, id, say('Slowly, please.'))).status).toBe(200)
  expect((await buyerActs(made, id, { action: 'escalate', text: 'Enough.' })).status).toBe(200)
  shop.passTime(24 * HOUR - 49 * MINUTE)
  expect((await buyerActs(made, id, say('A day later.'))).status).toBe(200)
})

test('the first message is written about at once, all of the next quarter of an hour in one letter', async () => {
  const made = await sentOrder(shop)
  const { id } = await openedCase(made)
  await buyerActs(made, id, say('One word.'))
  await runCaseTimers(shop)
  expect(await lettersTo(made)).toEqual([expect.stringContaining('One word.')])
  for (let times = 1; times <= 13; times += 1) {
    await minutes(1)
    await buyerActs(made, id, say(`Word number ${times}.`))
  }
  expect(await lettersTo(made)).toHaveLength(1)
  await minutes(2)
  const [, second = '', ...rest] = await lettersTo(made)
  expect(rest).toEqual([])
  expect(second).toContain('There are 13 new messages.')
  expect(second).toContain('Word number 13.')
  expect(second).toContain('The 3 before these are in the case.')
  expect(second).not.toContain('Word number 3.')
  await minutes(16)
  expect(await lettersTo(made)).toHaveLength(2)
  await buyerActs(made, id, say('And now?'))
  await runCaseTimers(shop)
  expect((await lettersTo(made)).at(-1)).toContain('And now?')
})

test('what one side writes holds up no letter about what another does', async () => {
  const made = await sentOrder(shop)
  const { id } = await openedCase(made)
  await buyerActs(made, id, say('Hello?'))
  await operatorActs(made, id, say('The marketplace reads along.'))
  await runCaseTimers(shop)
  expect(await lettersTo(made)).toHaveLength(2)
})

test('a case is read from its newest words back, twenty at a time', async () => {
  const made = await sentOrder(shop)
  const { id } = await openedCase(made)
  for (let times = 1; times <= 44; times += 1) {
    shop.passTime(MINUTE)
    await buyerActs(made, id, say(`Message ${times}`))
  }
  const found = await readCase(made, id)
  expect(found.entries).toHaveLength(20)
  expect(found).toMatchObject({ earlier: 25, buyerProposal: { amount: 10_206 } })
  expect(found.entries.at(-1)).toMatchObject({ place: 45, text: 'Message 44' })
  const path = `/cases/${id}/entries?before=${found.entries[0]?.place}`
  for (const answer of [
    await shop.get(`/orders/${made.purchaseId}${path}`),
    await shop.get(path, await headersOf(made)),
    await asOperator(shop, path),
  ]) {
    const { entries, earlier } = answer.body as Pick<typeof found, 'entries' | 'earlier'>
    expect([entries.length, entries[0]?.place, entries.at(-1)?.place, earlier]).toEqual([20, 6, 25, 5])
  }
  const first = await shop.get(`/orders/${made.purchaseId}/cases/${id}/entries?before=6`)
  expect(first.body).toMatchObject({ earlier: 0, entries: [{ place: 1, event: 'open' }, {}, {}, {}, {}] })
  const listed = await shop.get(`/orders/${made.purchaseId}/cases`)
  expect(listed.body).toMatchObject({ cases: [{ earlier: 25 }] })
  expect(caseIn(await buyerActs(made, id, say('Last.'))).entries.at(-1)).toMatchObject({ place: 46 })
})

test('the words of somebody else’s case are none', async () => {
  const [made, strange] = [await sentOrder(shop), await sentOrder(shop)]
  const { id } = await openedCase(made)
  for (const answer of [
    await shop.get(`/orders/${strange.purchaseId}/cases/${id}/entries`),
    await shop.get(`/cases/${id}/entries`, await headersOf(strange)),
  ])
    expect([answer.status, answer.body]).toMatchObject([404, { code: 'case_not_found' }])
})
