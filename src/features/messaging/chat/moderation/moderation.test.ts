import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { queryRows } from '#database/database.ts'
import { createConversation, postMessage } from '#tests/steps/chat.ts'
import { readAllEmails } from '#tests/steps/database-reads.ts'
import { createOperator, expectSuccess } from '#tests/steps/payouts.ts'
import { createTestShop } from '#tests/shop/shop.ts'

const shop = await createTestShop()

/** Creates a conversation of two messages whose first one the store reports; returns both parties and an operator's calls. */
async function createReport() {
  const { shopper, owner, id } = await createConversation(shop)
  await postMessage(shop, { id, from: shopper }, 'Buy at my own shop instead')
  await postMessage(shop, { id, from: owner }, 'Please stop')
  const body = { reason: 'spam', note: 'Advertising' }
  await expectSuccess(shop.post(`/chat/conversations/${id}/report`, body, owner.headers))
  const operator = await createOperator(shop)
  const [report] = await list(operator)
  const moderate = (number: number, decision: object) =>
    operator.post(`/operator/chat-reports/${report?.id}/messages/${number}`, decision)
  return { shopper, owner, id, operator, reportId: report?.id ?? '', moderate }
}

type Report = { id: string; by: string; reason: string; note: string }

async function list(operator: Awaited<ReturnType<typeof createOperator>>, view = 'open'): Promise<Report[]> {
  const { body } = await expectSuccess(operator.get(`/operator/chat-reports?view=${view}`))
  return (body as { reports: Report[] }).reports
}

const REMOVAL = { decision: 'remove', reason: 'No advertising of other shops.' }

test('an operator removes a message of a reported conversation for both parties, and can restore it', async () => {
  const { shopper, owner, id, operator, reportId, moderate } = await createReport()
  expect(await list(operator)).toMatchObject([{ by: 'store', reason: 'spam', note: 'Advertising' }])
  await expectSuccess(moderate(1, REMOVAL))
  for (const { headers } of [shopper, owner]) {
    const { body } = await shop.get(`/chat/conversations/${id}/messages`, headers)
    expect(body).toMatchObject({ messages: [{ content: '', isRemoved: true }, { content: 'Please stop' }] })
    expect(JSON.stringify(body)).not.toContain('my own shop')
  }
  const search = await shop.get('/chat/conversations?search=own+shop', owner.headers)
  expect(search.body).toMatchObject({ conversations: [] })
  await shop.work()
  const emails = (await readAllEmails(shop.db)).filter(({ recipient }) => recipient === shopper.email)
  expect(emails.map(({ subject }) => subject)).toContain('One of your messages was removed')
  const read = await operator.get(`/operator/chat-reports/${reportId}`)
  expect(read.body).toMatchObject({
    report: {
      messages: [{ text: 'Buy at my own shop instead', removalReason: REMOVAL.reason }, { removedAt: null }],
    },
  })

  await expectSuccess(moderate(1, { decision: 'restore' }))
  const { body } = await shop.get(`/chat/conversations/${id}/messages`, shopper.headers)
  expect(body).toMatchObject({ messages: [{ content: 'Buy at my own shop instead', isRemoved: false }, {}] })
})

test('refuses a repeated decision, a message outside the report, and a removal without a reason', async () => {
  const { shopper, id, moderate } = await createReport()
  expect(await moderate(1, { decision: 'remove', reason: '' })).toMatchObject({ status: 400 })
  expect(await moderate(1, { decision: 'restore' })).toMatchObject({ body: { code: 'message_state' } })
  const both = await Promise.all([moderate(1, REMOVAL), moderate(1, REMOVAL)])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
  // Messages after the report are not visible to operators.
  await postMessage(shop, { id, from: shopper }, 'Later')
  expect(await moderate(3, REMOVAL)).toMatchObject({ status: 404, body: { code: 'message_not_found' } })
})

test('a report is closed once, and each decision is in the audit log without the message text', async () => {
  const { operator, reportId, moderate } = await createReport()
  await expectSuccess(moderate(1, REMOVAL))
  const close = () => operator.post(`/operator/chat-reports/${reportId}/close`)
  await expectSuccess(close())
  expect(await close()).toMatchObject({ status: 409, body: { code: 'report_closed' } })
  expect(await list(operator)).toEqual([])
  expect(await list(operator, 'closed')).toMatchObject([{ id: reportId }])
  const log = await queryRows<{ action: string; row: string }>(
    shop.db,
    sql`select action, l::text as row from audit_log l where kind = 'message' order by l.id`,
  )
  expect(log.map(({ action }) => action)).toEqual(['Removed a message', 'Closed a report of a conversation'])
  expect(JSON.stringify(log)).not.toContain('my own shop')
})
