import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { openSession } from '#features/identity/accounts/service.ts'
import { accounts } from '#features/identity/accounts/tables.ts'
import { erasePreferences, exportPreferences } from '#features/messaging/notifications/service.ts'
import { suppliers } from '#features/catalogue/suppliers/tables.ts'
import { HOUR, MINUTE } from '#core/time.ts'
import {
  createConversation,
  createOwnedSupplier,
  getField,
  postMessage,
  startConversation,
} from '#tests/steps/chat.ts'
import { createTestSupplier } from '#tests/shop/factories.ts'
import { createSignedInAccount } from '#tests/shop/accounts.ts'
import { createTestShop } from '#tests/shop/shop.ts'
import { createLog } from '#platform/log.ts'
import { enqueueUnreadEmails } from '../jobs.ts'

const shop = await createTestShop()
const { db, now } = shop

type SentEmail = Readonly<{
  to: string
  subject: string
  text: string
  replyTo?: string
  unsubscribeUrl?: string
}>

/** Runs the job of each minute; returns the emails, oldest first. */
async function sendDueEmails(): Promise<SentEmail[]> {
  const context = { db, now: now(), enqueue: shop.app.jobs.enqueue, log: SILENT }
  await enqueueUnreadEmails.run({}, context)
  await shop.work()
  const { body } = await shop.get('/dev/mail.json')
  return (body as SentEmail[]).toReversed()
}

const SILENT = createLog('silent')

test('ten unread minutes send one email for all messages, and no other until the recipient visits', async () => {
  const { shopper, owner, id } = await createConversation(shop)
  await postMessage(shop, { id, from: shopper }, 'Is it gold?')
  shop.passTime(9 * MINUTE)
  expect(await sendDueEmails()).toEqual([])
  await postMessage(shop, { id, from: shopper }, 'Hello?')
  shop.passTime(MINUTE)
  const [email, ...more] = await sendDueEmails()
  expect(more).toEqual([])
  expect(email).toMatchObject({ to: owner.email, subject: 'You have 2 new messages from Mei Tan' })
  expect(email?.text).toContain('Mei Tan (Hello?)')
  expect(email?.text).toContain(`http://shop.test/dashboard/supplier/messages?conversation=${id}`)

  await postMessage(shop, { id, from: shopper }, 'Please answer')
  shop.passTime(11 * MINUTE)
  expect(await sendDueEmails()).toHaveLength(1)
  await shop.post(`/chat/conversations/${id}/read`, { upTo: 3 }, owner.headers)
  await postMessage(shop, { id, from: shopper }, 'One more thing')
  shop.passTime(11 * MINUTE)
  const emails = await sendDueEmails()
  expect(emails.map(({ subject }) => subject)).toEqual([
    'You have 2 new messages from Mei Tan',
    'You have a new message from Mei Tan',
  ])
})

test('a vendor’s email links to the messages of the vendor console', async () => {
  const vendor = await createSignedInAccount(db, now(), { type: 'vendor', firstName: 'Mei' })
  const first = await createOwnedSupplier(db, now())
  const firstId = await startConversation(shop, vendor, { store: first.store.publicId })
  await postMessage(shop, { id: firstId, from: vendor }, 'Is it in stock?')
  await postMessage(shop, { id: firstId, from: first.owner }, 'It is')
  shop.passTime(11 * MINUTE)
  const [one] = (await sendDueEmails()).filter(({ to }) => to === vendor.email)
  expect(one?.text).toContain(`http://shop.test/dashboard/vendor/messages?conversation=${firstId}`)

  shop.passTime(MINUTE)
  await shop.post(`/chat/conversations/${firstId}/read`, { upTo: 2 }, vendor.headers)
  const second = await createOwnedSupplier(db, now(), 'Harbour Gold')
  const secondId = await startConversation(shop, vendor, { store: second.store.publicId })
  await postMessage(shop, { id: secondId, from: vendor }, 'And this?')
  await postMessage(shop, { id: secondId, from: second.owner }, 'Yes')
  await postMessage(shop, { id: firstId, from: first.owner }, 'Anything else?')
  shop.passTime(11 * MINUTE)
  const both = (await sendDueEmails()).filter(({ to }) => to === vendor.email).at(-1)
  expect(both?.subject).toBe('You have 2 new messages')
  expect(both?.text).toContain('http://shop.test/dashboard/vendor/messages\n')
})

test('a second email is sent only after a day, and only if there is a new message', async () => {
  const { shopper, id } = await createConversation(shop)
  await postMessage(shop, { id, from: shopper }, 'Is it gold?')
  shop.passTime(11 * MINUTE)
  await sendDueEmails()
  shop.passTime(25 * HOUR)
  expect(await sendDueEmails()).toHaveLength(1)
  const device = { userAgent: 'A browser', address: '203.0.113.7' }
  const { accessToken } = await openSession(db, { accountId: shopper.id, device, now: now() })
  const from = { ...shopper, headers: { authorization: `Bearer ${accessToken}` } }
  await postMessage(shop, { id, from }, 'Still there?')
  shop.passTime(11 * MINUTE)
  expect(await sendDueEmails()).toHaveLength(2)
})

test('no email is sent to accounts that read in time, are closed or have an unverified address', async () => {
  const { shopper, owner, id } = await createConversation(shop)
  await postMessage(shop, { id, from: shopper }, 'Hello')
  await shop.post(`/chat/conversations/${id}/read`, { upTo: 1 }, owner.headers)
  await postMessage(shop, { id, from: owner }, 'Good morning')
  await db.update(accounts).set({ emailVerifiedAt: null }).where(eq(accounts.id, shopper.id))
  shop.passTime(11 * MINUTE)
  expect(await sendDueEmails()).toEqual([])
  await db
    .update(accounts)
    .set({ emailVerifiedAt: now(), closedAt: now() })
    .where(eq(accounts.id, shopper.id))
  expect(await sendDueEmails()).toEqual([])
})

