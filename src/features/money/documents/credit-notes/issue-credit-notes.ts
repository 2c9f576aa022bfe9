import { type Database, inTransaction, type Transaction } from '#database/database.ts'
import { insertCreditNotes, keepCredited, listDueCreditNotes } from './queries.ts'
import { issueInvoices, type Numbering, seriesOf } from '../invoices/issue-invoices.ts'
import { lockProgress, lockSeries } from '../series-queries.ts'

/** So many are issued in one transaction. */
const AT_ONCE = 500

/** How both are numbered: what the numbers of invoices and of credit notes begin with. */
export type Numberings = Readonly<{ invoices: Numbering; creditNotes: Numbering }>

/**
 * Issues the credit notes of all refunds of orders that were decided since it last did, in that order, and before each the invoice
 * that it corrects, unless there is one; gives how many credit notes these were.
 */
export async function issueDueCreditNotes(db: Database, numberings: Numberings): Promise<number> {
  let issued = 0
  for (;;) {
    const { found, made } = await inTransaction(db, (tx) => issueNext(tx, numberings))
    issued += made
    if (found < AT_ONCE) return issued
  }
}

async function issueNext(tx: Transaction, { invoices, creditNotes }: Numberings) {
  await lockProgress(tx)
  const due = await listDueCreditNotes(tx, AT_ONCE)
  if (due.length > 0) {
    const purchaseIds = [...new Set(due.map(({ purchaseId }) => purchaseId))]
    await issueInvoices(tx, purchaseIds, invoices)
  }
  const refundIds = due.map(({ refundId }) => refundId)
  const made = refundIds.length === 0 ? 0 : await issue(tx, refundIds, creditNotes)
  const last = due.at(-1)
  await keepCredited(tx, last && due.length === AT_ONCE ? last.decidedAt : creditNotes.now)
  return { found: due.length, made }
}

async function issue(tx: Transaction, refundIds: readonly number[], numbering: Numbering): Promise<number> {
  const series = seriesOf(numbering)
  await lockSeries(tx, series)
  return insertCreditNotes(tx, { series, refundIds, now: numbering.now })
}
