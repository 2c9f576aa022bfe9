import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { HOUR } from '#core/time.ts'
import { queryRows } from '#database/database.ts'
import { createSignedInAccount } from '#tests/shop/accounts.ts'
import { createTestSupplier } from '#tests/shop/factories.ts'
import { createTestShop } from '#tests/shop/shop.ts'
import { createOperator, expectSuccess } from '#tests/steps/payouts.ts'
import { contactUs } from '../contract.ts'

const shop = await createTestShop({ SUPPORT_EMAIL: 'help@support.example' })

type Message = { id: string; name: string; state: string; assignee: object | null }
type List = { messages: Message[]; counts: object; nextCursor: number | null }

let operator: Awaited<ReturnType<typeof createOperator>>
beforeEach(async () => {
  operator = await createOperator(shop)
})

async function write(name: string, supplier?: string): Promise<string> {
  await shop.call(contactUs, {
    body: { name, email: `${name}@b.example`, message: `I am ${name}.`, supplier },
  })
  const [stored] = await queryRows<{ id: string }>(
    shop.db,
    sql`select public_id as id from contact_messages m order by m.id desc limit 1`,
  )
  return stored?.id ?? ''
}

async function list(query = ''): Promise<List> {
  const { body } = await expectSuccess(operator.get(`/operator/messages?${query}`))
  // The contract guarantees the shape of the answer.
  return body as List
}

const namesOf = ({ messages }: List) => messages.map(({ name }) => name)

const answer = (id: string, body: object) =>
  operator.post(`/operator/messages/${id}/answer`, { clientId: crypto.randomUUID(), after: 0, ...body })

async function readThread(id: string) {
  const { body } = await expectSuccess(operator.get(`/operator/messages/${id}`))
  return body
}

async function readEmailsTo(address: string): Promise<{ subject: string; text: string; replyTo?: string }[]> {
  await shop.work()
  const { text } = await shop.get(`/dev/mail.json?to=${encodeURIComponent(address)}`)
  return JSON.parse(text)
}

test('open messages are listed oldest first with their due time, and overdue ones separately', async () => {
  const supplier = await createTestSupplier(shop.db, { name: 'Atelier Nord' })
  await write('Ann', supplier.publicId)
  shop.passTime(25 * HOUR)
  operator = await createOperator(shop)
  await write('Bo')
  const open = await list()
  expect(namesOf(open)).toEqual(['Ann', 'Bo'])
  expect(open.messages[0]).toMatchObject({
    supplier: { id: supplier.publicId, name: 'Atelier Nord' },
    preview: 'I am Ann.',
    dueAt: new Date(shop.now().getTime() - HOUR).toISOString(),
    answeredAt: null,
  })
  expect(open.counts).toEqual({ open: 2, mine: 0, late: 1 })
  expect(namesOf(await list('view=late'))).toEqual(['Ann'])
  expect(namesOf(await list('view=all&search=bo%40b'))).toEqual(['Bo'])
  expect(namesOf(await list('view=all&search=100%25'))).toEqual([])
})

test('a list of more than fifty messages is paged without gaps', async () => {
  await queryRows(
    shop.db,
    sql`
      insert into contact_messages (public_id, name, email, message, created_at)
      select 'ctm_' || lpad(to_hex(n), 32, '0'), 'N' || n, 'n@b.example', 'Text', now() from generate_series(1, 120) n`,
  )
  for (const view of ['open', 'all']) {
    const seen: string[] = []
    let cursor: number | null = null
    do {
      const page: List = await list(`view=${view}${cursor === null ? '' : `&cursor=${cursor}`}`)
      seen.push(...namesOf(page))
      cursor = page.nextCursor
    } while (cursor !== null)
    expect([seen.length, new Set(seen).size]).toEqual([120, 120])
    expect(seen[0]).toBe(view === 'open' ? 'N1' : 'N120')
  }
})

