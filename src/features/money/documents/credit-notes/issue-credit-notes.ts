import { type Database, inTransaction, type Transaction } from '#database/database.ts'
import { insertCreditNotes, saveCreditedUntil, listDueCreditNotes } from './queries.ts'
import { issueInvoices, type NumberingScheme, getSeries } from '../invoices/issue-invoices.ts'
import { lockProgress, lockSeries } from '../series-queries.ts'

/** The number of credit notes issued in one transaction. */
const BATCH_SIZE = 500

/** The prefixes of the numbers of invoices and credit notes. */
export type DocumentNumbering = Readonly<{ invoices: NumberingScheme; creditNotes: NumberingScheme }>

/**
 * Issues credit notes for all refunds decided since the last run, in order; returns their count. A missing invoice is
 * issued first.
 */
export async function issueDueCreditNotes(db: Database, numbering: DocumentNumbering): Promise<number> {
  let issued = 0
  for (;;) {
    const { found, made } = await inTransaction(db, (tx) => issueNextBatch(tx, numbering))
    issued += made
    if (found < BATCH_SIZE) return issued
  }
}

async function issueNextBatch(tx: Transaction, { invoices, creditNotes }: DocumentNumbering) {
  await lockProgress(tx)
  const due = await listDueCreditNotes(tx, BATCH_SIZE)
  if (due.length > 0) {
    const purchaseIds = [...new Set(due.map(({ purchaseId }) => purchaseId))]
    await issueInvoices(tx, purchaseIds, invoices)
  }
  const refundIds = due.map(({ refundId }) => refundId)
  const issuedCount = refundIds.length === 0 ? 0 : await issueCreditNotes(tx, refundIds, creditNotes)
  const last = due.at(-1)
  await saveCreditedUntil(tx, last && due.length === BATCH_SIZE ? last.decidedAt : creditNotes.now)
  return { found: due.length, made: issuedCount }
}

async function issueCreditNotes(
  tx: Transaction,
  refundIds: readonly number[],
  numbering: NumberingScheme,
): Promise<number> {
  const series = getSeries(numbering)
  await lockSeries(tx, series)
  return insertCreditNotes(tx, { series, refundIds, now: numbering.now })
}
