import type { Queryable } from '#database/database.ts'
import { toDecimal } from '#core/money.ts'
import { addMs, DAY, HOUR, MINUTE } from '#core/time.ts'
import type { PayoutSettings } from '#platform/config/payout-settings.ts'
import { findPayoutAccount, type PayoutSupplier } from '../accounts/account-queries.ts'
import { computeNetting, convertMinimum, SWEEP_TIME } from '../rules.ts'
import { findLastPayoutDate } from '../sending/sweep-queries.ts'
import type { PayoutBlock } from '../shapes.ts'
import { findStop } from '../stops/stop-queries.ts'
import type { SupplierBalances } from './statement-queries.ts'

/** The input of a store's next payout in a currency; amounts in minor units. */
export type NextPayoutInput = Readonly<{
  available: number
  owed: number
  minimum: number
  everyDays: number
  /** The time of the last payout. */
  last: Date | undefined
  /** When the bank details become usable; undefined without any. */
  usableFrom: Date | undefined
  isStopped: boolean
  now: Date
}>

/** The next payout: its amount as of now, and its date or the reason why there is none. */
export type NextPayout = Readonly<{ amount: number; at: Date | null; block: PayoutBlock | null }>

/** Returns the next payout by the rules of the nightly sweep, if nothing else changes. */
export function planNextPayout(input: NextPayoutInput): NextPayout {
  const { available, owed, minimum, everyDays, last, usableFrom, isStopped, now } = input
  const amount = computeNetting({ available, owed }).left
  const blocked = (block: PayoutBlock) => ({ amount, at: null, block })
  if (isStopped) return blocked('stopped')
  if (!usableFrom) return blocked('no_account')
  if (amount < minimum) return blocked('minimum')
  const afterLast = last ? addMs(last, everyDays * DAY - HOUR) : now
  const earliest = Math.max(now.getTime(), afterLast.getTime(), usableFrom.getTime())
  const midnight = Math.floor(earliest / DAY) * DAY
  const sameDay = midnight + SWEEP_TIME.hour * HOUR + SWEEP_TIME.minute * MINUTE
  return { amount, at: new Date(sameDay >= earliest ? sameDay : sameDay + DAY), block: null }
}

type NextPayoutContext = Readonly<{ settings: PayoutSettings; now: Date }>

/** Returns a store's next payout in each of its currencies, amounts as decimals. */
export async function listNextPayouts(
  db: Queryable,
  { supplier, balances }: Readonly<{ supplier: PayoutSupplier; balances: readonly SupplierBalances[] }>,
  { settings, now }: NextPayoutContext,
) {
  const account = await findPayoutAccount(db, supplier.id)
  const stop = await findStop(db, supplier.id)
  const usableFrom = account?.refusalReason === null ? account.usableFrom : undefined
  return Promise.all(
    balances.map(async ({ currency, available, owed }) => {
      const minimum = convertMinimum(currency, settings.minimum)
      const last = await findLastPayoutDate(db, { supplierId: supplier.id, currency })
      const { everyDays } = settings
      const input = { available, owed, minimum, everyDays, last, usableFrom, now }
      const { amount, at, block } = planNextPayout({ ...input, isStopped: stop !== undefined })
      return {
        currency,
        amount: toDecimal(amount, currency),
        minimum: toDecimal(minimum, currency),
        at: at?.toISOString() ?? null,
        block,
      }
    }),
  )
}
