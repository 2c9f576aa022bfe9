import type { Queryable } from '#database/database.ts'
import { refused } from '#core/errors.ts'
import { countHeldPieces, type HeldPieces, lockHolder } from './unpaid-queries.ts'
import { mostHeld } from '../rules.ts'

/** Who has just placed an order of how many pieces; `factor` multiplies what may be held. */
export type Holding = Readonly<{ client: string; email: string; pieces: number; factor: number }>

/**
 * Refuses with `too_much_unpaid` when an order just placed makes its caller or the mailbox of its address hold more pieces than may
 * wait for payment. To be asked last in the transaction that placed the order, which the refusal rolls back. Small orders,
 * far from the bounds, do not wait for each other: of those at once a few may pass that would not one after the other.
 */
export async function holdInBounds(tx: Queryable, holding: Holding): Promise<void> {
  const most = mostHeld(holding.factor)
  if (holding.pieces > most.byEmail)
    throw refused(
      'too_much_unpaid',
      `One order can reserve ${most.byEmail} pieces at most. Please order the others after you have paid for these.`,
    )
  const held = await countHeldPieces(tx, holding)
  if (isFarFrom(most, held, holding.pieces)) return
  await lockHolder(tx, holding)
  const { byClient, byEmail } = await countHeldPieces(tx, holding)
  if (byEmail <= most.byEmail && byClient <= most.byClient) return
  throw refused(
    'too_much_unpaid',
    'Too many pieces are reserved for you in orders that are not paid yet. Please pay for one of them, or try again in 15 minutes.',
  )
}

/** A small order of somebody who holds less than half of what he may. */
function isFarFrom(most: HeldPieces, held: HeldPieces, pieces: number): boolean {
  const isSmall = pieces <= most.byEmail / 20
  return isSmall && held.byEmail <= most.byEmail / 2 && held.byClient <= most.byClient / 2
}
