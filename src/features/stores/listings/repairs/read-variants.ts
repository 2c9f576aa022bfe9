import { notFound, refused } from '#core/errors.ts'
import type { Queryable } from '#database/database.ts'
import {
  listOutgoingByKeys,
  openKeys,
  prepareForStore,
  readPriceBasis,
  type StoreConnection,
} from '#features/stores/connections/service.ts'
import type { ListingDeps } from '../deps.ts'
import { getStore } from '../list/change-listings.ts'
import { findProductKeys } from '../list/list-queries.ts'
import type { ListingVariantsData } from './contract.ts'
import { listRemovedVariants } from './removed-queries.ts'
import { type OwnVariant, reviewVariants, type VariantReview } from './rules.ts'

/** A listing of an account: a product in one of its stores. */
export type ListingRef = Readonly<{ accountId: number; storeId: string; productId: string }>

/** A listing with its variants as its store has them now. */
export type ReviewedListing = VariantReview &
  Readonly<{ connection: StoreConnection; productKey: number; externalId: string; product: string }>

/** Returns a listing's variants as they are in the store, with proposed repairs. Throws `listing_not_found`. */
export async function readListingVariants(
  db: Queryable,
  deps: ListingDeps,
  ref: ListingRef,
): Promise<ListingVariantsData> {
  const { connection, product, fingerprint, variants, repairs } = await reviewListing(db, deps, ref)
  return {
    product,
    store: connection.name,
    fingerprint,
    variants,
    repairs: repairs.map(({ id, kind, title, effects }) => ({ id, kind, title, effects })),
  }
}

/** Reads a listing's variants from its store, and plans their repairs. Throws `listing_not_found`. */
export async function reviewListing(
  db: Queryable,
  deps: ListingDeps,
  ref: ListingRef,
): Promise<ReviewedListing> {
  const connection = await getStore(db, ref)
  const { name, productKey, externalId, own } = await readOwn(db, deps, { ...ref, connection })
  const access = await openKeys(deps, connection)
  const stored = await deps.connectorFor(connection.platform).listVariants(access, externalId)
  if (!stored)
    throw refused(
      'product_gone',
      'This product is no longer in your store. Plan publishing to add it again, or remove it from your selection.',
    )
  const removed = await listRemovedVariants(db, { connectionId: connection.id, externalId })
  return { connection, productKey, externalId, product: name, ...reviewVariants(own, stored, removed) }
}

async function readOwn(
  db: Queryable,
  { publicUrl }: ListingDeps,
  { accountId, productId, connection }: ListingRef & Readonly<{ connection: StoreConnection }>,
) {
  const productKeys = await findProductKeys(db, [productId])
  const [product] = await listOutgoingByKeys(db, { accountId, connectionId: connection.id, productKeys })
  if (!product || product.externalId === null)
    throw notFound('listing_not_found', 'This product isn’t published in that store.')
  const basis = await readPriceBasis(db, { accountId, productKeys })
  const prepared = prepareForStore(product, { basis, currency: connection.currency, publicUrl })
  if (!prepared.isReady) throw refused('listing_not_found', prepared.problem)
  const { name, productKey, externalId, publicId, variants } = product
  const isOnlyOne = prepared.product.options.length === 0
  const own = prepared.product.variants.map((variant, index): OwnVariant => ({
    ...variant,
    title: variant.values.join(' / ') || name,
    sku: variants[index]?.sku ?? '',
    stock: variant.quantity,
    // WooCommerce has one SKU for a product without variations.
    ownSku: isOnlyOne && connection.platform === 'woocommerce' ? publicId : variant.reference,
  }))
  return { name, productKey, externalId, own }
}
