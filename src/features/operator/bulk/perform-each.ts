import { AppError } from '#core/errors.ts'
import type { Database, Transaction } from '#database/database.ts'
import { inTransaction } from '#database/transaction.ts'
import { findMoney } from '#features/sales/orders/service.ts'
import { type BulkOrder, findBulkOrder } from './bulk-queries.ts'
import type { BulkPreviewRowData } from './contract.ts'

/** An action on one order or case in the transaction; it returns a message about what happened. */
export type BulkAction = (tx: Transaction, id: string) => Promise<string>

/** The result of one order or case. */
export type BulkResult = Readonly<{ id: string; isDone: boolean; message: string }>

/** Performs an action on each of these in a transaction of its own. A refused one stops no other. */
export async function performEach(
  db: Database,
  ids: readonly string[],
  action: BulkAction,
): Promise<BulkResult[]> {
  const results: BulkResult[] = []
  for (const id of new Set(ids)) {
    try {
      results.push({ id, isDone: true, message: await inTransaction(db, (tx) => action(tx, id)) })
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      results.push({ id, isDone: false, message: error.message })
    }
  }
  return results
}

/** Carries a preview's result out of a transaction that is rolled back. */
class PreviewResult extends Error {
  readonly row: BulkPreviewRowData
  constructor(row: BulkPreviewRowData) {
    super('a preview is rolled back')
    this.row = row
  }
}

/**
 * Returns what an action would do to each of these, and its amounts. It performs the action and rolls it back, so that
 * preview and action cannot differ.
 */
export async function previewEach(
  db: Database,
  ids: readonly string[],
  action: BulkAction,
): Promise<BulkPreviewRowData[]> {
  const rows: BulkPreviewRowData[] = []
  for (const id of new Set(ids)) rows.push(await previewOne(db, id, action))
  return rows
}

async function previewOne(db: Database, id: string, action: BulkAction): Promise<BulkPreviewRowData> {
  const order = await findBulkOrder(db, id)
  if (!order)
    return {
      id,
      number: '',
      isPossible: false,
      message: 'This no longer exists.',
      amount: 0,
      currency: 'USD',
    }
  const { number, currency } = order
  try {
    return await inTransaction(db, async (tx) => {
      const before = await readGivenBack(tx, order)
      const message = await action(tx, id)
      const amount = (await readGivenBack(tx, order)) - before
      throw new PreviewResult({ id, number, isPossible: true, message, amount, currency })
    })
  } catch (error) {
    if (error instanceof PreviewResult) return error.row
    if (!(error instanceof AppError)) throw error
    return { id, number, isPossible: false, message: error.message, amount: 0, currency }
  }
}

async function readGivenBack(tx: Transaction, { orderId }: BulkOrder): Promise<number> {
  return (await findMoney(tx, orderId)).givenBack
}

/** Returns the sums of a preview's possible rows, by currency. */
export function sumByCurrency(rows: readonly BulkPreviewRowData[]): { currency: string; amount: number }[] {
  const sums = new Map<string, number>()
  for (const { isPossible, currency, amount } of rows)
    if (isPossible) sums.set(currency, (sums.get(currency) ?? 0) + amount)
  return [...sums].map(([currency, amount]) => ({ currency, amount }))
}

/** Returns the message about results, such as `2 of 3 orders cancelled.` */
export function summarize(
  results: readonly BulkResult[],
  [one, many]: readonly [string, string],
  done: string,
) {
  const count = results.filter(({ isDone }) => isDone).length
  const noun = results.length === 1 ? one : many
  return count === results.length
    ? `${count} ${noun} ${done}.`
    : `${count} of ${results.length} ${noun} ${done}.`
}
