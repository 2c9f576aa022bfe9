import type { Queryable } from '#database/database.ts'
import type { Actor } from '#platform/http/calls/actor.ts'
import { ok, route, type Route } from '#platform/http/calls/route.ts'
import { getListedProduct } from '../product-list/list-products.ts'
import * as contract from './contract.ts'
import { applyEdit, changeVariant, previewEdit, undoEdit } from './edit-products.ts'
import { type HistoryDeps, listProductHistory } from './list-history.ts'

/** The dependencies of product edits on later features. */
export type ProductEditDeps = Readonly<{
  /** Returns how many vendors have selected one of these products (internal keys) for their stores. */
  countVendors(db: Queryable, productIds: readonly number[]): Promise<number>
  history: HistoryDeps
}>

/** Returns the routes to edit a store's products: one value in place, or many at once. */
export function productEditRoutes({ countVendors, history }: ProductEditDeps): Route[] {
  return [
    route(contract.editVariant, async ({ params, body }, { db, actor, now }) => {
      const change = { ...body, productId: params.id, variantId: params.variant }
      const supplierId = await changeVariant(db, { ...toEditor(actor), now, change })
      return ok('Saved.', { product: await getListedProduct(db, supplierId, params.id) })
    }),

    route(contract.previewProductEdit, async ({ body: { products, change } }, { db, actor, now }) => {
      const { productIds, ...edit } = await previewEdit(db, { ownerId: actor.id, now, ids: products, change })
      return ok('Preview of your change', { edit, vendors: await countVendors(db, productIds) })
    }),

    route(contract.applyProductEdit, async ({ params: { id } }, { db, actor, now }) => {
      const edit = await applyEdit(db, { ...toEditor(actor), now, id })
      return ok(`${countProducts(edit.products)} changed.`, { edit })
    }),

    route(contract.undoProductEdit, async ({ params: { id } }, { db, actor, now }) => {
      const edit = await undoEdit(db, { ...toEditor(actor), now, id })
      return ok(`${countProducts(edit.products)} restored.`, { edit })
    }),

    route(contract.listProductChanges, async ({ params: { id }, query: { before } }, { db, actor }) =>
      ok(
        'Product history',
        await listProductHistory(db, { ownerId: actor.id, productId: id, before }, history),
      ),
    ),
  ]
}

function toEditor({ id: ownerId, memberId }: Actor) {
  return { ownerId, memberId }
}

function countProducts(count: number): string {
  return count === 1 ? '1 product' : `${count} products`
}
