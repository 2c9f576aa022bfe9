import type { Queryable } from '#database/database.ts'
import { type AppError, refused } from '#core/errors.ts'
import { formatMoney } from '#core/money.ts'
import { listUncoveredDebts, type Label } from './label-queries.ts'

/**
 * The most that a supplier may owe beyond its earnings and still buy labels, in minor units of any one currency. The
 * marketplace lends it that much; without a limit a store without sales could print any number of labels.
 */
const MAX_LABEL_DEBT = 50_000

/** Returns the error `labels_owed` if an order's supplier owes too much for another label. */
export async function findLabelDebtError(
  db: Queryable,
  { supplierOrderId }: Pick<Label, 'supplierOrderId'>,
): Promise<AppError | undefined> {
  const [largestDebt] = await listUncoveredDebts(db, supplierOrderId)
  if (!largestDebt || largestDebt.amount < MAX_LABEL_DEBT) return undefined
  const { amount, currency } = largestDebt
  return refused(
    'labels_owed',
    `Your store owes ${formatMoney(amount, currency)} beyond its earnings; labels can be bought up to ${formatMoney(MAX_LABEL_DEBT, currency)}. Ship this parcel with your own carrier and add its tracking number. Your next earnings reduce what you owe.`,
  )
}
