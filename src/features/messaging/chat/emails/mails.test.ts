import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { openSession } from '#features/identity/accounts/service.ts'
import { people } from '#features/identity/accounts/tables.ts'
import { eraseChoices, exportChoices } from '#features/messaging/notifications/service.ts'
import { suppliers } from '#features/catalogue/suppliers/tables.ts'
import { HOUR, MINUTE } from '#core/time.ts'
import { field, opened, say, talkIn } from '#tests/steps/chat.ts'
import { supplierInTrade } from '#tests/shop/factories.ts'
import { personSignedIn } from '#tests/shop/people.ts'
import { testShop } from '#tests/shop/shop.ts'
import { createLog } from '#platform/log.ts'
import { findUnread } from '../jobs.ts'

const shop = await testShop()
const { db, now } = shop

type SentMail = Readonly<{
  to: string
  subject: string
  text: string
  replyTo?: string
  unsubscribeUrl?: string
}>

/** What the timer of a minute does, and the mails that are there then, oldest first. */
async function minute(): Promise<SentMail[]> {
  const context = { db, now: now(), enqueue: shop.app.jobs.enqueue, log: SILENT }
  await findUnread.run({}, context)
  await shop.work()
  const { body } = await shop.get('/dev/mail.json')
  return (body as SentMail[]).toReversed()
}

const SILENT = createLog('silent')

test('who has not read for ten minutes gets one mail for all messages, and no other until the next visit', async () => {
  const { shopper, owner, id } = await talkIn(shop)
  await say(shop, { id, from: shopper }, 'Is it gold?')
  shop.passTime(9 * MINUTE)
  expect(await minute()).toEqual([])
  await say(shop, { id, from: shopper }, 'Hello?')
  shop.passTime(MINUTE)
  const [mail, ...more] = await minute()
  expect(more).toEqual([])
  expect(mail).toMatchObject({ to: owner.email, subject: 'You have 2 new messages from Mei Tan' })
  expect(mail?.text).toContain('Mei Tan (Hello?)')
  expect(mail?.text).toContain(`http://shop.test/chat?conversation=${id}`)

  await say(shop, { id, from: shopper }, 'Please answer')
  shop.passTime(11 * MINUTE)
  expect(await minute()).toHaveLength(1)
  await shop.post(`/chat/conversations/${id}/read`, { upTo: 3 }, owner.headers)
  await say(shop, { id, from: shopper }, 'One more thing')
  shop.passTime(11 * MINUTE)
  const mails = await minute()
  expect(mails.map(({ subject }) => subject)).toEqual([
    'You have 2 new messages from Mei Tan',
    'You have a new message from Mei Tan',
  ])
})

test('after a day there is another mail when something new was written, and only then', async () => {
  const { shopper, id } = await talkIn(shop)
  await say(shop, { id, from: shopper }, 'Is it gold?')
  shop.passTime(11 * MINUTE)
  await minute()
  shop.passTime(25 * HOUR)
  expect(await minute()).toHaveLength(1)
  const device = { userAgent: 'A browser', address: '203.0.113.7' }
  const { accessToken } = await openSession(db, { personId: shopper.id, device, now: now() })
  const from = { ...shopper, headers: { authorization: `Bearer ${accessToken}` } }
  await say(shop, { id, from }, 'Still there?')
  shop.passTime(11 * MINUTE)
  expect(await minute()).toHaveLength(2)
})

test('who reads in time gets no mail, nor does who closed the account or never proved the address', async () => {
  const { shopper, owner, id } = await talkIn(shop)
  await say(shop, { id, from: shopper }, 'Hello')
  await shop.post(`/chat/conversations/${id}/read`, { upTo: 1 }, owner.headers)
  await say(shop, { id, from: owner }, 'Good morning')
  await db.update(people).set({ emailVerifiedAt: null }).where(eq(people.id, shopper.id))
  shop.passTime(11 * MINUTE)
  expect(await minute()).toEqual([])
  await db.update(people).set({ emailVerifiedAt: now(), closedAt: now() }).where(eq(people.id, shopper.id))
  expect(await minute()).toEqual([])
})

