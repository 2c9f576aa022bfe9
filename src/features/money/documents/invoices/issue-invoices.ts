import { type Database, inTransaction, type Transaction } from '#database/database.ts'
import { findInvoice, insertInvoices, type IssuedInvoice, keepInvoiced, listDue } from './queries.ts'
import { lockProgress, lockSeries } from '../series-queries.ts'

/** How documents are numbered: `prefix` begins each number, then comes the year. */
export type Numbering = Readonly<{ prefix: string; now: Date }>

/** So many invoices are issued in one transaction; whoever wants one meanwhile waits for that. */
const AT_ONCE = 500

/**
 * The invoice of a paid purchase by its key, issued now unless it was before. Numbers go up by one in each sequence, whoever issues
 * at the same time, and one that was not kept is given again. Throws when the purchase is not paid.
 */
export async function issueInvoice(
  db: Database | Transaction,
  purchaseId: number,
  numbering: Numbering,
): Promise<IssuedInvoice> {
  const before = await findInvoice(db, purchaseId)
  if (before) return before
  return inTransaction(db, async (tx) => {
    await issueInvoices(tx, [purchaseId], numbering)
    const issued = await findInvoice(tx, purchaseId)
    if (!issued) throw new Error('a purchase that is not paid has no invoice')
    return issued
  })
}

/** Issues the invoices of all purchases that were paid since it last did, in that order; gives how many these were. */
export async function issueDueInvoices(db: Database, numbering: Numbering): Promise<number> {
  let issued = 0
  for (;;) {
    const { found, made } = await inTransaction(db, (tx) => issueNext(tx, numbering))
    issued += made
    if (found < AT_ONCE) return issued
  }
}

async function issueNext(tx: Transaction, numbering: Numbering): Promise<{ found: number; made: number }> {
  await lockProgress(tx)
  const due = await listDue(tx, AT_ONCE)
  const ids = due.map(({ purchaseId }) => purchaseId)
  const made = ids.length === 0 ? 0 : await issueInvoices(tx, ids, numbering)
  const last = due.at(-1)
  await keepInvoiced(tx, last && due.length === AT_ONCE ? last.paidAt : numbering.now)
  return { found: due.length, made }
}

/** Issues the invoices of those of these purchases that are paid and have none; gives how many these were. */
export async function issueInvoices(
  tx: Transaction,
  purchaseIds: readonly number[],
  numbering: Numbering,
): Promise<number> {
  const series = seriesOf(numbering)
  await lockSeries(tx, series)
  return insertInvoices(tx, { series, purchaseIds, now: numbering.now })
}

/** The sequence of the year, such as `INV-2026`. */
export function seriesOf({ prefix, now }: Numbering): string {
  return `${prefix}-${now.getUTCFullYear()}`
}
