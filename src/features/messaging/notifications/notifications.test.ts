import { expect, test } from 'vitest'
import { unavailable } from '#core/errors.ts'
import { queryRows } from '#database/database.ts'
import { sql } from 'drizzle-orm'
import { createLog } from '#platform/log.ts'
import type { OutgoingEmail, Mailer } from '#platform/mail/mailer.ts'
import { createTestShop } from '#tests/shop/shop.ts'
import { completePictureAddresses, insertShopName } from './email.ts'
import { deliverEmails } from './jobs.ts'
import { createEmail, renderEmail, sendEmails } from './service.ts'

const shop = await createTestShop()

const content = {
  subject: 'Hello',
  preview: 'A letter',
  heading: 'Hello & <welcome>',
  paragraphs: ['First.'],
  tables: [{ title: 'Products', rows: [{ left: '1 × Ring', note: 'Gold', right: '$10.00' }] }],
  action: { label: 'Open', url: 'http://shop.test/dashboard?order=1&x=2' },
  closing: ['Bye.'],
  wording: { name: 'test' },
} as const

async function sendTestEmail(key: string, to: string): Promise<void> {
  const email = createEmail({ key, to }, content)
  await sendEmails(shop.db, { emails: [email], now: shop.now(), enqueue: shop.app.jobs.enqueue })
}

async function deliverTestEmails(mailer: Mailer): Promise<void> {
  const [email] = await queryRows<{ id: number }>(shop.db, sql`select id from emails`)
  const context = { db: shop.db, now: shop.now(), log: createLog('silent'), enqueue: shop.app.jobs.enqueue }
  await deliverEmails(mailer, { domain: 'cabochon.example', publicUrl: 'https://cabochon.example' }).run(
    { mailIds: [email?.id ?? 0] },
    context,
  )
}

function listEmailStates(): Promise<{ state: string }[]> {
  return queryRows(shop.db, sql`select state from emails`)
}

test('an email with a known key is not sent a second time', async () => {
  await sendTestEmail('order:1', 'a@b.example')
  await sendTestEmail('order:1', 'a@b.example')
  await shop.work()
  expect(await listEmailStates()).toEqual([{ state: 'sent' }])
})

test('HTML and plain text of an email have the same content, and inserted values are escaped', () => {
  const { html, text } = renderEmail(content)
  expect(html).toContain('Hello &amp; &lt;welcome&gt;')
  for (const fragment of ['$10.00', '1 × Ring', 'Open', 'http://shop.test/dashboard?order=1&x=2'])
    expect(text).toContain(fragment)
})

test('the outbox is available as JSON: newest first, by address regardless of case, with links', async () => {
  await sendTestEmail('order:1', 'a@b.example')
  await sendTestEmail('order:2', 'Other@b.example')
  const { body } = await shop.get('/dev/mail.json?to=A%40B.example')
  expect(body).toMatchObject([
    { to: 'a@b.example', subject: 'Hello', links: ['http://shop.test/dashboard?order=1&x=2'] },
  ])
  expect((await shop.get('/dev/mail.json')).body).toMatchObject([
    { to: 'Other@b.example' },
    { to: 'a@b.example' },
  ])
  expect((await shop.get('/dev/mail')).text).toContain('Other@b.example')
})

test('delivery is retried when the mail server is unavailable, with the same Message-ID', async () => {
  await sendTestEmail('order:1', 'a@b.example')
  await expect(
    deliverTestEmails(async () => Promise.reject(unavailable('mail_server_unavailable', 'away'))),
  ).rejects.toThrow('away')
  expect(await listEmailStates()).toEqual([{ state: 'waiting' }])
  const delivered: OutgoingEmail[] = []
  await deliverTestEmails(async (letter) => void delivered.push(letter))
  expect(delivered).toMatchObject([{ to: 'a@b.example', messageId: '<order.1@cabochon.example>' }])
  expect(await listEmailStates()).toEqual([{ state: 'sent' }])
})

test('an email that the mail server rejects permanently is recorded, not retried', async () => {
  await sendTestEmail('order:1', 'a@b.example')
  await deliverTestEmails(async () => Promise.reject(new Error('550 no such user')))
  expect(await queryRows(shop.db, sql`select state, failure from emails`)).toEqual([
    { state: 'failed', failure: 'Error: 550 no such user' },
  ])
})

test('an email contains the shop’s logo by absolute URL, with the shop’s name as alternative text', () => {
  const logo = { src: '/shop/getLogo/a', width: 600, height: 100 }
  const html = insertShopName(renderEmail(content).html, 'Rings & "More"', logo)
  expect(completePictureAddresses(html, 'https://shop.test')).toContain(
    '<img src="https://shop.test/shop/getLogo/a" alt="Rings &amp; &quot;More&quot;" width="200" height="33"',
  )
})