test('an answer is emailed once, is added to the thread, and completes the message', async () => {
  const id = await write('Ann')
  const body = { text: 'Yes.\nWe resize it.', clientId: 'one-and-the-same' }
  await expectSuccess(answer(id, body))
  await expectSuccess(answer(id, body))
  const [email, ...more] = (await readEmailsTo('ann@b.example')).filter(({ subject }) =>
    subject.startsWith('Your message'),
  )
  expect(more).toEqual([])
  expect(email).toMatchObject({ replyTo: 'help@support.example' })
  expect(email?.text).toContain('We resize it.')
  expect(email?.text).toContain('> I am Ann.')
  expect(await readThread(id)).toMatchObject({
    message: {
      state: 'done',
      answeredAt: expect.any(String),
      entries: [
        { number: 1, kind: 'answer', text: body.text, by: { name: expect.stringContaining('Mei') } },
        { number: 2, kind: 'state', text: 'done' },
      ],
    },
    replyTo: 'help@support.example',
  })
  expect(namesOf(await list())).toEqual([])
  expect(await queryRows(shop.db, sql`select action from audit_log`)).toEqual([
    { action: 'Answered a contact message' },
  ])
})

test('of two concurrent answers one is refused, so that its operator reads the other first', async () => {
  const id = await write('Ann')
  const answers = await Promise.all(['Yes.', 'No.'].map((text) => answer(id, { text, isDone: false })))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({ code: 'message_answered' })
  await expectSuccess(answer(id, { text: 'One more thing.', after: 1, isDone: false }))
  expect(
    (await readEmailsTo('ann@b.example')).filter(({ subject }) => subject.startsWith('Your')),
  ).toHaveLength(2)
  expect(await readThread(id)).toMatchObject({ message: { state: 'open' } })
})

test('messages can be assigned, annotated, completed and reopened, several at once, with a history', async () => {
  const ids = [await write('Ann'), await write('Bo')]
  const { operators } = (await readThread(ids[0] ?? '')) as { operators: { id: string }[] }
  const to = operators.at(-1)?.id
  await expectSuccess(operator.post('/operator/messages/assign', { ids, to }))
  expect((await list()).messages.map(({ assignee }) => assignee)).toMatchObject([{ id: to }, { id: to }])
  await expectSuccess(
    operator.post(`/operator/messages/${ids[0]}/notes`, { text: 'Asked Bo.', clientId: 'a-note-of-mine' }),
  )
  await expectSuccess(operator.post('/operator/messages/state', { ids, state: 'spam' }))
  expect(namesOf(await list('view=spam'))).toEqual(['Bo', 'Ann'])
  expect(await answer(ids[0] ?? '', { text: 'Yes.' })).toMatchObject({
    status: 409,
    body: { code: 'message_is_spam' },
  })
  await expectSuccess(operator.post('/operator/messages/state', { ids, state: 'open' }))
  await expectSuccess(operator.post('/operator/messages/assign', { ids, to: null }))
  expect(await readThread(ids[0] ?? '')).toMatchObject({
    message: {
      assignee: null,
      entries: [
        { kind: 'assignment', assignee: { id: to } },
        { kind: 'note', text: 'Asked Bo.' },
        { kind: 'state', text: 'spam' },
        { kind: 'state', text: 'open' },
        { kind: 'assignment', assignee: null },
      ],
    },
  })
})

test('refuses unknown messages and operators without changes, and an empty answer', async () => {
  const id = await write('Ann')
  const missing = `ctm_${'0'.repeat(32)}`
  const moved = await operator.post('/operator/messages/state', { ids: [id, missing], state: 'done' })
  expect(moved).toMatchObject({ status: 404, body: { code: 'message_not_found' } })
  const assigned = await operator.post('/operator/messages/assign', { ids: [id], to: 'usr_0' })
  expect(assigned).toMatchObject({ status: 409, body: { code: 'operator_not_found' } })
  expect(await answer(id, { text: ' \n ' })).toMatchObject({ status: 400, body: { code: 'invalid_input' } })
  expect(await readThread(id)).toMatchObject({ message: { state: 'open', entries: [] } })
})

test('the audit log records that a message was answered, without its text', async () => {
  const id = await write('Ann')
  await expectSuccess(answer(id, { text: 'Your ring is at 7 Orchard Road.' }))
  const { text } = await expectSuccess(operator.get('/operator/audit-log?kind=message'))
  expect(text).toContain('Answered a contact message')
  expect(text).not.toContain('Orchard Road')
})

test('accepts text with half a surrogate pair', async () => {
  const id = await write('Mo')
  const cut = '\u{1f48d}'.slice(0, 1)
  await expectSuccess(answer(id, { text: `Done ${cut}` }))
  const vendor = await createSignedInAccount(shop.db, shop.now())
  const path = `/operator/accounts/${vendor.publicId}/end-sessions`
  expect(await operator.post(path, { reason: `Asked for it ${cut}` })).toMatchObject({ status: 200 })
})
