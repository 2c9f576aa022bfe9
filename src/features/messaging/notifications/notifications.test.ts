import { expect, test } from 'vitest'
import { unavailable } from '#core/errors.ts'
import { rows } from '#database/database.ts'
import { sql } from 'drizzle-orm'
import { createLog } from '#platform/log.ts'
import type { Letter, Mailer } from '#platform/mail/mailer.ts'
import { testShop } from '#tests/shop/shop.ts'
import { sendMails } from './jobs.ts'
import { layout, postMails } from './service.ts'

const shop = await testShop()

const content = {
  subject: 'Hello',
  preview: 'A letter',
  heading: 'Hello & <welcome>',
  paragraphs: ['First.'],
  tables: [{ title: 'Pieces', rows: [{ left: '1 × Ring', note: 'Gold', right: '$10.00' }] }],
  action: { label: 'Open', url: 'http://shop.test/dashboard?order=1&x=2' },
  closing: ['Bye.'],
}

async function post(key: string, to: string): Promise<void> {
  const mail = { key, to, ...layout(content) }
  await postMails(shop.db, { mails: [mail], now: shop.now(), enqueue: shop.app.jobs.enqueue })
}

async function send(mailer: Mailer): Promise<void> {
  const [mail] = await rows<{ id: number }>(shop.db, sql`select id from mails`)
  const context = { db: shop.db, now: shop.now(), log: createLog('silent'), enqueue: shop.app.jobs.enqueue }
  await sendMails(mailer, 'cabochon.example').run({ mailIds: [mail?.id ?? 0] }, context)
}

function stateOfMail(): Promise<{ state: string }[]> {
  return rows(shop.db, sql`select state from mails`)
}

test('a mail with a key that is known is not sent again', async () => {
  await post('order:1', 'a@b.example')
  await post('order:1', 'a@b.example')
  await shop.work()
  expect(await stateOfMail()).toEqual([{ state: 'sent' }])
})

test('a letter says the same in HTML and in plain text, and escapes what is not its own', () => {
  const { html, text } = layout(content)
  expect(html).toContain('Hello &amp; &lt;welcome&gt;')
  for (const part of ['$10.00', '1 × Ring', 'Open', 'http://shop.test/dashboard?order=1&x=2'])
    expect(text).toContain(part)
})

test('the outbox can be read by programs: newest first, by address in any case, with its links', async () => {
  await post('order:1', 'a@b.example')
  await post('order:2', 'Other@b.example')
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

test('a mail server that is away is tried again; the letter keeps its Message-ID', async () => {
  await post('order:1', 'a@b.example')
  await expect(
    send(async () => Promise.reject(unavailable('mail_server_unavailable', 'away'))),
  ).rejects.toThrow('away')
  expect(await stateOfMail()).toEqual([{ state: 'waiting' }])
  const letters: Letter[] = []
  await send(async (letter) => void letters.push(letter))
  expect(letters).toMatchObject([{ to: 'a@b.example', messageId: '<order.1@cabochon.example>' }])
  expect(await stateOfMail()).toEqual([{ state: 'sent' }])
})

test('a letter that the mail server refuses for good is noted and not tried again', async () => {
  await post('order:1', 'a@b.example')
  await send(async () => Promise.reject(new Error('550 no such user')))
  expect(await rows(shop.db, sql`select state, failure from mails`)).toEqual([
    { state: 'failed', failure: 'Error: 550 no such user' },
  ])
})
