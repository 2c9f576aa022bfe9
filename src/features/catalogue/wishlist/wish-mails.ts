import { inTransaction, type Queryable } from '#database/database.ts'
import { maskedEmail } from '#core/email.ts'
import { notFound } from '#core/errors.ts'
import { newSecretId } from '#core/ids.ts'
import type { TellsData, WishMailsData } from './contract.ts'
import {
  findMailsOf,
  findTells,
  lockWishlist,
  type Place,
  unwatch,
  unwatchAll,
  watchPrice,
  watchReturn,
} from './queries.ts'
import { lookAt } from './rules.ts'

/**
 * Sets which changes of a piece on the list are told by mail; what is wished for already goes on as it is. Gives what is told
 * now. Throws `not_in_wishlist`.
 */
export async function setTells(
  db: Queryable,
  {
    wished,
    now,
    ...place
  }: Place & { wished: { [Kind in keyof TellsData]?: boolean | undefined }; now: Date },
): Promise<TellsData> {
  return inTransaction(db, async (tx) => {
    await lockWishlist(tx, { personId: place.personId, token: newSecretId('wishlist') })
    const told = await findTells(tx, place)
    if (!told) throw notFound('not_in_wishlist', 'This piece is not on your wishlist any more.')
    const { priceDrop = told.priceDrop, backInStock = told.backInStock } = wished
    if (priceDrop && !told.priceDrop) await watchPrice(tx, place)
    if (!priceDrop) await unwatch(tx, place, 'priceDrop')
    // Who waits for a piece hears of its return however short it was away since.
    if (backInStock && !told.backInStock) await watchReturn(tx, place, lookAt(now).missingBy)
    if (!backInStock) await unwatch(tx, place, 'backInStock')
    return { priceDrop, backInStock }
  })
}

/** How it stands with the mails whose links carry the token. Throws `wishlist_unknown`. */
export async function readMails(db: Queryable, token: string): Promise<WishMailsData> {
  const { email, count } = await mailsOf(db, token)
  return { email: maskedEmail(email), count }
}

/** Ends all mails about the wishlist whose mails carry the token; twice is once. Throws `wishlist_unknown`. */
export async function endMails(db: Queryable, token: string): Promise<WishMailsData> {
  return inTransaction(db, async (tx) => {
    const { personId, email } = await mailsOf(tx, token)
    await lockWishlist(tx, { personId, token })
    await unwatchAll(tx, personId)
    return { email: maskedEmail(email), count: 0 }
  })
}

async function mailsOf(db: Queryable, token: string) {
  const found = await findMailsOf(db, token)
  if (!found) throw notFound('wishlist_unknown', 'This link is not known here any more.')
  return found
}