test('an email unsubscribes by one click, which can be undone there or in the account', async () => {
  const { shopper, owner, id } = await createConversation(shop)
  await postMessage(shop, { id, from: shopper }, 'Hello')
  shop.passTime(11 * MINUTE)
  const [email] = await sendDueEmails()
  const url = new URL(email?.unsubscribeUrl ?? '')
  expect(url.pathname).toBe('/notifications/end')
  // As mail programs do (RFC 8058): a form POST from no origin, without a sign-in.
  const click = await shop.post(url.pathname + url.search, 'List-Unsubscribe=One-Click', {
    'content-type': 'application/x-www-form-urlencoded',
  })
  expect(click.status).toBe(200)
  const choices = async () => getField(await shop.get('/users/notificationChoices', owner.headers), 'choices')
  expect(await choices()).toMatchObject([{ kind: 'unread_messages', isEnabled: false }])
  await shop.post(`/chat/conversations/${id}/read`, { upTo: 1 }, owner.headers)
  await postMessage(shop, { id, from: shopper }, 'Hello again')
  shop.passTime(11 * MINUTE)
  expect(await sendDueEmails()).toHaveLength(1)

  const token = url.searchParams.get('token')
  const resumed = await shop.post(`/users/notificationChoices/resume?token=${token}`, {})
  expect(getField(resumed, 'choice')).toMatchObject({
    isEnabled: true,
    email: expect.stringContaining('•••'),
  })
  const set = await shop.post(
    '/users/notificationChoices',
    { kind: 'unread_messages', isEnabled: false },
    owner.headers,
  )
  expect(getField(set, 'choices')).toMatchObject([{ isEnabled: false }])
  expect(await exportPreferences(db, owner.id)).toEqual([{ kind: 'unread_messages', isEnabled: false }])
  await erasePreferences(db, owner.id)
  expect(await exportPreferences(db, owner.id)).toEqual([])
  expect((await shop.post(`/users/notificationChoices/end?token=ntc_${'0'.repeat(32)}`, {})).status).toBe(404)
  expect((await shop.get('/users/notificationChoices')).status).toBe(401)
})

test('a store without an owner gets messages by email, and replies to the shopper', async () => {
  const store = await createTestSupplier(db, { name: 'Old Atelier' })
  const shopper = await createSignedInAccount(db, now(), { firstName: 'Mei', lastName: 'Tan' })
  const id = await startConversation(shop, shopper, { store: store.publicId })
  expect(
    getField(await postMessage(shop, { id, from: shopper }, 'Is it gold?\nAnd how old?'), 'sent', 'number'),
  ).toBe(1)
  const seen = await shop.get(`/chat/conversations/${id}`, shopper.headers)
  expect(getField(seen, 'conversation')).toMatchObject({
    answersBy: 'mail',
    canWrite: true,
    email: store.email,
  })
  await postMessage(shop, { id, from: shopper }, 'Take your time')
  shop.passTime(3 * MINUTE)
  const [email, ...more] = await sendDueEmails()
  expect(more).toEqual([])
  expect(email).toMatchObject({
    to: store.email,
    replyTo: shopper.email,
    subject: 'A message for Old Atelier',
  })
  expect(email?.text).toContain('> Is it gold?\n> And how old?\n>\n> Take your time')
  expect(await sendDueEmails()).toHaveLength(1)
  await postMessage(shop, { id, from: shopper }, 'One more thing')
  shop.passTime(3 * MINUTE)
  expect((await sendDueEmails())[1]?.text).not.toContain('Is it gold?')

  // A later owner of the store sees the whole conversation.
  const owner = await createSignedInAccount(db, now(), { type: 'manufacturer', owns: store })
  expect(getField(await shop.get('/chat/conversations', owner.headers), 'conversations')).toMatchObject([
    { id, unread: 3 },
  ])
})

test('messages for a store without an email address go to support', async () => {
  const store = await createTestSupplier(db, { name: 'Silent Atelier' })
  await db.update(suppliers).set({ contactEmail: null }).where(eq(suppliers.id, store.id))
  const shopper = await createSignedInAccount(db, now())
  const id = await startConversation(shop, shopper, { store: store.publicId })
  await postMessage(shop, { id, from: shopper }, 'Hello')
  shop.passTime(3 * MINUTE)
  const [email] = await sendDueEmails()
  expect(email?.text).toContain('Please forward it')
  expect(email?.replyTo).toBe(shopper.email)
})

test('names and messages cannot inject header lines or markup into emails', async () => {
  const { shopper, owner, id } = await createConversation(shop)
  await db
    .update(accounts)
    .set({ firstName: 'Mei\r\nBcc: all@victims.example', lastName: '<script>alert(1)</script>' })
    .where(eq(accounts.id, shopper.id))
  await postMessage(shop, { id, from: shopper }, '<img src=x onerror=alert(2)>')
  shop.passTime(11 * MINUTE)
  const [email] = await sendDueEmails()
  expect(email?.to).toBe(owner.email)
  expect(email?.subject).toBe(
    'You have a new message from Mei Bcc: all@victims.example <script>alert(1)</script>',
  )
  const { text } = await shop.get('/dev/mail.json')
  expect(text).toContain('&lt;img src=x')
  expect(JSON.parse(text)[0].html).not.toMatch(/<script>|<img/)
})
