import { refused } from '#core/errors.ts'
import { inTransaction, type Database } from '#database/database.ts'
import { type AuditSource, recordVendorChange } from '#features/identity/audit/service.ts'
import {
  openKeys,
  pushListings,
  saveListingVariants,
  type StoreAccess,
} from '#features/stores/connections/service.ts'
import type { ListingDeps } from '../deps.ts'
import { reviewListing, type ReviewedListing } from './read-variants.ts'
import { reviewRemovedVariants } from './removed-queries.ts'
import type { PlannedRepair } from './rules.ts'

type VariantRepair = Readonly<{
  source: AuditSource
  storeId: string
  productId: string
  repairId: string
  fingerprint: string
}>

/**
 * Performs a proposed repair and updates the listing; returns what was repaired. Refuses with `variants_changed` if the
 * listing has changed since it was shown.
 */
export async function repairListingVariants(
  db: Database,
  deps: ListingDeps,
  { source, storeId, productId, repairId, fingerprint }: VariantRepair,
): Promise<string> {
  const { businessId: accountId, now } = source
  const ref = { accountId, storeId, productId }
  const listing = await reviewListing(db, deps, ref)
  const repair = listing.repairs.find(({ id }) => id === repairId)
  if (!repair || listing.fingerprint !== fingerprint)
    throw refused('variants_changed', 'The variants have changed since. Check them again.')
  const { connection, productKey, externalId, product } = listing
  await writeSkus(deps, await openKeys(deps, connection), { listing, repair })
  await inTransaction(db, async (tx) => {
    await saveListingVariants(tx, connection.id, [{ externalId, variants: repair.links }])
    if (repair.reviewedIds.length > 0)
      await reviewRemovedVariants(tx, {
        connectionId: connection.id,
        externalId,
        ids: repair.reviewedIds,
        now,
      })
    await pushListings(tx, deps, {
      accountId,
      connectionId: connection.id,
      productKeys: [productKey],
      isAutomatic: false,
      now,
    })
    await recordVendorChange(tx, source, {
      kind: 'listing',
      action: `Repaired variants of ${product} in ${connection.name}`,
      entity: `store:${storeId}`,
      before: {},
      after: { product: productId, repair: repair.title },
    })
  })
  return repair.title
}

/**
 * Writes SKUs, clearing them first: stores reject duplicate SKUs, and two variants may have exchanged theirs. Repeating
 * it changes nothing.
 */
async function writeSkus(
  deps: ListingDeps,
  access: StoreAccess,
  { listing, repair }: Readonly<{ listing: ReviewedListing; repair: PlannedRepair }>,
): Promise<void> {
  if (repair.skus.length === 0) return
  const connector = deps.connectorFor(listing.connection.platform)
  const productId = listing.externalId
  await connector.setSkus(access, { productId, skus: repair.skus.map((one) => ({ ...one, sku: '' })) })
  const skus = repair.skus.filter(({ sku }) => sku !== '')
  if (skus.length > 0) await connector.setSkus(access, { productId, skus })
}
