import type { Queryable } from '#database/database.ts'
import { toDecimal } from '#core/money.ts'
import type { TellsData } from './contract.ts'
import { deleteWishlist, listWishes } from './queries.ts'
import { MOST_WISHES } from './rules.ts'

/** A wish as its owner takes it along: `addedPrice` in dollars, `mails` what is told of it. */
export type ExportedWish = Readonly<{
  productId: string
  name: string
  addedAt: string
  addedPrice: number
  mails: TellsData
}>

/** All that a person keeps, newest first, to be taken along. */
export async function exportWishlist(db: Queryable, personId: number): Promise<ExportedWish[]> {
  const kept = await listWishes(db, personId, { limit: MOST_WISHES, offset: 0 })
  return kept.map(({ productId, name, addedAt, addedAmount, tells }) => ({
    productId,
    name,
    addedAt: addedAt.toISOString(),
    addedPrice: toDecimal(addedAmount),
    mails: tells,
  }))
}

/** Forgets a person's wishlist, and with it who was to be told of what. */
export async function eraseWishlist(db: Queryable, personId: number): Promise<void> {
  await deleteWishlist(db, personId)
}
