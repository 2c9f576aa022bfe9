import { inTransaction, type Database } from '#database/database.ts'
import { newSecretId } from '#core/ids.ts'
import { layout, type OutgoingMail, postMails } from '#features/messaging/notifications/service.ts'
import type { JobContext } from '#platform/jobs/job.ts'
import { findIssue, insertIssue, type Issue, type IssueReader, takeReaders } from './issue-queries.ts'
import { linksFor, newsletterIssue } from '../emails.ts'
import type { ListNewPieces } from '../port.ts'
import { issueOn, MOST_NEW_PIECES } from '../rules.ts'

/** Subscribers who are written to in one transaction, and in one go: the next hour goes on. */
const TOGETHER = 50
const IN_ONE_GO = 20_000

/** What an issue is made of besides the database: the shop's address, and who knows what came new. */
export type Press = Readonly<{ publicUrl: string; listNewPieces: ListNewPieces }>

/**
 * Writes last month's issue to all confirmed subscribers that it was not written to yet. Who was is noted in the transaction
 * that puts their letter into the outbox: it may be killed and done again at any moment. Without new pieces nothing is written.
 */
export async function sendIssue(press: Press, context: JobContext): Promise<void> {
  const issue = await settleIssue(press, context)
  if (!issue) return
  const write = letterOf(issue, press.publicUrl)
  let after = 0
  for (let done = 0; done < IN_ONE_GO; done += TOGETHER) {
    const readers = await writeTo({ issue, after, write }, context)
    const last = readers.at(-1)
    if (!last) return
    after = last.id
  }
}

async function settleIssue(
  { listNewPieces }: Press,
  { db, now }: Pick<JobContext, 'now'> & { db: Database },
): Promise<Issue | undefined> {
  const { month, from, until } = issueOn(now)
  const settled = await findIssue(db, month)
  if (settled) return settled
  const pieces = await listNewPieces(db, { from, until }, MOST_NEW_PIECES)
  if (pieces.length === 0) return undefined
  await insertIssue(db, { month, pieces, createdAt: now })
  // Another process may have been faster: what it has kept counts.
  return findIssue(db, month)
}

type Writing = Readonly<{
  issue: Issue
  after: number
  write: (reader: IssueReader) => OutgoingMail
}>

async function writeTo(
  { issue, after, write }: Writing,
  { db, now, enqueue }: JobContext,
): Promise<readonly IssueReader[]> {
  return inTransaction(db, async (tx) => {
    const readers = await takeReaders(tx, { issue, after, most: TOGETHER })
    await postMails(tx, { mails: readers.map(write), now, enqueue })
    return readers
  })
}

/** The letter is drawn once and differs by its token only: drawing it anew for each subscriber would take minutes. */
function letterOf({ month, pieces }: Issue, publicUrl: string): (reader: IssueReader) => OutgoingMail {
  const blank = newSecretId('subscription')
  const { subject, html, text } = layout(newsletterIssue({ month, pieces }, blank, publicUrl))
  return ({ id, email, token }) => ({
    key: `newsletter:${id}:issue:${month}`,
    to: email,
    subject,
    html: html.replaceAll(blank, token),
    text: text.replaceAll(blank, token),
    unsubscribeUrl: linksFor(token, publicUrl).unsubscribe,
  })
}
