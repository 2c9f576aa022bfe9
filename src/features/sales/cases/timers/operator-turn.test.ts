import { expect, test } from 'vitest'
import { formatUtcDay } from '#core/text/format-date.ts'
import { readAllEmails } from '#tests/steps/database-reads.ts'
import {
  actAsBuyer,
  createCase,
  actAsOperator,
  readCase,
  runCaseTimers,
  actAsSupplier,
} from '#tests/steps/cases.ts'
import { createSignedInAccount } from '#tests/shop/accounts.ts'
import { createTestShop } from '#tests/shop/shop.ts'
import { createSentOrder } from '#tests/steps/supplier-orders.ts'

const shop = await createTestShop({ SUPPORT_EMAIL: 'help@support.example' })
const DAY = 24 * 3_600_000

/** Returns the emails to operators about a case, oldest first. */
async function listEmailsToOperators(caseId: string) {
  return (await readAllEmails(shop.db)).filter(
    ({ recipient, text }) => recipient === 'help@support.example' && text.includes(caseId),
  )
}

test('operators are emailed about an escalated case, its default terms, and reminded ten, three and one days before', async () => {
  const created = await createSentOrder(shop)
  const { id } = await createCase(created, { amount: 4_000 })
  await runCaseTimers(shop)
  expect(await listEmailsToOperators(id)).toEqual([])
  await actAsSupplier(created, id, { action: 'escalate', text: 'It was whole.' })
  await runCaseTimers(shop)
  const [email] = await listEmailsToOperators(id)
  const deadline = formatUtcDay(new Date(shop.now().getTime() + 60 * DAY))
  expect(email?.text).toContain(`decide by ${deadline}. Otherwise, $40.00 will be refunded.`)

  for (const [days, count] of [
    [49, 1],
    [1, 2],
    [6, 2],
    [1, 3],
    [2, 4],
  ] as const) {
    shop.passTime(days * DAY)
    await runCaseTimers(shop)
    await runCaseTimers(shop)
    expect(await listEmailsToOperators(id)).toHaveLength(count)
  }
  const reminders = (await listEmailsToOperators(id)).slice(1)
  for (const { subject, text } of reminders) {
    expect(subject).toMatch(/^Reminder: case about order .* waits for a decision$/)
    expect(text).toContain(`decide by ${deadline}. Otherwise, $40.00 will be refunded.`)
  }
  expect((await readCase(created, id)).state).toBe('operator_turn')
  shop.passTime(DAY)
  await runCaseTimers(shop)
  expect(await readCase(created, id)).toMatchObject({ state: 'closed', given: 4_000 })
})

test('no reminders are sent for a decided case', async () => {
  const created = await createSentOrder(shop)
  const { id, version } = await createCase(created)
  await actAsBuyer(created, id, { action: 'escalate', version })
  await actAsOperator(created, id, { action: 'rule', amount: 0, text: 'There is nothing to be seen.' })
  shop.passTime(61 * DAY)
  await runCaseTimers(shop)
  expect((await listEmailsToOperators(id)).filter(({ subject }) => subject.startsWith('Reminder'))).toEqual(
    [],
  )
})

test('a late escalation leaves the operator a week to decide', async () => {
  const created = await createSentOrder(shop)
  const { id } = await createCase(created)
  for (let round = 0; round < 4; round += 1) {
    await actAsSupplier(created, id, { action: 'propose', amount: 1_000, withReturn: false })
    shop.passTime(13 * DAY)
    await actAsBuyer(created, id, { action: 'propose', amount: 9_000, withReturn: false })
    shop.passTime(1.8 * DAY)
  }
  await actAsSupplier(created, id, { action: 'escalate' })
  shop.passTime(6 * DAY)
  await runCaseTimers(shop)
  expect(await readCase(created, id)).toMatchObject({ state: 'operator_turn' })
  expect(await listEmailsToOperators(id)).toHaveLength(2)
  shop.passTime(DAY)
  await runCaseTimers(shop)
  expect(await readCase(created, id)).toMatchObject({ state: 'closed', given: 9_000 })
})

test('of two concurrent decisions one is refused with a message, and the refund is made once', async () => {
  const created = await createSentOrder(shop)
  const { id, version } = await createCase(created, { amount: 4_000 })
  await actAsBuyer(created, id, { action: 'escalate', version })
  const createOwner = () =>
    createSignedInAccount(shop.db, shop.now(), { type: 'operator', withPassword: true })
  const operators = [await createOwner(), await createOwner()]
  const answers = await Promise.all(
    operators.map(({ headers }, place) => {
      const decision = { action: 'rule', amount: 1_000 * (place + 1), text: 'It broke on its way.' }
      return shop.post(`/cases/${id}/act`, decision, headers)
    }),
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
    code: 'case_state',
    message: expect.stringMatching(/\w+/),
  })
  const won = answers.findIndex(({ status }) => status === 200)
  expect(await readCase(created, id)).toMatchObject({ state: 'closed', given: 1_000 * (won + 1) })
})
