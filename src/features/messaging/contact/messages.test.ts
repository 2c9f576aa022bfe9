import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { queryRows } from '#database/database.ts'
import { suppliers } from '#features/catalogue/suppliers/tables.ts'
import { HOUR } from '#core/time.ts'
import { createTestSupplier } from '#tests/shop/factories.ts'
import { createTestShop } from '#tests/shop/shop.ts'
import { contactUs, getContactStore } from './contract.ts'

const shop = await createTestShop({ SUPPORT_EMAIL: 'help@support.example' })
const limited = await createTestShop({ LIMIT_FACTOR: '1' })

const FORM = { name: 'Mei Tan', email: 'Mei@shopper.example', message: 'Is the ring resizable?\nMei' }

type TestEmail = { to: string; subject: string; text: string; html: string; replyTo?: string }

async function readEmails(): Promise<TestEmail[]> {
  await shop.work()
  const { text } = await shop.get('/dev/mail.json')
  const read: TestEmail[] = JSON.parse(text)
  return read.toReversed()
}

function listMessages(): Promise<object[]> {
  return queryRows(shop.db, sql`select name, email, message, supplier_id from contact_messages order by id`)
}

test('a message is stored, emailed to support, and confirmed to its sender [API-14, CONTACT-11, CONST-21]', async () => {
  expect(await shop.call(contactUs, { body: FORM })).toEqual({
    success: true,
    message: 'Thank you. We received your message. Expect a response within 24 hours.',
  })
  expect(await listMessages()).toEqual([{ ...FORM, supplier_id: null }])
  const [supportEmail, senderEmail, ...more] = await readEmails()
  expect(supportEmail).toMatchObject({
    to: 'help@support.example',
    replyTo: FORM.email,
    subject: 'Message from Mei Tan',
  })
  expect(supportEmail?.text).toContain('> Is the ring resizable?\n> Mei')
  expect(senderEmail).toMatchObject({ to: FORM.email, replyTo: 'help@support.example' })
  expect(senderEmail?.text).toContain('Expect a response in 24 hours or less')
  expect(more).toEqual([])
})

test('without a support setting, messages go to the address that the pages show', async () => {
  await limited.call(contactUs, { body: FORM })
  await limited.work()
  expect((await limited.get('/dev/mail.json?to=support%40cabochon.example')).body).toHaveLength(1)
})

test('a message about a store goes to that store too, where it can be reached', async () => {
  const supplier = await createTestSupplier(shop.db, { name: 'Atelier Nord' })
  const { store } = await shop.call(getContactStore, { params: { id: supplier.publicId } })
  expect(store).toEqual({ id: supplier.publicId, name: 'Atelier Nord' })
  await shop.call(contactUs, { body: { ...FORM, supplier: store.id } })
  expect(await listMessages()).toEqual([{ ...FORM, supplier_id: supplier.id }])
  const [supportEmail, storeEmail, senderEmail] = await readEmails()
  expect(supportEmail?.text).toContain('Atelier Nord (Also received this message)')
  expect(storeEmail).toMatchObject({
    to: supplier.email,
    replyTo: FORM.email,
    subject: 'A question for Atelier Nord',
  })
  expect(senderEmail?.text).toContain('sent your message to Atelier Nord')
})

test('the sender’s email does not claim that a store without an email address got the message', async () => {
  const supplier = await createTestSupplier(shop.db, { name: 'Atelier Nord' })
  await shop.db.update(suppliers).set({ contactEmail: null })
  await shop.call(contactUs, { body: { ...FORM, supplier: supplier.publicId } })
  const [supportEmail, senderEmail, ...more] = await readEmails()
  expect(supportEmail?.text).toContain('Atelier Nord (No email address: please forward this message)')
  expect(senderEmail?.text).not.toContain('Atelier Nord')
  expect(more).toEqual([])
})

test('refuses a message to a hidden or unknown store', async () => {
  const hidden = await createTestSupplier(shop.db, { isVerified: false })
  for (const supplier of [hidden.publicId, 'sup_0', '\u2028']) {
    const answer = await shop.post('/shop/contactUs', { ...FORM, supplier })
    expect([answer.status, answer.body]).toMatchObject([409, { code: 'supplier_unknown' }])
  }
  expect((await shop.get(`/shop/contactStore/${hidden.publicId}`)).status).toBe(404)
  expect(await listMessages()).toEqual([])
})

