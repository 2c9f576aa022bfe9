import { type Database, inTransaction } from '#database/database.ts'
import { getOwnPlace } from '#features/catalogue/suppliers/service.ts'
import { notFound } from '#core/errors.ts'
import { notifyOf } from '../product-queries.ts'
import { setPictures } from './picture-queries.ts'
import { type HeldPiece, lockPiece, lockPieces, selectPrices, updateStatus } from './product-queries.ts'
import { lackOf } from './product-rules.ts'

/** Which pieces, by their public ids, whose, and when. */
export type PiecesMeant = Readonly<{ ids: readonly string[]; ownerId: number; now: Date }>

/** What became of pieces that were to be published. */
export type Published = Readonly<{
  published: string[]
  lacking: { id: string; name: string; problem: string }[]
  isVerified: boolean
}>

/**
 * Publishes drafts of the own store; those that lack something stay drafts, and it is told what. Published ones stay as they
 * are. Throws `product_not_found` when one is none of theirs; refuses with `no_store`.
 */
export async function publishPieces(db: Database, { ids, ownerId, now }: PiecesMeant): Promise<Published> {
  return inTransaction(db, async (tx) => {
    const { supplierId, isVerified } = await getOwnPlace(tx, ownerId)
    const wanted = [...new Set(ids)]
    const held = await lockPieces(tx, supplierId, wanted)
    if (held.length !== wanted.length)
      throw notFound('product_not_found', 'There is no such product of yours.')
    const prices = await selectPrices(
      tx,
      held.map(({ id }) => id),
    )
    const problemOf = ({ id, name }: HeldPiece) =>
      lackOf(
        name,
        prices.filter(({ productId }) => productId === id),
      )
    const whole = held.filter((piece) => problemOf(piece) === undefined)
    const drafts = whole.filter(({ status }) => status === 'draft')
    await updateStatus(tx, { ids: drafts.map(({ id }) => id), status: 'active', now })
    await notifyOf(
      tx,
      drafts.map(({ publicId }) => publicId),
    )
    const lacking = held.flatMap((piece) => {
      const problem = problemOf(piece)
      return problem ? [{ id: piece.publicId, name: piece.name, problem }] : []
    })
    return { published: whole.map(({ publicId }) => publicId), lacking, isVerified }
  })
}

/**
 * Takes a piece of the own store off the marketplace for good; its page says so. What orders say of it stays. Throws
 * `product_not_found`; refuses with `no_store`.
 */
export async function removePiece(
  db: Database,
  { id, ownerId, now }: Readonly<{ id: string; ownerId: number; now: Date }>,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const { supplierId } = await getOwnPlace(tx, ownerId)
    const held = await lockPiece(tx, { supplierId, publicId: id })
    if (!held) throw notFound('product_not_found', 'There is no such product of yours.')
    if (held.status === 'draft')
      await setPictures(tx, { productId: held.id, supplierId, keys: [], alt: '', isDraft: true })
    await updateStatus(tx, { ids: [held.id], status: 'archived', now })
    await notifyOf(tx, [held.publicId])
  })
}
