import { type AppError, notFound, refused } from '#core/errors.ts'
import { newId } from '#core/ids.ts'
import { type Database, inTransaction, type Queryable } from '#database/database.ts'
import { listCards } from '#features/catalogue/catalog/service.ts'
import { LISTED_PER_PAGE, MAX_LISTED, MAX_LISTS, MAX_TAGS, type ProductListData } from './contract.ts'
import {
  deleteList,
  deleteListed,
  deleteTags,
  findListKey,
  insertList,
  insertListed,
  insertTags,
  listListedProducts,
  type ListRef,
  lockLists,
  type TagChange,
} from './product-list-queries.ts'

/** Creates a list of products. Refuses with `list_name_taken` and `too_many_lists`. */
export async function createList(
  db: Database,
  { accountId, name, now }: Readonly<{ accountId: number; name: string; now: Date }>,
): Promise<ProductListData> {
  return inTransaction(db, async (tx) => {
    if ((await lockLists(tx, accountId)) >= MAX_LISTS)
      throw refused('too_many_lists', `You have ${MAX_LISTS} lists. Delete one first.`)
    const id = newId('productList', now.getTime())
    if (!(await insertList(tx, { id, accountId, name, now })))
      throw refused('list_name_taken', 'You have a list with this name. Choose another name.')
    return { id, name, products: 0, hasProduct: false }
  })
}

/** Deletes a list; its products stay as they are. Throws `list_not_found`. */
export async function removeList(db: Database, ref: ListRef): Promise<void> {
  if (!(await deleteList(db, ref))) throw listNotFound()
}

/** Returns a page of the products of a list; a page after the last is the last. Throws `list_not_found`. */
export async function readListedProducts(
  db: Queryable,
  { page: requested, ...ref }: ListRef & Readonly<{ page: number }>,
) {
  const listKey = await findListKey(db, ref)
  if (listKey === undefined) throw listNotFound()
  const read = (page: number) =>
    listListedProducts(db, { listKey, limit: LISTED_PER_PAGE, offset: (page - 1) * LISTED_PER_PAGE })
  const found = await read(requested)
  const isBehind = found.ids.length === 0 && requested > 1
  const page = isBehind ? 1 : requested
  const { ids, total } = isBehind ? await read(1) : found
  const pages = Math.max(1, Math.ceil(total / LISTED_PER_PAGE))
  return { products: await listCards(db, ids), total, page, pages }
}

/** Adds products to a list, or removes them. Throws `list_not_found`; refuses with `list_full`. */
export async function changeListed(
  db: Database,
  change: ListRef & Readonly<{ productIds: readonly string[]; isOnList: boolean; now: Date }>,
): Promise<number> {
  const { productIds, isOnList, now } = change
  return inTransaction(db, async (tx) => {
    await lockLists(tx, change.accountId)
    const listKey = await findListKey(tx, change)
    if (listKey === undefined) throw listNotFound()
    if (!isOnList) await deleteListed(tx, { listKey, productIds })
    else if ((await insertListed(tx, { listKey, productIds, now })) > MAX_LISTED)
      throw refused('list_full', `A list has at most ${MAX_LISTED.toLocaleString('en-US')} products.`)
    return productIds.length
  })
}

/** Adds a tag to products, or removes it. Refuses with `too_many_tags`. */
export async function changeTags(
  db: Database,
  { isSet, ...change }: TagChange & Readonly<{ isSet: boolean }>,
): Promise<number> {
  return inTransaction(db, async (tx) => {
    await lockLists(tx, change.accountId)
    if (!isSet) await deleteTags(tx, change)
    else if ((await insertTags(tx, change)) > MAX_TAGS)
      throw refused('too_many_tags', `A product has at most ${MAX_TAGS} tags. Remove one first.`)
    return change.productIds.length
  })
}

function listNotFound(): AppError {
  return notFound('list_not_found', 'This list no longer exists. Reload the page.')
}
