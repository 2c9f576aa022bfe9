import { inTransaction, type Database } from '#database/database.ts'
import { newSecretId } from '#core/ids.ts'
import {
  applyOwnTextTo,
  type EmailContent,
  renderEmail,
  type OutboxEmail,
  sendEmails,
} from '#features/messaging/notifications/service.ts'
import type { JobContext } from '#platform/jobs/job.ts'
import { findIssue, insertIssue, type Issue, type IssueReader, claimIssueReaders } from './issue-queries.ts'
import { toSubscriberLinks, newsletterIssueEmail } from '../emails.ts'
import type { ListNewsletterProducts } from '../port.ts'
import { getDueIssue, MAX_ISSUE_PRODUCTS } from '../rules.ts'

/** The most subscribers in one transaction, and in one run: the next hour continues. */
const BATCH_SIZE = 50
const MAX_PER_RUN = 20_000

/** The dependencies of an issue: the shop's URL, and the query of new products. */
export type NewsletterDeps = Readonly<{ publicUrl: string; listNewProducts: ListNewsletterProducts }>

/**
 * Emails last month's issue to all confirmed subscribers who have not received it. Recipients are recorded in the
 * transaction that puts their emails into the outbox, so an interrupted run can be repeated. Without new products
 * nothing is sent.
 */
export async function sendIssue(deps: NewsletterDeps, context: JobContext): Promise<void> {
  const issue = await getOrCreateIssue(deps, context)
  if (!issue) return
  const tokenPlaceholder = newSecretId('subscription')
  const content = newsletterIssueEmail(issue, tokenPlaceholder, deps.publicUrl)
  const createEmail = createIssueEmailFactory(await applyOwnTextTo(context.db, content), {
    tokenPlaceholder,
    month: issue.month,
    publicUrl: deps.publicUrl,
  })
  let after = 0
  for (let sentCount = 0; sentCount < MAX_PER_RUN; sentCount += BATCH_SIZE) {
    const recipients = await sendBatch({ issue, after, write: createEmail }, context)
    const last = recipients.at(-1)
    if (!last) return
    after = last.id
  }
}

async function getOrCreateIssue(
  { listNewProducts }: NewsletterDeps,
  { db, now }: Pick<JobContext, 'now'> & { db: Database },
): Promise<Issue | undefined> {
  const { month, from, until } = getDueIssue(now)
  const existing = await findIssue(db, month)
  if (existing) return existing
  const products = await listNewProducts(db, { from, until }, MAX_ISSUE_PRODUCTS)
  if (products.length === 0) return undefined
  await insertIssue(db, { month, products, createdAt: now })
  // Another process may have stored the issue first; that one is used.
  return findIssue(db, month)
}

type IssueBatch = Readonly<{
  issue: Issue
  after: number
  write: (recipient: IssueReader) => OutboxEmail
}>

async function sendBatch(
  { issue, after, write }: IssueBatch,
  { db, now, enqueue }: JobContext,
): Promise<readonly IssueReader[]> {
  return inTransaction(db, async (tx) => {
    const recipients = await claimIssueReaders(tx, { issue, after, most: BATCH_SIZE })
    await sendEmails(tx, { emails: recipients.map(write), now, enqueue })
    return recipients
  })
}

/** The email is rendered once and differs by its token only: rendering it for each subscriber would take minutes. */
function createIssueEmailFactory(
  content: EmailContent,
  {
    tokenPlaceholder,
    month,
    publicUrl,
  }: Readonly<Record<'tokenPlaceholder' | 'month' | 'publicUrl', string>>,
): (recipient: IssueReader) => OutboxEmail {
  const { subject, html, text } = renderEmail(content)
  return ({ id, email, token }) => ({
    key: `newsletter:${id}:issue:${month}`,
    name: 'newsletter_issue',
    to: email,
    subject,
    html: html.replaceAll(tokenPlaceholder, token),
    text: text.replaceAll(tokenPlaceholder, token),
    unsubscribeUrl: toSubscriberLinks(token, publicUrl).unsubscribe,
  })
}
