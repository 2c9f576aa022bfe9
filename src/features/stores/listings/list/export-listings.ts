import type { Queryable } from '#database/database.ts'
import type { Cell } from '#platform/csv.ts'
import { type ListingData, MAX_EXPORTED_LISTINGS } from '../contract.ts'
import type { ListingFilter } from './list-queries.ts'
import { readListingBatch } from './read-listings.ts'

/** The number of listings read together. */
const BATCH = 500

const HEAD = [
  'product',
  'SKU',
  'supplier',
  'tags',
  'store',
  'currency',
  'state',
  'price',
  'price by',
  'cost',
  'profit',
  'margin %',
  'recommended at least',
  'stock',
  'sent price',
  'sent stock',
  'sent at',
  'problem',
] as const

/** Returns the listings of a view as rows of a table with its head. */
export async function exportListingRows(db: Queryable, filter: ListingFilter): Promise<Cell[][]> {
  const rows: Cell[][] = [[...HEAD]]
  for (let offset = 0; offset < MAX_EXPORTED_LISTINGS; offset += BATCH) {
    const listings = await readListingBatch(db, filter, { limit: BATCH, offset })
    rows.push(...listings.map(toRow))
    if (listings.length < BATCH) break
  }
  return rows
}

function toRow(listing: ListingData): Cell[] {
  const { store, sent, marginBps } = listing
  return [
    listing.name,
    listing.sku,
    listing.supplier,
    listing.tags.join(', '),
    store.name,
    store.currency,
    listing.state,
    listing.price,
    listing.priceSource,
    listing.cost,
    listing.profit,
    marginBps === null ? null : marginBps / 100,
    listing.minimumPrice,
    listing.stock,
    sent?.price ?? null,
    sent?.stock ?? null,
    sent?.at ?? null,
    listing.problem,
  ]
}
