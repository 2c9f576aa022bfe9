import type { Queryable, Database } from '#database/database.ts'
import { selectCardsByIds } from './storefront/lists/product-id-queries.ts'
import type { ProductCardData } from './contract.ts'
import { moveCommitments, restoreStock, type StockLine } from './stock/commitment-queries.ts'
import { lowerStoreStock, raiseStoreStock, type OrderedLine, type StockCause } from './stock/store-changes.ts'

export type { OrderedLine } from './stock/store-changes.ts'
import { notifyProductsChanged } from './storefront/details/product-queries.ts'

export { countByWarehouse } from './management/warehouses/move-queries.ts'
export { MOVE_PRODUCTS_JOB, moveProducts } from './management/warehouses/move-products.ts'
export type { StockLine } from './stock/commitment-queries.ts'
export {
  ADJUST_STOCK_EFFECT,
  findStoreChange,
  saveStockKey,
  saveStoreAttempt,
  completeStoreChange,
  type StoreChange,
} from './stock/store-changes.ts'
export {
  foldSales,
  type PricedLine,
  priceLines,
  recordSale,
  reserveLines,
  reverseSale,
} from './stock/stock-queries.ts'
export {
  type CartLine,
  type SoldCustoms,
  type SoldUnits,
  listCartLines,
  listSoldCustoms,
  listSoldUnits,
  type ShippableUnits,
  selectNewProducts,
} from './storefront/lists/product-id-queries.ts'
export {
  listImportedProducts,
  type ExternalProduct,
  type ImportResult,
  importProducts,
} from './management/authoring/import-products.ts'
export type { ChangePage, OrderStockChange } from './management/product-edits/list-history.ts'
export { presentImportDetail } from './imports/manage-imports.ts'
export { CHECK_STORE_JOB, READ_STORE_JOB } from './imports/job-names.ts'
export { findStockDifferences } from './imports/stores/stock-differences.ts'
export { startSync, type SyncScope } from './imports/stores/start-sync.ts'
export {
  findSyncedStore,
  hasPossibleChanges,
  insertPossibleChanges,
  type SyncedStore,
  type SyncSettingsChange,
} from './imports/stores/sync-queries.ts'
export { changeSyncSettings, readSyncState } from './imports/stores/read-sync.ts'
export { findFollowedProduct, setWrittenFields } from './imports/stores/followed-product.ts'
export {
  findStoreReading,
  recordMissedPage,
  saveStorePage,
  startStoreImport,
  type StoreReading,
} from './imports/stores/store-imports.ts'
export { explainUnsupported, toSourceKey } from './store-products/assemble-product.ts'
export { listVendorCosts, type VendorCost } from './management/price-lists/vendor-costs.ts'
export { readCategoryLabels } from './categories/category-setting.ts'
export { foldCounters } from './storefront/lists/list-queries.ts'
export { foldSearchWords, recountSearchWords } from './storefront/search/search-words.ts'
export { selectSitemapParts, streamSitemapPart } from './storefront/lists/sitemap-queries.ts'
export {
  findListedProduct,
  selectProductsByExternalKeys,
  selectVariantStock,
  updateReviewTotals,
  refreshStockCounts,
} from './storefront/details/product-queries.ts'

/** Returns the cards of listed products by their public ids, in the requested order. */
export async function listCards(db: Queryable, publicIds: readonly string[]): Promise<ProductCardData[]> {
  if (publicIds.length === 0) return []
  // The database builds the JSON of cards in the contract's shape.
  return JSON.parse(await selectCardsByIds(db, publicIds)) as ProductCardData[]
}

/** Restocks reserved units whose order was never sent to its supplier. */
export async function releaseStock(tx: Queryable, lines: readonly StockLine[]): Promise<void> {
  if (lines.length > 0) await restoreStock(tx, lines, null)
}

/**
 * Restocks units of an order that the supplier received but does not ship. If the order lowered the stock in the
 * supplier's connected store, it is raised again.
 */
export async function returnStock(
  tx: Queryable,
  lines: readonly StockLine[],
  cause: StockCause,
): Promise<void> {
  if (lines.length === 0) return
  await restoreStock(tx, lines, cause.at)
  await raiseStoreStock(tx, lines, cause)
}

/**
 * Records that suppliers received orders of these units at `at`: later stock counts include them. The stock in the
 * suppliers' connected stores is lowered.
 */
export async function handOverStock(tx: Queryable, lines: readonly OrderedLine[], at: Date): Promise<void> {
  if (lines.length === 0) return
  await moveCommitments(tx, lines, at)
  await lowerStoreStock(tx, lines, at)
}

/** How long changes are batched before they are announced. */
const BATCH_DELAY_MS = 100

const pendingIds = new WeakMap<Database, Set<string>>()

/**
 * Notifies all processes, after a short delay, that these products have new stock or sales. Ids are public. Call it
 * after the transaction: a notification within it would make every order wait for all others, because PostgreSQL
 * commits transactions with notifications one by one. If the process dies before sending, the age limit of cached pages
 * corrects them.
 */
export function announceProducts(db: Database, publicIds: readonly string[]): void {
  if (publicIds.length === 0) return
  const pending = pendingIds.get(db)
  if (pending) {
    for (const id of publicIds) pending.add(id)
    return
  }
  const changed = new Set(publicIds)
  pendingIds.set(db, changed)
  setTimeout(() => {
    pendingIds.delete(db)
    // A failed notification needs no error: cached pages expire anyway.
    notifyProductsChanged(db, [...changed]).catch(() => undefined)
  }, BATCH_DELAY_MS).unref()
}
