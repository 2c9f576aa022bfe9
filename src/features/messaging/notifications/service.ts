import { inTransaction, type Queryable } from '#database/database.ts'
import { isErasedEmail } from '#core/emails/email.ts'
import type { Enqueue } from '#platform/jobs/job.ts'
import { readShopLogo, readShopName } from '#features/identity/settings/service.ts'
import type { EmailKind } from '#core/emails/texts/email-texts.ts'
import { renderEmail, type EmailContent, insertShopName } from './email.ts'
import { applyOwnText, getTextName, readOwnTexts, wordEmail } from './texts/own-texts.ts'
import {
  deleteQueuedEmails,
  clearEmailsByKey,
  clearEmailsTo,
  type ExportedEmail,
  insertEmails,
  listEmailsTo,
} from './queries.ts'

export type { EmailProduct } from './plain-products.ts'
export {
  setPreference,
  setPreferenceByLink,
  erasePreferences,
  exportPreferences,
  createUnsubscribeUrl,
  readPreferenceByToken,
  readPreferences,
} from './preferences.ts'
export { renderEmail, type EmailContent, type EmailTable } from './email.ts'

/**
 * A rendered email. `key` identifies its reason: a second email with the same key is never sent. Replies go to
 * `replyTo`, or to the sender; email programs unsubscribe the recipient at `unsubscribeUrl`. An `isSecret` email grants
 * access to an account, and is emptied once sent. `name` is its name among all emails; `content` is set if operators may
 * have changed its text.
 */
export type OutboxEmail = Readonly<{
  key: string
  name: EmailKind['name']
  to: string
  subject: string
  text: string
  html: string
  replyTo?: string
  unsubscribeUrl?: string
  isSecret?: boolean
  content?: EmailContent
}>

/** Returns the email with that key, and a one-click unsubscribe header if it has an unsubscribe link. */
export function createEmail(
  { key, to }: Pick<OutboxEmail, 'key' | 'to'>,
  content: EmailContent,
): OutboxEmail {
  const { unsubscribeUrl, wording } = content
  return {
    key,
    name: wording.name,
    to,
    ...renderEmail(content),
    ...(unsubscribeUrl === undefined ? {} : { unsubscribeUrl }),
    ...('values' in wording ? { content } : {}),
  }
}

/** Returns an email as its recipient would see it, with the name or logo of the shop. */
export async function renderEmailForPreview(
  db: Queryable,
  content: EmailContent,
): Promise<{ subject: string; html: string; text: string }> {
  const { subject, html, text } = renderEmail(content)
  const [shopName, logo] = [await readShopName(db), await readShopLogo(db)]
  return { subject, html: insertShopName(html, shopName, logo), text }
}

/**
 * Puts emails into the outbox, to be sent when the transaction has committed. One with a known key changes nothing;
 * none goes to an erased address.
 */
export async function sendEmails(
  db: Queryable,
  { emails, now, enqueue }: { emails: readonly OutboxEmail[]; now: Date; enqueue: Enqueue },
): Promise<void> {
  const deliverable = emails.filter(({ to }) => !isErasedEmail(to))
  if (deliverable.length === 0) return
  await inTransaction(db, async (tx) => {
    const shopName = await readShopName(tx)
    const logo = await readShopLogo(tx)
    const ownTexts = await readOwnTexts(
      tx,
      deliverable.flatMap(({ content }) => getTextName(content) ?? []),
    )
    const newEmails = deliverable.map(({ to, name: _name, content, ...rest }) => {
      const email = { ...rest, ...applyOwnText(content, ownTexts) }
      return { ...email, html: insertShopName(email.html, shopName, logo), recipient: to }
    })
    const emailIds = await insertEmails(tx, newEmails, now)
    if (emailIds.length > 0)
      await enqueue(tx, { job: 'notifications.send_mails', input: { mailIds: emailIds } })
  })
}

/** Returns an email with the operators' text, for one that is rendered once and sent to many. */
export async function applyOwnTextTo(db: Queryable, content: EmailContent): Promise<EmailContent> {
  const name = getTextName(content)
  const own = name && (await readOwnTexts(db, [name])).get(name)
  return own ? wordEmail(content, own) : content
}

/** Deletes unsent emails from the outbox; sent ones stay. */
export async function withdrawEmails(db: Queryable, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await deleteQueuedEmails(db, ids)
}

/** The most emails in an export, which is more than anyone reads. */
const MAX_EXPORTED = 1000

/** Returns the emails to an account for its data export. */
export async function exportEmails(db: Queryable, accountId: number): Promise<ExportedEmail[]> {
  return listEmailsTo(db, { accountId }, MAX_EXPORTED)
}

/** Returns the emails to an address for the export of a guest's data. */
export async function exportEmailsTo(db: Queryable, email: string): Promise<ExportedEmail[]> {
  return listEmailsTo(db, { email }, MAX_EXPORTED)
}

/** Empties the sent emails to an account; unsent ones stay. Call it while the address is still known. */
export async function eraseEmails(db: Queryable, accountId: number): Promise<void> {
  await clearEmailsTo(db, { accountId })
}

/** Empties the sent emails to an address; unsent ones stay. */
export async function eraseEmailsTo(db: Queryable, email: string): Promise<void> {
  await clearEmailsTo(db, { email })
}

/** Empties the sent emails of these keys: their texts must not outlive their purpose. */
export async function clearEmails(db: Queryable, keys: readonly string[]): Promise<void> {
  await clearEmailsByKey(db, keys)
}
