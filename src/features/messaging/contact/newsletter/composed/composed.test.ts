import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { queryRows } from '#database/database.ts'
import { newSecretId } from '#core/ids.ts'
import { createSignedInAccount } from '#tests/shop/accounts.ts'
import { createTestShop, SHOP_URL } from '#tests/shop/shop.ts'
import { unsubscribe } from '../../contract.ts'
import { newsletterSubscribers } from '../../tables.ts'
import type { NewsletterData } from './contract.ts'

const shop = await createTestShop()
const PATH = '/operator/newsletters'
const FORM = {
  subject: 'Pearls of spring',
  heading: 'Pearls & more',
  text: 'First.\n\nSecond.',
  withProducts: false,
}

const createOwner = () => createSignedInAccount(shop.db, shop.now(), { type: 'operator', withPassword: true })
type Headers = Readonly<Record<string, string>>

async function createSubscriber(
  email: string,
  change: Partial<typeof newsletterSubscribers.$inferInsert> = {},
): Promise<string> {
  const token = newSecretId('subscription')
  const at = new Date('2026-01-05T10:00:00Z')
  const values = { email, token, subscribedAt: at, confirmedAt: at, state: 'confirmed' as const }
  await shop.db.insert(newsletterSubscribers).values({ ...values, ...change })
  return token
}

async function createDraft(headers: Headers, form: object = FORM): Promise<NewsletterData> {
  const { body, text } = await shop.post(PATH, form, headers)
  const newsletter: unknown = Reflect.get(Object(body), 'newsletter')
  if (!newsletter) throw new Error(text)
  // The server answers by its contract.
  return newsletter as NewsletterData
}

const send = ({ id, version }: Pick<NewsletterData, 'id' | 'version'>, headers: Headers) =>
  shop.post(`${PATH}/${id}/send`, { version }, headers)

type Email = { to: string; subject: string; text: string; html: string; unsubscribeUrl: string }

async function listEmails(): Promise<Email[]> {
  await shop.work()
  const read: Email[] = JSON.parse((await shop.get('/dev/mail.json')).text)
  return read.toReversed()
}

async function runJob(): Promise<void> {
  await shop.app.jobs.enqueue(shop.db, { job: 'contact.send_newsletters', input: {} })
  await shop.work()
}

const read = async (id: string, headers: Headers) => (await shop.get(`${PATH}/${id}`, headers)).body

test('sends a newsletter once to each confirmed subscriber, with a one-click link to unsubscribe', async () => {
  const owner = await createOwner()
  const token = await createSubscriber('mei@shopper.example')
  await createSubscriber('pending@shopper.example', { state: 'pending', confirmedAt: null })
  await createSubscriber('left@shopper.example', { state: 'unsubscribed', unsubscribedAt: shop.now() })
  const draft = await createDraft(owner.headers)
  expect(await listEmails()).toEqual([])
  expect(await read(draft.id, owner.headers)).toMatchObject({ email: null })
  expect(await send(draft, owner.headers)).toMatchObject({
    status: 200,
    body: { newsletter: { state: 'sending' } },
  })
  expect((await send(draft, owner.headers)).status).toBe(409)
  await runJob()
  await runJob()
  const emails = await listEmails()
  expect(emails).toMatchObject([
    {
      to: 'mei@shopper.example',
      subject: 'Pearls of spring',
      unsubscribeUrl: `${SHOP_URL}/newsletter/unsubscribe?token=${token}`,
    },
  ])
  expect(emails[0]?.html).toContain('Pearls &amp; more')
  expect(await read(draft.id, owner.headers)).toMatchObject({
    newsletter: { state: 'sent', counts: { queued: 0, sent: 1, refused: 0 } },
    email: { subject: 'Pearls of spring', html: expect.stringContaining('Pearls &amp; more') },
  })
  const log = await shop.get('/operator/audit-log?kind=message', owner.headers)
  expect(log.body).toMatchObject({ entries: [{ action: 'Sent a newsletter', after: { subscribers: 1 } }] })
})

test('continues after a failure in the middle, and sends nobody a second email', async () => {
  const owner = await createOwner()
  for (let n = 0; n < 120; n += 1) await createSubscriber(`reader-${n}@shopper.example`)
  const draft = await createDraft(owner.headers)
  // The outbox takes no more after the first batch.
  await shop.db.execute(sql`
    create function full_outbox() returns trigger language plpgsql as $$ begin
      if (select count(*) from emails) >= 60 then raise 'the disk is full'; end if; return null; end $$;
    create trigger full_outbox after insert on emails for each row execute function full_outbox()`)
  await send(draft, owner.headers)
  expect(await listEmails()).toHaveLength(50)
  expect(await read(draft.id, owner.headers)).toMatchObject({ newsletter: { state: 'sending' } })
  await shop.db.execute(sql`drop trigger full_outbox on emails; drop function full_outbox`)
  await runJob()
  const recipients = await queryRows<{ recipient: string }>(shop.db, sql`select recipient from emails`)
  expect(new Set(recipients.map(({ recipient }) => recipient)).size).toBe(120)
  expect(recipients).toHaveLength(120)
  expect(await read(draft.id, owner.headers)).toMatchObject({ newsletter: { state: 'sent' } })
})

