import type { Queryable } from '#database/database.ts'
import { getStoreLocation } from '#features/catalogue/suppliers/service.ts'
import { notFound } from '#core/errors.ts'
import type { HistoryEntryData } from './contract.ts'
import { findStoreProduct } from './edit-queries.ts'
import { selectChanges, type StoredChange } from './history-queries.ts'
import type { FieldValue, ProductStatus } from './rules.ts'

/**
 * A stock change by an order: units below 0 were reserved or sold, above 0 restocked. `id` is the key of the line or
 * the release.
 */
export type OrderStockChange = Readonly<{
  id: number
  at: Date
  event: 'reserved' | 'sold' | 'expired' | 'cancelled' | 'rejected'
  units: number
  orderId: string
  number: string
  variant: string
  sku: string
}>

/** A page of changes: up to `limit` of a product by its internal key, newest first, those before a key. */
export type ChangePage = Readonly<{ productId: number; before: number | undefined; limit: number }>

type ReadOrderChanges = (db: Queryable, page: ChangePage) => Promise<OrderStockChange[]>

/** The dependencies of the history on orders, a feature that itself depends on the catalogue. */
export type HistoryDeps = Readonly<{ selectReservations: ReadOrderChanges; selectReleases: ReadOrderChanges }>

const PAGE = 50

/** The keys of the last returned change of each source: edits, reservations and releases; 0 if there was none yet. */
const CURSOR = /^(\d{1,15})\.(\d{1,15})\.(\d{1,15})$/

/**
 * Returns a page of a product's history, newest first. Stock changes by orders are read from the orders, so that
 * purchases need not write them. Throws `product_not_found`.
 */
export async function listProductHistory(
  db: Queryable,
  {
    ownerId,
    productId,
    before,
  }: Readonly<{ ownerId: number; productId: string; before: string | undefined }>,
  deps: HistoryDeps,
): Promise<{ changes: HistoryEntryData[]; next: string | null }> {
  const { supplierId } = await getStoreLocation(db, ownerId)
  const key = await findStoreProduct(db, supplierId, productId)
  if (key === undefined)
    throw notFound('product_not_found', 'We couldn’t find this product. It may have been removed.')
  const seen = (CURSOR.exec(before ?? '')?.slice(1) ?? ['0', '0', '0']).map(Number)
  const pages = seen.map((id) => ({ productId: key, before: id || undefined, limit: PAGE + 1 }))
  const [edits = [], reservations = [], releases = []] = await Promise.all([
    pages[0] && selectChanges(db, pages[0]),
    pages[1] && deps.selectReservations(db, pages[1]),
    pages[2] && deps.selectReleases(db, pages[2]),
  ])
  const merged = mergeNewest([
    // At the same moment, a release comes after its reservation.
    releases.map((change) => ({ source: 2, id: change.id, at: change.at, entry: toOrderEntry(change) })),
    edits.map((change) => ({ source: 0, id: change.id, at: change.changedAt, entry: toEdit(change) })),
    reservations.map((change) => ({ source: 1, id: change.id, at: change.at, entry: toOrderEntry(change) })),
  ])
  const shown = merged.slice(0, PAGE)
  const last = seen.map((id, source) => shown.findLast((item) => item.source === source)?.id ?? id)
  return { changes: shown.map(({ entry }) => entry), next: merged.length > PAGE ? last.join('.') : null }
}

type HistoryItem = Readonly<{ source: number; id: number; at: Date; entry: HistoryEntryData }>

/** Merges lists that are each sorted newest first; entries of the same moment keep the order of the lists. */
function mergeNewest(lists: readonly (readonly HistoryItem[])[]): HistoryItem[] {
  const rest = lists.map((list) => [...list])
  const merged: HistoryItem[] = []
  for (;;) {
    const heads = rest.flatMap((list) => (list[0] ? [{ list, at: list[0].at }] : []))
    const [first] = heads
    if (!first) return merged
    const { list } = heads.reduce((one, other) => (other.at > one.at ? other : one), first)
    merged.push(...list.splice(0, 1))
  }
}

function toEdit({ id, changedAt, ...change }: StoredChange): HistoryEntryData {
  const toValue = (text: string | null): FieldValue =>
    // A status is stored as its own text.
    text === null ? null : change.field === 'status' ? (text as ProductStatus) : Number(text)
  return {
    ...change,
    id: `edit-${id}`,
    changedAt: changedAt.toISOString(),
    before: toValue(change.before),
    after: toValue(change.after),
    units: null,
    order: null,
  }
}

function toOrderEntry({ id, at, event, units, orderId, number, variant, sku }: OrderStockChange) {
  return {
    id: `${units < 0 ? 'line' : 'release'}-${id}`,
    changedAt: at.toISOString(),
    by: null,
    source: 'order' as const,
    field: 'stock' as const,
    variant,
    sku,
    before: null,
    after: null,
    units,
    order: { id: orderId, number, event },
  }
}