test('one click in a mail ends these mails, and it can be taken back or said in the account', async () => {
  const { shopper, owner, id } = await talkIn(shop)
  await say(shop, { id, from: shopper }, 'Hello')
  shop.passTime(11 * MINUTE)
  const [mail] = await minute()
  const url = new URL(mail?.unsubscribeUrl ?? '')
  expect(url.pathname).toBe('/notifications/end')
  // As mail programs do it (RFC 8058): a form of their own, from nowhere, without a sign-in.
  const click = await shop.post(url.pathname + url.search, 'List-Unsubscribe=One-Click', {
    'content-type': 'application/x-www-form-urlencoded',
  })
  expect(click.status).toBe(200)
  const choices = async () => field(await shop.get('/users/notificationChoices', owner.headers), 'choices')
  expect(await choices()).toMatchObject([{ kind: 'unread_messages', wanted: false }])
  await shop.post(`/chat/conversations/${id}/read`, { upTo: 1 }, owner.headers)
  await say(shop, { id, from: shopper }, 'Hello again')
  shop.passTime(11 * MINUTE)
  expect(await minute()).toHaveLength(1)

  const token = url.searchParams.get('token')
  const resumed = await shop.post(`/users/notificationChoices/resume?token=${token}`, {})
  expect(field(resumed, 'choice')).toMatchObject({ wanted: true, email: expect.stringContaining('•••') })
  const set = await shop.post(
    '/users/notificationChoices',
    { kind: 'unread_messages', wanted: false },
    owner.headers,
  )
  expect(field(set, 'choices')).toMatchObject([{ wanted: false }])
  expect(await exportChoices(db, owner.id)).toEqual([{ kind: 'unread_messages', wanted: false }])
  await eraseChoices(db, owner.id)
  expect(await exportChoices(db, owner.id)).toEqual([])
  expect((await shop.post(`/users/notificationChoices/end?token=ntc_${'0'.repeat(32)}`, {})).status).toBe(404)
  expect((await shop.get('/users/notificationChoices')).status).toBe(401)
})

test('a store without an owner gets what was written by mail, and answers to the shopper', async () => {
  const store = await supplierInTrade(db, { name: 'Old Atelier' })
  const shopper = await personSignedIn(db, now(), { firstName: 'Mei', lastName: 'Tan' })
  const id = await opened(shop, shopper, { store: store.publicId })
  expect(field(await say(shop, { id, from: shopper }, 'Is it gold?\nAnd how old?'), 'sent', 'number')).toBe(1)
  const seen = await shop.get(`/chat/conversations/${id}`, shopper.headers)
  expect(field(seen, 'conversation')).toMatchObject({ answersBy: 'mail', canWrite: true, email: store.email })
  await say(shop, { id, from: shopper }, 'Take your time')
  shop.passTime(3 * MINUTE)
  const [mail, ...more] = await minute()
  expect(more).toEqual([])
  expect(mail).toMatchObject({
    to: store.email,
    replyTo: shopper.email,
    subject: 'A message for Old Atelier',
  })
  expect(mail?.text).toContain('> Is it gold?\n> And how old?\n>\n> Take your time')
  expect(await minute()).toHaveLength(1)
  await say(shop, { id, from: shopper }, 'One more thing')
  shop.passTime(3 * MINUTE)
  expect((await minute())[1]?.text).not.toContain('Is it gold?')

  // Whoever comes to own the store finds it all.
  const owner = await personSignedIn(db, now(), { type: 'manufacturer', owns: store })
  expect(field(await shop.get('/chat/conversations', owner.headers), 'conversations')).toMatchObject([
    { id, unread: 3 },
  ])
})

test('a store that has no mail address either is passed on by the support', async () => {
  const store = await supplierInTrade(db, { name: 'Silent Atelier' })
  await db.update(suppliers).set({ contactEmail: null }).where(eq(suppliers.id, store.id))
  const shopper = await personSignedIn(db, now())
  const id = await opened(shop, shopper, { store: store.publicId })
  await say(shop, { id, from: shopper }, 'Hello')
  shop.passTime(3 * MINUTE)
  const [mail] = await minute()
  expect(mail?.text).toContain('please pass it on')
  expect(mail?.replyTo).toBe(shopper.email)
})

test('names and messages write no lines of their own into mails, and stay text', async () => {
  const { shopper, owner, id } = await talkIn(shop)
  await db
    .update(people)
    .set({ firstName: 'Mei\r\nBcc: all@victims.example', lastName: '<script>alert(1)</script>' })
    .where(eq(people.id, shopper.id))
  await say(shop, { id, from: shopper }, '<img src=x onerror=alert(2)>')
  shop.passTime(11 * MINUTE)
  const [mail] = await minute()
  expect(mail?.to).toBe(owner.email)
  expect(mail?.subject).toBe(
    'You have a new message from Mei Bcc: all@victims.example <script>alert(1)</script>',
  )
  const { text } = await shop.get('/dev/mail.json')
  expect(text).toContain('&lt;img src=x')
  expect(JSON.parse(text)[0].html).not.toMatch(/<script>|<img/)
})
