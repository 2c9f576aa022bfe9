import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { EmailText } from '#core/emails/texts/email-template.ts'
import {
  EMAIL_TEXT_NAMES,
  type EmailKind,
  type EmailTextName,
  getEmailTemplate,
} from '#core/emails/texts/email-texts.ts'
import { inTransaction, queryRows } from '#database/database.ts'
import { insertSetting } from '#features/identity/settings/values/setting-queries.ts'
import { createSignedInAccount } from '#tests/shop/accounts.ts'
import { createTestShop } from '#tests/shop/shop.ts'
import { actAsBuyer, createCase } from '#tests/steps/cases.ts'
import { readAllEmails } from '#tests/steps/database-reads.ts'
import { createSentOrder } from '#tests/steps/supplier-orders.ts'
import { createEmail, sendEmails } from '../service.ts'

const shop = await createTestShop()

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url))

/** The sources that may send emails, without tests. */
const SOURCES = globSync('{features,main,connectors,platform}/**/*.ts', { cwd: ROOT })
  .filter((path) => !path.endsWith('.test.ts'))
  .map((path) => ({ path, code: readFileSync(`${ROOT}${path}`, 'utf8') }))

/** The answers that operators write, and the samples of previews. */
const WITH_OWN_HEADINGS = [
  'features/messaging/contact/emails.ts',
  'features/messaging/notifications/texts/sample-email.ts',
]

test('no code writes an email’s heading itself, so that operators can word each email', () => {
  const own = SOURCES.filter(({ code }) => /\bheading: ['"`]/.test(code)).map(({ path }) => path)
  expect(own.toSorted()).toEqual(WITH_OWN_HEADINGS)
})

test('each email in the settings is one that the code sends', () => {
  const names = SOURCES.flatMap(({ code }) => [
    ...code.matchAll(/'([a-z_]+)'|`((?:[a-z_]|\$\{\w+\})+)`/g),
  ]).map(([, plain, template]) => new RegExp(`^${plain ?? template?.replaceAll(/\$\{\w+\}/g, '[a-z_]+')}$`))
  expect(EMAIL_TEXT_NAMES.filter((name) => !names.some((pattern) => pattern.test(name)))).toEqual([])
})

test('an email without a name of the list is no content of an email', () => {
  const known: EmailKind['name'][] = ['case_open', 'message_answer']
  // @ts-expect-error: unknown emails are refused by the compiler.
  const unknown: EmailKind['name'] = 'greeting'
  expect(known).not.toContain(unknown)
})

async function saveText(name: EmailTextName, value: EmailText): Promise<void> {
  const owner = await createSignedInAccount(shop.db, shop.now(), { type: 'operator' })
  await inTransaction(shop.db, (tx) =>
    insertSetting(tx, { name: `email_${name}`, value, changes: [], accountId: owner.id, now: shop.now() }),
  )
}

test('every email is sent with the operators’ text, its values, and its facts below', async () => {
  for (const name of EMAIL_TEXT_NAMES) {
    const placeholders = Object.keys(getEmailTemplate(name).placeholders)
    const text = `Ours: ${placeholders.map((key) => `{{${key}}}`).join(', ')}`
    await saveText(name, { subject: `Our ${name}`, heading: 'Ours', text })
  }
  const emails = EMAIL_TEXT_NAMES.map((name) => {
    const { placeholders, standard, closing } = getEmailTemplate(name)
    const values = Object.fromEntries(Object.keys(placeholders).map((key) => [key, `<${key}>`]))
    return createEmail(
      { key: name, to: 'mei@shopper.example' },
      {
        ...standard,
        preview: '',
        paragraphs: [],
        tables: [],
        closing,
        wording: { name, values, facts: ['A fact.'] },
      },
    )
  })
  await sendEmails(shop.db, { emails, now: shop.now(), enqueue: shop.app.jobs.enqueue })
  const rows = await queryRows<{ key: string; subject: string; text: string; html: string }>(
    shop.db,
    sql`select key, subject, text, html from emails`,
  )
  expect(rows).toHaveLength(EMAIL_TEXT_NAMES.length)
  for (const { key, subject, text, html } of rows) {
    expect(subject).toBe(`Our ${key}`)
    expect(text).toContain('A fact.')
    const values = Object.keys(getEmailTemplate(key as EmailTextName).placeholders)
    expect(text).toContain(`Ours: ${values.map((name) => `<${name}>`).join(', ')}`.trim())
    for (const name of values) expect(html).toContain(`&lt;${name}&gt;`)
  }
})

test('an email about a case has the operators’ text, and the message and deadline below it', async () => {
  await saveText('case_message', {
    subject: 'A word about {{order}}',
    heading: 'A word',
    text: 'From {{supplier}}’s order.',
  })
  const created = await createSentOrder(shop)
  const { id } = await createCase(created)
  await actAsBuyer(created, id, { action: 'message', text: 'The clasp is loose.' })
  await shop.work()
  const email = (await readAllEmails(shop.db)).find(({ subject }) => subject.startsWith('A word about '))
  expect(email?.text).toMatch(/^A word\n\nFrom .+’s order\.\n\nThe clasp is loose\.\n\nThe workshop is asked/)
})
