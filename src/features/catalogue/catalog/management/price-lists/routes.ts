import { notFound } from '#core/errors.ts'
import type { Queryable } from '#database/database.ts'
import { getStoreLocation } from '#features/catalogue/suppliers/service.ts'
import { ok, route, type Route } from '#platform/http/calls/route.ts'
import * as contract from './contract.ts'
import {
  deletePriceList,
  selectPriceLists,
  selectVariantsById,
  selectWholesaleVariants,
} from './price-list-queries.ts'
import { wholesaleFor } from './rules.ts'
import { savePriceList } from './save-price-list.ts'

/** The routes of a supplier's price lists for vendors. */
export const priceListRoutes: Route[] = [
  route(contract.listPriceLists, async (_input, { db, actor }) => {
    const { supplierId } = await getStoreLocation(db, actor.id)
    return ok('Your price lists', { priceLists: await selectPriceLists(db, supplierId) })
  }),

  route(contract.savePriceList, async ({ body: { data: written } }, { db, now, actor }) => {
    const id = await savePriceList(db, { written, ownerId: actor.id, now })
    const { supplierId } = await getStoreLocation(db, actor.id)
    const [priceList] = await selectPriceLists(db, supplierId, id)
    if (!priceList) throw noSuchList()
    return ok('Price list saved.', { priceList })
  }),

  route(contract.removePriceList, async ({ params: { id } }, { db, actor }) => {
    const { supplierId } = await getStoreLocation(db, actor.id)
    if (!(await deletePriceList(db, supplierId, id))) throw noSuchList()
    return ok('Price list removed.', {})
  }),

  route(contract.listWholesaleVariants, async ({ query: { search } }, { db, actor }) => {
    const { supplierId } = await getStoreLocation(db, actor.id)
    return ok('Variants with a wholesale price', {
      variants: await selectWholesaleVariants(db, supplierId, search),
    })
  }),

  route(contract.quoteWholesalePrice, async ({ query }, { db, actor }) => {
    const { supplierId } = await getStoreLocation(db, actor.id)
    return ok('Wholesale price', { price: await quotePrice(db, supplierId, query) })
  }),
]

type Quote = Readonly<{ variantId: string; vendor: string; quantity: number }>

async function quotePrice(db: Queryable, supplierId: number, { variantId, vendor, quantity }: Quote) {
  const [variant] = await selectVariantsById(db, supplierId, [variantId])
  if (!variant)
    throw notFound('variant_not_found', 'We couldn’t find this product. It may have been removed.')
  const lists = await selectPriceLists(db, supplierId)
  const priceLists = lists.map((list) => ({ ...list, vendors: list.vendors ?? undefined }))
  const price = wholesaleFor({ email: vendor }, { ...variant, priceLists }, quantity)
  if (!price || variant.wholesaleCents === null) return null
  const list = lists.find(({ id }) => id === price.listId)
  return {
    amountCents: price.amountCents,
    standardCents: variant.wholesaleCents,
    listName: list?.name ?? null,
  }
}

function noSuchList() {
  return notFound('price_list_not_found', 'We couldn’t find this price list. It may have been removed.')
}
