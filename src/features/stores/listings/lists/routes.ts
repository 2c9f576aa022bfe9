import { ok, route, type Route } from '#platform/http/calls/route.ts'
import * as contract from './contract.ts'
import { listProductLists } from './product-list-queries.ts'
import { changeListed, changeTags, createList, readListedProducts, removeList } from './product-lists.ts'

/** The routes of vendors' product lists and tags. */
export const PRODUCT_LIST_ROUTES: readonly Route[] = [
  route(contract.listProductLists, async ({ query }, { db, actor }) =>
    ok('Your lists', {
      lists: await listProductLists(db, { accountId: actor.id, productId: query.product ?? null }),
    }),
  ),
  route(contract.createProductList, async ({ body }, { db, actor, now }) =>
    ok('The list is created.', { list: await createList(db, { accountId: actor.id, name: body.name, now }) }),
  ),
  route(contract.removeProductList, async ({ params: { id } }, { db, actor }) => {
    await removeList(db, { accountId: actor.id, id })
    return ok('The list is deleted.', {})
  }),
  route(contract.getListedProducts, async ({ params: { id }, query }, { db, actor }) =>
    ok('Products of the list', await readListedProducts(db, { accountId: actor.id, id, page: query.page })),
  ),
  route(contract.changeListedProducts, async ({ params: { id }, body }, { db, actor, now }) => {
    const products = await changeListed(db, { ...body, accountId: actor.id, id, now })
    return ok(body.isOnList ? 'Added to the list.' : 'Taken off the list.', { products })
  }),
  route(contract.changeProductTags, async ({ body }, { db, actor }) => {
    const products = await changeTags(db, { ...body, accountId: actor.id })
    return ok(body.isSet ? 'Tag added.' : 'Tag removed.', { products })
  }),
]
