import { type AppError, notFound, refused } from '#core/errors.ts'
import { type Database, inTransaction, type Queryable, type Transaction } from '#database/database.ts'
import { type AuditSource, recordChange } from '#features/identity/audit/service.ts'
import type { Enqueue } from '#platform/jobs/job.ts'
import { toChatPictureView } from '../rules.ts'
import type { ChatReportData, ReportedMessageData } from './contract.ts'
import {
  findReportById,
  hasMessage,
  listReportedMessages,
  listReports,
  type ReportRow,
  updateClosed,
  updateMessageRemoval,
} from './moderation-queries.ts'

/** The name of the job that emails the sender of a removed message. */
export const EMAIL_REMOVAL_JOB = 'chat.mail_removal'

const PAGE_SIZE = 50

/** Returns a page of reports, and the cursor of the next one. */
export async function readReports(
  db: Queryable,
  { view, cursor }: Readonly<{ view: 'open' | 'closed'; cursor: number | undefined }>,
): Promise<{ reports: ChatReportData[]; nextCursor: number | null }> {
  const found = await listReports(db, { view, cursor, limit: PAGE_SIZE + 1 })
  const shown = found.slice(0, PAGE_SIZE)
  const nextCursor = found.length > PAGE_SIZE ? (shown.at(-1)?.key ?? null) : null
  return { reports: shown.map(toReportView), nextCursor }
}

/** Returns a report with the messages of its conversation. Throws `report_not_found`. */
export async function readReport(
  db: Queryable,
  id: string,
): Promise<ChatReportData & { messages: ReportedMessageData[] }> {
  const report = await getReport(db, id)
  const messages = await listReportedMessages(db, report)
  return {
    ...toReportView(report),
    messages: messages.map(({ id: _id, pictures, at, removedAt, ...message }) => ({
      ...message,
      pictures: pictures.map(toChatPictureView),
      at: at.toISOString(),
      removedAt: removedAt?.toISOString() ?? null,
    })),
  }
}

/** Closes a report. Throws `report_not_found`; refuses with `report_closed`. */
export async function closeReport(db: Database, source: AuditSource, id: string): Promise<void> {
  const { memberId: accountId, now } = source
  await inTransaction(db, async (tx) => {
    const report = await getReport(tx, id)
    if (!(await updateClosed(tx, { key: report.key, accountId, now })))
      throw refused('report_closed', 'This report has been closed already.')
    await record(tx, source, {
      report,
      action: 'Closed a report of a conversation',
      after: { report: 'closed' },
    })
  })
}

/** The decision about a message; a removal has a reason. */
export type MessageDecision = Readonly<{ decision: 'remove'; reason: string } | { decision: 'restore' }>

/**
 * Removes a message of a reported conversation or restores it, and emails its sender about a removal. Throws
 * `report_not_found` and `message_not_found`; refuses with `message_state` if the message is already in that state.
 */
export async function moderateMessage(
  db: Database,
  { source, enqueue }: Readonly<{ source: AuditSource; enqueue: Enqueue }>,
  { id, number, ...input }: MessageDecision & Readonly<{ id: string; number: number }>,
): Promise<void> {
  const reason = input.decision === 'remove' ? input.reason : null
  await inTransaction(db, async (tx) => {
    const report = await getReport(tx, id)
    const ref = { ...report, number }
    const removal = reason === null ? null : { at: source.now, reason }
    const messageId = await updateMessageRemoval(tx, ref, removal)
    if (messageId === undefined) throw await explainUnchanged(tx, ref)
    if (removal) await enqueue(tx, { job: EMAIL_REMOVAL_JOB, input: { messageId } })
    const action = removal ? 'Removed a message' : 'Restored a message'
    await record(tx, source, { report, action, after: { message: removal ? 'removed' : 'restored', reason } })
  })
}

async function explainUnchanged(tx: Transaction, ref: Parameters<typeof hasMessage>[1]): Promise<AppError> {
  return (await hasMessage(tx, ref))
    ? refused('message_state', 'This has been decided already. Reload the page to see the latest version.')
    : notFound('message_not_found', 'The report isn’t about this message.')
}

/** Records a decision in the audit log, never the text of the message. */
async function record(
  tx: Transaction,
  source: AuditSource,
  change: Readonly<{ report: ReportRow; action: string; after: Record<string, string | null> }>,
): Promise<void> {
  const { report, action, after } = change
  const { supplierId, id } = report
  await recordChange(tx, source, {
    supplierId,
    kind: 'message',
    action,
    entity: `chat-report:${id}`,
    before: {},
    after,
  })
}

async function getReport(db: Queryable, id: string): Promise<ReportRow> {
  const report = await findReportById(db, id)
  if (!report) throw notFound('report_not_found', 'This report doesn’t exist.')
  return report
}

function toReportView(report: ReportRow): ChatReportData {
  const { id, reason, note, by, customer, supplier, createdAt, closedAt } = report
  const times = { createdAt: createdAt.toISOString(), closedAt: closedAt?.toISOString() ?? null }
  return { id, reason, note, by, customer, supplier, ...times }
}
