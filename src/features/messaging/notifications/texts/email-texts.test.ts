import { expect, test } from 'vitest'
import { EMAIL_TEXT_NAMES, type EmailTextName, getEmailTemplate } from '#core/emails/texts/email-texts.ts'
import { fillEmailText, findEmailTextProblem } from '#core/emails/texts/email-template.ts'
import { createSignedInAccount } from '#tests/shop/accounts.ts'
import { createTestShop } from '#tests/shop/shop.ts'
import { createPaidOrder } from '#tests/steps/supplier-orders.ts'
import { insertSetting } from '#features/identity/settings/values/setting-queries.ts'
import { inTransaction } from '#database/database.ts'

const shop = await createTestShop()
const PATH = '/operator/settings/emails'
const ORDER_TEXT = {
  subject: 'We have it: {{order}}',
  heading: 'Dear {{firstName}} & family',
  text: 'Order {{order}} is ours to make.\n\nYour team',
}

const createOwner = () => createSignedInAccount(shop.db, shop.now(), { type: 'operator', withPassword: true })

type Email = Readonly<{ to: string; subject: string; text: string; html: string }>

async function listEmails(to = ''): Promise<Email[]> {
  await shop.work()
  const read: Email[] = JSON.parse((await shop.get('/dev/mail.json')).text)
  return read.filter((email) => to === '' || email.to === to)
}

test('every standard email text passes the checks for operators’ texts', () => {
  for (const name of EMAIL_TEXT_NAMES) {
    const template = getEmailTemplate(name)
    expect([name, findEmailTextProblem(template, template.standard)]).toEqual([name, undefined])
  }
})

test('an operator’s text is in the next email with its items and link, and buyers’ names are escaped', async () => {
  const owner = await createOwner()
  expect(
    await shop.post(`${PATH}/order_confirmed`, { text: ORDER_TEXT, version: 0 }, owner.headers),
  ).toMatchObject({ status: 200, body: { message: 'Saved. Emails from now on have this text.' } })
  await createPaidOrder(shop)
  const email = (await listEmails()).find(({ subject }) => subject.startsWith('We have it: '))
  expect(email?.text).toMatch(
    /^Dear \S+ & family\n\nOrder \S+ is ours to make\.\n\nYour team\n\nWe’ll email you/,
  )
  expect(email?.text).toContain('Your items:')
  expect(email?.text).toContain('Follow your order: http')
  expect(email?.html).toContain('&amp; family')
})

test('values are never interpreted as placeholders or markup', () => {
  const values = { firstName: '{{order}} <b>', order: '7' }
  const filled = fillEmailText(ORDER_TEXT, values)
  expect(filled.heading).toBe('Dear {{order}} <b> & family')
  expect(filled.paragraphs).toEqual(['Order 7 is ours to make.', 'Your team'])
})

test('refuses an email text with missing or invalid placeholders or markup, naming the field', async () => {
  const owner = await createOwner()
  const save = (change: object) =>
    shop.post(`${PATH}/order_confirmed`, { text: { ...ORDER_TEXT, ...change }, version: 0 }, owner.headers)
  const refusals = [
    [{ text: 'Your {{number}} of {{order}}' }, 'text', '{{number}} isn’t a placeholder'],
    [{ subject: 'We have it', text: 'Thank you' }, 'text', 'Include {{order}}'],
    [{ subject: 'We have {{order}' }, 'subject', 'two braces on each side'],
    [{ subject: 'We have {{order' }, 'subject', 'two braces on each side'],
    [{ heading: '<b>Dear</b>' }, 'heading', 'Remove the HTML tags'],
    [{ heading: '  ' }, 'heading', 'Enter the heading'],
  ] as const
  for (const [change, field, message] of refusals)
    expect(await save(change)).toMatchObject({
      status: 400,
      body: {
        code: 'email_text_faulty',
        message: expect.stringContaining(message),
        details: { fields: [field] },
      },
    })
  expect((await save({ text: 'a'.repeat(4001) })).status).toBe(400)
  expect((await shop.get(`${PATH}/order_confirmed`, owner.headers)).body).toMatchObject({
    text: getEmailTemplate('order_confirmed').standard,
    history: [],
  })
})

