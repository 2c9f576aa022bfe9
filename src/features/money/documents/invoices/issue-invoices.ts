import { type Database, inTransaction, type Transaction } from '#database/database.ts'
import {
  findInvoice,
  insertInvoices,
  type IssuedInvoice,
  saveInvoicedUntil,
  listDueInvoices,
} from './queries.ts'
import { lockProgress, lockSeries } from '../series-queries.ts'

/** The numbering of documents: each number is `prefix`, the year and a counter. */
export type NumberingScheme = Readonly<{ prefix: string; now: Date }>

/** The number of invoices issued in one transaction; requests for an invoice wait for it. */
const BATCH_SIZE = 500

/**
 * Returns the invoice of a paid purchase by its key, and issues it if missing. Numbers in a sequence have no gaps, even
 * with concurrent transactions, and a number that was rolled back is given again. Throws when the purchase is not paid.
 */
export async function issueInvoice(
  db: Database | Transaction,
  purchaseId: number,
  numbering: NumberingScheme,
): Promise<IssuedInvoice> {
  const existing = await findInvoice(db, purchaseId)
  if (existing) return existing
  return inTransaction(db, async (tx) => {
    await issueInvoices(tx, [purchaseId], numbering)
    const issued = await findInvoice(tx, purchaseId)
    if (!issued) throw new Error('a purchase that is not paid has no invoice')
    return issued
  })
}

/** Issues invoices for all purchases paid since the last run, in that order; returns their count. */
export async function issueDueInvoices(db: Database, numbering: NumberingScheme): Promise<number> {
  let issued = 0
  for (;;) {
    const { found, made } = await inTransaction(db, (tx) => issueNextBatch(tx, numbering))
    issued += made
    if (found < BATCH_SIZE) return issued
  }
}

async function issueNextBatch(
  tx: Transaction,
  numbering: NumberingScheme,
): Promise<{ found: number; made: number }> {
  await lockProgress(tx)
  const due = await listDueInvoices(tx, BATCH_SIZE)
  const ids = due.map(({ purchaseId }) => purchaseId)
  const issuedCount = ids.length === 0 ? 0 : await issueInvoices(tx, ids, numbering)
  const last = due.at(-1)
  await saveInvoicedUntil(tx, last && due.length === BATCH_SIZE ? last.paidAt : numbering.now)
  return { found: due.length, made: issuedCount }
}

/** Issues missing invoices of the paid ones among these purchases; returns their count. */
export async function issueInvoices(
  tx: Transaction,
  purchaseIds: readonly number[],
  numbering: NumberingScheme,
): Promise<number> {
  const series = getSeries(numbering)
  await lockSeries(tx, series)
  return insertInvoices(tx, { series, purchaseIds, now: numbering.now })
}

/** Returns the name of a year's sequence, such as `INV-2026`. */
export function getSeries({ prefix, now }: NumberingScheme): string {
  return `${prefix}-${now.getUTCFullYear()}`
}
