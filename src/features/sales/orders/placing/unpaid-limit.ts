import type { Queryable } from '#database/database.ts'
import { refused } from '#core/errors.ts'
import { countReservedUnits, type ReservedUnits, lockBuyer } from './unpaid-queries.ts'
import { getUnpaidLimits } from '../rules.ts'

/** Who has just placed an order of how many items; `factor` multiplies what may be held. */
export type UnpaidLimitInput = Readonly<{ client: string; email: string; units: number; factor: number }>

/**
 * Refuses with `too_much_unpaid` when an order just placed makes its caller or the mailbox of its address hold more items than may
 * wait for payment. To be asked last in the transaction that placed the order, which the refusal rolls back. Small orders,
 * far from the bounds, do not wait for each other: of those at once a few may pass that would not one after the other.
 */
export async function enforceUnpaidLimit(tx: Queryable, input: UnpaidLimitInput): Promise<void> {
  const limits = getUnpaidLimits(input.factor)
  if (input.units > limits.byEmail)
    throw refused(
      'too_much_unpaid',
      `One order can have at most ${limits.byEmail} items. Order the others once you have paid for these.`,
    )
  const reserved = await countReservedUnits(tx, input)
  if (isFarBelowLimits(limits, reserved, input.units)) return
  await lockBuyer(tx, input)
  const { byClient, byEmail } = await countReservedUnits(tx, input)
  if (byEmail <= limits.byEmail && byClient <= limits.byClient) return
  throw refused(
    'too_much_unpaid',
    'You have too many items reserved in unpaid orders. Pay for one of them, or try again in 15 minutes.',
  )
}

/** A small order of a client who holds less than half of the limit. */
function isFarBelowLimits(limits: ReservedUnits, reserved: ReservedUnits, units: number): boolean {
  const isSmall = units <= limits.byEmail / 20
  return isSmall && reserved.byEmail <= limits.byEmail / 2 && reserved.byClient <= limits.byClient / 2
}
