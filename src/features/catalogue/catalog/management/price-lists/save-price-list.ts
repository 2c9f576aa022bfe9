import { notFound, refused } from '#core/errors.ts'
import { newId } from '#core/ids.ts'
import { type Database, inTransaction, type Transaction } from '#database/database.ts'
import { getStoreLocation } from '#features/catalogue/suppliers/service.ts'
import { MAX_PRICE_LISTS, type PriceListFormData } from './contract.ts'
import {
  countPriceLists,
  insertPriceList,
  lockPriceList,
  selectVariantsById,
  writePriceList,
} from './price-list-queries.ts'

type SaveInput = Readonly<{ written: PriceListFormData; ownerId: number; now: Date }>

/**
 * Saves a price list of the account's store; returns its public id. Throws `price_list_not_found` and
 * `variant_not_found`; refuses with `no_store`, `price_list_changed`, `price_list_empty`, `too_many_price_lists` and
 * `entry_above_wholesale`.
 */
export async function savePriceList(db: Database, { written, ownerId, now }: SaveInput): Promise<string> {
  if (written.percentOffBps === null && written.entries.length === 0)
    throw refused('price_list_empty', 'Enter a percentage or add a price.', { fields: ['percentOffBps'] })
  if (written.vendors?.length === 0)
    throw refused('price_list_empty', 'Enter at least one vendor, or choose all vendors.', {
      fields: ['vendors'],
    })
  return inTransaction(db, async (tx) => {
    const { supplierId } = await getStoreLocation(tx, ownerId)
    await checkEntries(tx, supplierId, written)
    const list = await lockOrInsert(tx, { supplierId, written, now })
    await writePriceList(tx, list.id, { written, now })
    return list.publicId
  })
}

async function lockOrInsert(
  tx: Transaction,
  { supplierId, written, now }: Readonly<{ supplierId: number; written: PriceListFormData; now: Date }>,
): Promise<{ id: number; publicId: string }> {
  if (written.id !== undefined) {
    const list = await lockPriceList(tx, supplierId, written.id)
    if (!list)
      throw notFound('price_list_not_found', 'We couldn’t find this price list. It may have been removed.')
    if (list.revision !== written.revision)
      throw refused(
        'price_list_changed',
        'This price list has changed since you opened it. Open it again to get the latest version.',
      )
    return { id: list.id, publicId: written.id }
  }
  if ((await countPriceLists(tx, supplierId)) >= MAX_PRICE_LISTS)
    throw refused('too_many_price_lists', `You have ${MAX_PRICE_LISTS} price lists. Remove one first.`)
  const publicId = newId('priceList', now.getTime())
  return { id: await insertPriceList(tx, { publicId, supplierId, name: written.name, now }), publicId }
}

/** Checks that each variant belongs to the store. Its price on the list must be at most its wholesale price. */
async function checkEntries(
  tx: Transaction,
  supplierId: number,
  { entries }: PriceListFormData,
): Promise<void> {
  const ids = [...new Set(entries.map(({ variantId }) => variantId))]
  const variants = await selectVariantsById(tx, supplierId, ids)
  if (variants.length !== ids.length)
    throw notFound('variant_not_found', 'One of the products was removed. Remove its price and save again.')
  for (const { id, label, wholesaleCents } of variants) {
    const isAbove = entries.some(
      ({ variantId, amountCents }) => variantId === id && amountCents > (wholesaleCents ?? -1),
    )
    if (isAbove)
      throw refused('entry_above_wholesale', `Enter a price up to the wholesale price of ${label}.`, {
        fields: [id],
      })
  }
}