test('an unknown email is refused with a short message', async () => {
  const owner = await createOwner()
  expect(await shop.get(`${PATH}/order_vanished`, owner.headers)).toMatchObject({
    status: 400,
    body: { code: 'invalid_input', message: 'This email doesn’t exist.' },
  })
})

test('a stored text that the release cannot fill is replaced by the standard text', async () => {
  const owner = await createOwner()
  await inTransaction(shop.db, (tx) =>
    insertSetting(tx, {
      name: 'email_order_confirmed',
      value: { subject: '{{gone}}', heading: 'Old', text: 'Old' },
      changes: [],
      accountId: owner.id,
      now: shop.now(),
    }),
  )
  await createPaidOrder(shop)
  expect((await listEmails()).map(({ subject }) => subject)).toContainEqual(
    expect.stringMatching(/^Your order \S+ is confirmed$/),
  )
})

test('an email’s page shows its placeholders and history, and a change is in the audit log', async () => {
  const owner = await createOwner()
  await shop.post(`${PATH}/order_confirmed`, { text: ORDER_TEXT, version: 0 }, owner.headers)
  const { body } = await shop.get(`${PATH}/order_confirmed`, owner.headers)
  expect(body).toMatchObject({
    title: 'Order confirmed',
    recipients: 'Shoppers',
    text: ORDER_TEXT,
    placeholders: [
      { name: 'order', isRequired: true },
      { name: 'firstName', isRequired: false },
    ],
    history: [
      { changes: [expect.stringContaining('Subject: Your order'), expect.anything(), expect.anything()] },
    ],
  })
  const { version } = Object(body) as { version: number }
  expect((await shop.get(PATH, owner.headers)).body).toMatchObject({
    emails: expect.arrayContaining([
      expect.objectContaining({ name: 'order_confirmed', isOwn: true, subject: ORDER_TEXT.subject }),
      expect.objectContaining({ name: 'order_shipped', isOwn: false }),
    ]),
  })
  const log = await shop.get('/operator/audit-log?kind=settings', owner.headers)
  expect(log.body).toMatchObject({
    entries: [{ action: 'Changed the email “Order confirmed”', after: ORDER_TEXT }],
  })
  const { standard } = getEmailTemplate('order_confirmed')
  expect(
    (await shop.post(`${PATH}/order_confirmed`, { text: standard, version: 0 }, owner.headers)).status,
  ).toBe(409)
  expect(
    (await shop.post(`${PATH}/order_confirmed`, { text: standard, version }, owner.headers)).status,
  ).toBe(200)
  await createPaidOrder(shop)
  expect((await listEmails()).map(({ subject }) => subject)).toContainEqual(
    expect.stringMatching(/^Your order \S+ is confirmed$/),
  )
})

test('a draft can be previewed and sent as a test to the operator only', async () => {
  const owner = await createOwner()
  const preview = await shop.post(`${PATH}/order_confirmed/preview`, ORDER_TEXT, owner.headers)
  expect(preview).toMatchObject({
    status: 200,
    body: {
      subject: 'We have it: 100482',
      text: expect.stringContaining('Dear Mei & family'),
      html: expect.stringContaining('Dear Mei &amp; family'),
    },
  })
  expect(Object(preview.body).html).not.toContain('%SHOP_NAME')
  expect((await shop.post(`${PATH}/order_confirmed/test`, ORDER_TEXT, owner.headers)).status).toBe(200)
  expect(await listEmails()).toMatchObject([{ to: owner.email, subject: 'Test: We have it: 100482' }])
})

test('a preview has the lines that the shop adds below the text, such as a message and a deadline', async () => {
  const owner = await createOwner()
  const preview = async (name: EmailTextName) =>
    (await shop.post(`${PATH}/${name}/preview`, getEmailTemplate(name).standard, owner.headers)).text
  expect(await preview('case_propose')).toMatch(/message appear here.*Proposed refund.*asked to answer by/s)
  expect(await preview('dispute_chargeback')).toContain('Respond at Stripe by')
})