test('skips subscribers who leave while it is sent, and stops when an operator stops it', async () => {
  const owner = await createOwner()
  const tokens = []
  for (let n = 0; n < 60; n += 1) tokens.push(await createSubscriber(`reader-${n}@shopper.example`))
  const draft = await createDraft(owner.headers)
  await shop.call(unsubscribe, { query: { token: tokens[59] ?? '' } })
  await send(draft, owner.headers)
  expect((await shop.post(`${PATH}/${draft.id}/stop`, {}, owner.headers)).status).toBe(200)
  expect(await listEmails()).toEqual([])
  expect((await shop.post(`${PATH}/${draft.id}/stop`, {}, owner.headers)).status).toBe(409)
  const next = await createDraft(owner.headers)
  await send(next, owner.headers)
  expect(await listEmails()).toHaveLength(59)
})

test('refuses markup, braces, missing texts, old versions and changes after sending, with words', async () => {
  const owner = await createOwner()
  for (const [change, message] of [
    [{ subject: ' ' }, 'Enter the subject'],
    [{ text: '<script>alert(1)</script>' }, 'Remove the HTML tags'],
    [{ heading: 'Hello {{name}}' }, 'isn’t a placeholder'],
  ] as const)
    expect(await shop.post(PATH, { ...FORM, ...change }, owner.headers)).toMatchObject({
      status: 400,
      body: { code: 'newsletter_faulty', message: expect.stringContaining(message) },
    })
  const draft = await createDraft(owner.headers)
  expect(await send(draft, owner.headers)).toMatchObject({ status: 409, body: { code: 'no_subscribers' } })
  await createSubscriber('mei@shopper.example')
  const changed = { ...FORM, subject: 'Pearls of summer' }
  const save = (version: number) => shop.post(`${PATH}/${draft.id}`, { ...changed, version }, owner.headers)
  expect((await save(draft.version)).status).toBe(200)
  expect(await save(draft.version)).toMatchObject({ status: 409, body: { code: 'changed_meanwhile' } })
  expect(await send(draft, owner.headers)).toMatchObject({ status: 409, body: { code: 'changed_meanwhile' } })
  expect((await send({ ...draft, version: draft.version + 1 }, owner.headers)).status).toBe(200)
  expect(await save(draft.version + 2)).toMatchObject({ status: 409, body: { code: 'newsletter_state' } })
  expect(await shop.post(`${PATH}/${draft.id}/delete`, {}, owner.headers)).toMatchObject({ status: 409 })
})

test('a draft is previewed, sent as a test to the operator alone, and deleted', async () => {
  const owner = await createOwner()
  await createSubscriber('mei@shopper.example')
  expect((await shop.post(`${PATH}/preview`, FORM, owner.headers)).body).toMatchObject({
    subject: 'Pearls of spring',
    text: expect.stringContaining('First.\n\nSecond.'),
  })
  expect((await shop.post(`${PATH}/test`, FORM, owner.headers)).status).toBe(200)
  expect(await listEmails()).toMatchObject([{ to: owner.email, subject: 'Test: Pearls of spring' }])
  const draft = await createDraft(owner.headers)
  expect((await shop.post(`${PATH}/${draft.id}/delete`, {}, owner.headers)).status).toBe(200)
  expect((await shop.get(PATH, owner.headers)).body).toMatchObject({
    newsletters: [],
    subscribers: { confirmed: 1, pending: 0, unsubscribed: 0 },
  })
})

test('more newsletters than a page are listed by pages, each once', async () => {
  const owner = await createOwner()
  await shop.db.execute(sql`
    insert into newsletters (public_id, subject, heading, text, with_products, created_at)
    select 'page-' || n, 'Issue ' || n, 'Heading', 'Text', false, ${shop.now()} from generate_series(1, 51) n`)
  const list = async (query = '') => (await shop.get(`${PATH}${query}`, owner.headers)).body
  const first = await list()
  const { newsletters, nextCursor } = first as { newsletters: NewsletterData[]; nextCursor: string }
  expect(newsletters.map(({ subject }) => subject)).toEqual(
    Array.from({ length: 50 }, (_, n) => `Issue ${51 - n}`),
  )
  expect(await list(`?cursor=${nextCursor}`)).toMatchObject({
    newsletters: [{ subject: 'Issue 1' }],
    nextCursor: null,
  })
  expect(await list('?cursor=later')).toMatchObject({ code: 'bad_cursor' })
})
