import { smallPicturePath } from '#core/media-path.ts'
import { getStoreLocation } from '#features/catalogue/suppliers/service.ts'
import type { Actor } from '#platform/http/calls/actor.ts'
import { ok, route, type Route } from '#platform/http/calls/route.ts'
import { countPages } from '../../rules.ts'
import * as contract from './contract.ts'
import { keepBoth, mergeDuplicate, undoDuplicate } from './decide-duplicates.ts'
import { type DuplicateProductRow, selectDuplicates, type StoredDuplicate } from './duplicate-queries.ts'
import { findDuplicates } from './find-duplicates.ts'
import { planMerge } from './rules.ts'

/** The routes with which suppliers decide about products that may be the same. */
export const productDuplicateRoutes: readonly Route[] = [
  route(contract.listProductDuplicates, async ({ query: { state, page } }, { db, actor }) => {
    const { supplierId } = await getStoreLocation(db, actor.id)
    const limit = contract.DUPLICATES_PAGE_SIZE
    const offset = (page - 1) * limit
    const { duplicates, total } = await selectDuplicates(db, { supplierId, state, offset, limit })
    return ok('Possible duplicates', {
      duplicates: duplicates.map(present),
      total,
      page,
      pages: countPages(total, limit),
    })
  }),

  route(contract.findProductDuplicates, async (_input, { db, actor, now }) => {
    const { supplierId } = await getStoreLocation(db, actor.id)
    const open = await findDuplicates(db, supplierId, now)
    return ok(open === 0 ? 'No duplicates found.' : describeCount(open), { open })
  }),

  route(contract.mergeProductDuplicate, async ({ params: { id }, body }, { db, actor, now }) => {
    const duplicate = await mergeDuplicate(db, { ...toRef(actor, id, now), ...body })
    return ok('Products merged.', { duplicate: present(duplicate) })
  }),

  route(contract.keepBothProducts, async ({ params: { id } }, { db, actor, now }) =>
    ok('Marked as separate products.', { duplicate: present(await keepBoth(db, toRef(actor, id, now))) }),
  ),

  route(contract.undoProductDuplicate, async ({ params: { id } }, { db, actor, now }) =>
    ok('Decision undone.', { duplicate: present(await undoDuplicate(db, toRef(actor, id, now))) }),
  ),
]

function toRef({ id: ownerId, memberId }: Actor, id: string, now: Date) {
  return { ownerId, memberId, id, now }
}

function describeCount(open: number): string {
  return open === 1 ? '1 possible duplicate found.' : `${open} possible duplicates found.`
}

function present(duplicate: StoredDuplicate): contract.ProductDuplicateData {
  const { publicId, reasons, state, foundAt, decidedAt, decidedBy, targetId, first, second } = duplicate
  return {
    id: publicId,
    reasons,
    state,
    foundAt: foundAt.toISOString(),
    decidedAt: decidedAt?.toISOString() ?? null,
    decidedBy,
    targetId,
    products: [presentProduct(first), presentProduct(second)],
    merges: state === 'open' ? [presentMerge(first, second), presentMerge(second, first)] : [],
  }
}

function presentProduct({ pictureKey, variants, ...product }: DuplicateProductRow) {
  return {
    ...product,
    createdAt: new Date(product.createdAt).toISOString(),
    picture: pictureKey === null ? null : smallPicturePath(pictureKey),
    variants: variants.map(({ id, sku, title, priceCents, stock }) => ({
      id,
      sku,
      title,
      priceCents,
      stock,
    })),
  }
}

function presentMerge(target: DuplicateProductRow, other: DuplicateProductRow) {
  const { moves, stays, problem } = planMerge(target, other)
  return { keep: target.id, moves: moves.map(({ id }) => id), stays: stays.map(({ id }) => id), problem }
}
