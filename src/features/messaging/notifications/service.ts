import { inTransaction, type Queryable } from '#database/database.ts'
import type { Enqueue } from '#platform/jobs/job.ts'
import { layout, type LetterContent } from './email.ts'
import {
  deleteWaitingMails,
  emptyMailsCalled,
  emptyMailsOf,
  type ExportedMail,
  insertMails,
  listMailsOf,
} from './queries.ts'

export type { LetterPiece } from './plain-parts.ts'
export {
  choose,
  chooseByMail,
  eraseChoices,
  exportChoices,
  openUnsubscribeUrl,
  readChoiceByMail,
  readChoices,
} from './choices.ts'
export { layout, type LetterContent, type LetterTable } from './email.ts'

/**
 * A finished mail. `key` names its reason: a second mail with the same key is never sent. Answers go to `replyTo`, or to
 * the sender; `unsubscribeUrl` is where mail programs unsubscribe whoever gets it. What `isSecret` opens an account, and
 * is forgotten once it has left.
 */
export type OutgoingMail = Readonly<{
  key: string
  to: string
  subject: string
  text: string
  html: string
  replyTo?: string
  unsubscribeUrl?: string
  isSecret?: boolean
}>

/** The letter as a mail of that key; where it can be left by a link, mail programs can do so by one click too. */
export function letterMail(
  { key, to }: Pick<OutgoingMail, 'key' | 'to'>,
  content: LetterContent,
): OutgoingMail {
  const { unsubscribeUrl } = content
  return { key, to, ...layout(content), ...(unsubscribeUrl === undefined ? {} : { unsubscribeUrl }) }
}

/** Puts mails into the outbox, to be sent when the transaction has committed. One with a known key changes nothing. */
export async function postMails(
  db: Queryable,
  { mails, now, enqueue }: { mails: readonly OutgoingMail[]; now: Date; enqueue: Enqueue },
): Promise<void> {
  if (mails.length === 0) return
  await inTransaction(db, async (tx) => {
    const outgoing = mails.map(({ to, ...rest }) => ({ ...rest, recipient: to }))
    const mailIds = await insertMails(tx, outgoing, now)
    if (mailIds.length > 0) await enqueue(tx, { job: 'notifications.send_mails', input: { mailIds } })
  })
}

/** Takes mails back out of the outbox, as if they had never been written; those that have left stay. */
export async function withdrawMails(db: Queryable, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await deleteWaitingMails(db, ids)
}

/** More mails than anybody looks through. */
const MOST_EXPORTED = 1000

/** What was mailed to a person, to be taken along. */
export async function exportMails(db: Queryable, personId: number): Promise<ExportedMail[]> {
  return listMailsOf(db, personId, MOST_EXPORTED)
}

/** Forgets what was mailed to a person, but for what has not left yet. To be done while their address is still known. */
export async function eraseMails(db: Queryable, personId: number): Promise<void> {
  await emptyMailsOf(db, personId)
}

/** Forgets what mails of these keys said that have left: the words in them are nobody's to keep any more. */
export async function emptyMails(db: Queryable, keys: readonly string[]): Promise<void> {
  await emptyMailsCalled(db, keys)
}
