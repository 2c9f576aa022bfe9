import type { Transaction } from '#database/database.ts'
import type { Enqueue } from '#platform/jobs/job.ts'
import { noteRefund, type RefundNews } from './refund-queries.ts'

/** Notes what is known of a refund, if it still is in one of the states, and writes to operators when it waits for a person; whether it was. */
export async function noteNews(tx: Transaction, news: RefundNews, enqueue: Enqueue): Promise<boolean> {
  if (!(await noteRefund(tx, news))) return false
  if (news.state === 'refused')
    await enqueue(tx, { job: 'refunds.mail_waiting', input: { refundId: news.publicId } })
  return true
}
