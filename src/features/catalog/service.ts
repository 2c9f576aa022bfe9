import type { Queryable } from '#database/database.ts'
import {
  addSale,
  type PricedLine,
  putBackStock,
  selectPricedLines,
  type Shortage,
  type SoldLine,
  type StockLine,
  takeStock,
  type WantedLine,
} from './stock-queries.ts'

export type { PricedLine, Shortage, SoldLine, StockLine, WantedLine } from './stock-queries.ts'
export { findPieceParcel } from './asked-queries.ts'
export { announceSoon } from './announce.ts'
export { foldCounters } from './list-queries.ts'
export { foldSales } from './stock-queries.ts'
export { selectSitemapParts as listSitemapParts, streamSitemapPart } from './sitemap-queries.ts'
export {
  findListedProduct,
  recountSearchWords as rebuildSearchWords,
  selectByExternalKeys as listByExternalKeys,
  updateReviewFigures as saveReviewFigures,
  updateStockFigures as refreshStock,
} from './product-queries.ts'

/**
 * What the catalogue asks for these lines now, each in its place, in one query; undefined where there is no such product
 * or variant. Whether it is sold at all stands in `isListed`. Nothing is locked: `reserveStock` has the last word on stock.
 */
export async function priceLines(
  db: Queryable,
  lines: readonly WantedLine[],
): Promise<(PricedLine | undefined)[]> {
  return lines.length === 0 ? [] : selectPricedLines(db, lines)
}

/**
 * Takes the pieces of an order out of stock, all or none, safe against any number of others doing so at once. Gives the
 * variants that are short with what is left of them; none means that all were taken. Lines of one variant count together.
 * `announceSoon` is for the caller to call when the transaction has committed.
 */
export async function reserveStock(tx: Queryable, lines: readonly StockLine[]): Promise<Shortage[]> {
  return lines.length === 0 ? [] : takeStock(tx, lines)
}

/** Gives reserved pieces back. */
export async function releaseStock(tx: Queryable, lines: readonly StockLine[]): Promise<void> {
  if (lines.length > 0) await putBackStock(tx, lines)
}

/** Counts the lines of one paid order: what was sold (shown within a minute), and what was bought together. */
export async function recordSale(tx: Queryable, lines: readonly SoldLine[]): Promise<void> {
  if (lines.length > 0) await addSale(tx, lines)
}