test('refuses missing fields and invalid addresses, each with a message [VAL-06]', async () => {
  const blank = await shop.post('/shop/contactUs', { name: ' ', email: '', message: '\n\n' })
  expect([blank.status, blank.body]).toMatchObject([
    400,
    {
      code: 'fields_missing',
      message: 'Please fill in: full name, email address, message.',
      details: { fields: ['name', 'email', 'message'] },
    },
  ])
  for (const email of ['nowhere', 'a@b', 'a@b.example, c@d.example', 'a@b.example\nbcc: c@d.example']) {
    const wrong = await shop.post('/shop/contactUs', { ...FORM, email })
    expect([wrong.status, wrong.body]).toMatchObject([
      400,
      { code: 'bad_email', details: { fields: ['email'] } },
    ])
  }
  const long = await shop.post('/shop/contactUs', { ...FORM, message: 'x'.repeat(5001) })
  expect([long.status, long.body]).toMatchObject([400, { code: 'invalid_input' }])
  expect(await listMessages()).toEqual([])
})

test('typed text cannot inject HTML, headers or extra lines into an email', async () => {
  const body = {
    ...FORM,
    name: 'Mei\r\nBcc: all@shopper.example <b>\u202e',
    message: '<img src=x onerror=alert(1)>\r\n\r\n\r\n\r\nbye\u202e\u0007',
  }
  await shop.call(contactUs, { body })
  expect(await listMessages()).toMatchObject([
    { name: 'Mei Bcc: all@shopper.example <b>', message: '<img src=x onerror=alert(1)>\n\nbye' },
  ])
  const [supportEmail] = await readEmails()
  expect(supportEmail?.subject).toBe('Message from Mei Bcc: all@shopper.example <b>')
  expect(supportEmail?.html).toContain('&lt;img src=x onerror=alert(1)&gt;<br/><br/>bye')
  expect(supportEmail?.html).not.toContain('<img')
})

test('the email to the sender contains no typed text, so that it cannot be used for spam', async () => {
  await shop.call(contactUs, { body: { ...FORM, name: 'Cheap pills', message: 'https://pills.example' } })
  const [, senderEmail] = await readEmails()
  expect(senderEmail?.html).not.toMatch(/pills/i)
  expect(`${senderEmail?.subject} ${senderEmail?.text}`).not.toMatch(/pills/i)
})

test('an email address can send five messages a day, from any network, also concurrently', async () => {
  const send = (email: string) => limited.post('/shop/contactUs', { ...FORM, email })
  const first = await Promise.all(['a@b.example', 'A@b.example', 'a@B.example'].map(send))
  expect(first.map(({ status }) => status)).toEqual([200, 200, 200])
  limited.passTime(HOUR)
  const rest = await Promise.all(['a@b.example', 'a@b.example', 'a@b.example', 'a@b.example'].map(send))
  expect(rest.map(({ status }) => status).toSorted()).toEqual([200, 200, 429, 429])
  const [limited429] = rest.filter(({ status }) => status === 429)
  expect(limited429?.body).toMatchObject({
    code: 'too_many_requests',
    message: expect.stringContaining('tomorrow'),
  })
  expect((await send('c@b.example')).status).toBe(200)
  limited.passTime(23 * HOUR)
  expect((await send('a@b.example')).status).toBe(200)
})

test('all spellings of a mailbox count as one address', async () => {
  const send = (email: string) => limited.post('/shop/contactUs', { ...FORM, email })
  const addresses = [
    'mei+1@b.example',
    'MEI+2@b.example',
    'mei+a+b@b.example',
    'mei@b.example',
    'mei+@b.example',
  ]
  for (const email of addresses) expect([email, (await send(email)).status]).toEqual([email, 200])
  expect((await send('mei+6@b.example')).status).toBe(429)
  for (const other of ['m.ei@b.example', '+6@b.example', 'mei@b.example.net'])
    expect([other, (await send(other)).status]).toEqual([other, 200])
})

test('one client can send ten messages in ten minutes', async () => {
  const send = (index: number) => limited.post('/shop/contactUs', { ...FORM, email: `a${index}@b.example` })
  for (let index = 0; index < 10; index += 1) expect((await send(index)).status).toBe(200)
  expect((await send(10)).status).toBe(429)
})

test('the emails of a contact message are created once, even if the job runs again', async () => {
  await shop.call(contactUs, { body: FORM })
  expect(await readEmails()).toHaveLength(2)
  const [message] = await queryRows<{ id: number }>(shop.db, sql`select id from contact_messages`)
  await shop.app.jobs.enqueue(shop.db, { job: 'contact.mail_message', input: { messageId: message?.id } })
  expect(await readEmails()).toHaveLength(2)
})
