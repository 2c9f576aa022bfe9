import type { Database, Queryable } from '#database/database.ts'
import { truncateText, truncateLine } from '../truncate.ts'
import { getConnection, type ConnectionRef } from '../connecting/connect-store.ts'
import { listRuns, saveCheck } from '../connecting/connection-queries.ts'
import { PER_PAGE, type RunData, type StoreProductData } from '../contract.ts'
import type { StoreConnectionDeps } from '../deps.ts'
import { type Chunk, processChunk, type SaveChunk } from '../runs/process-chunk.ts'
import type { RemoteProduct } from '../port.ts'
import {
  countProducts,
  deleteStaleProducts,
  upsertProducts,
  listProducts,
  listProductsByExternalId,
} from './product-queries.ts'
import { MAX_PULLED } from '../rules.ts'
import { advanceRun } from '../runs/run-queries.ts'
import { toConnectionView } from '../views.ts'

/** Reads the next page of a store's products. Reading a page again changes nothing. */
export async function pullPage(
  db: Database,
  { deps, runId, now }: Readonly<{ deps: StoreConnectionDeps; runId: number; now: Date }>,
): Promise<void> {
  await processChunk(db, { deps, runId, now, work: (chunk) => pullChunk({ ...chunk, now }) })
}

async function pullChunk({
  run,
  connection,
  connector,
  access,
  now,
}: Chunk & { now: Date }): Promise<SaveChunk> {
  const { products, next } = await connector.listProducts(access, run.cursor)
  const target = { connectionId: connection.id, runId: run.id }
  return async (tx) => {
    const countBefore = await countProducts(tx, connection.id, run.id)
    await upsertProducts(tx, target, products.map(sanitizeProduct))
    const countAfter = await countProducts(tx, connection.id, run.id)
    await saveCheck(tx, connection.id, { problem: null, checkedAt: now })
    await advanceRun(tx, run.id, next === null ? { now } : { now, cursor: next })
    // A store that repeats a page has no more.
    if (next !== null && countAfter > countBefore && countAfter < MAX_PULLED) return true
    await deleteStaleProducts(tx, target)
    return false
  }
}

/** Returns a product in a form that can be stored, whatever the store sent. */
function sanitizeProduct({ name, descriptionHtml, sku, pictures, ...product }: RemoteProduct): RemoteProduct {
  return {
    ...product,
    name: truncateLine(name, 300),
    descriptionHtml: truncateText(descriptionHtml, 100_000),
    sku: truncateLine(sku, 200),
    pictures: pictures.filter((address) => URL.canParse(address)).slice(0, MAX_PICTURES),
  }
}

/** The most pictures of a product of the marketplace. */
const MAX_PICTURES = 12

/** One page of what was read of a connected shop. */
export type ProductsPage = Readonly<{
  products: StoreProductData[]
  total: number
  page: number
  pages: number
  pull: RunData | null
}>

/**
 * Returns a page of a connected store's products as last read; a page after the last is the last. Throws
 * `connection_not_found`.
 */
export async function readStoreProducts(
  db: Queryable,
  { page: requestedPage = 1, ...scope }: ConnectionRef & Readonly<{ page?: number | undefined }>,
): Promise<ProductsPage> {
  const connection = await getConnection(db, scope)
  const total = await countProducts(db, connection.id)
  const pages = Math.ceil(total / PER_PAGE)
  const page = Math.max(1, Math.min(requestedPage, pages))
  const found = await listProducts(db, connection.id, { limit: PER_PAGE, offset: (page - 1) * PER_PAGE })
  const { pull } = toConnectionView(connection, await listRuns(db, scope.accountId))
  const products = found.map((product) => toProductView(product, connection.currency))
  return { products, total, page, pages, pull }
}

function toProductView(
  { priceAmount, pictures, ...product }: RemoteProduct,
  currency: string,
): StoreProductData {
  return {
    ...product,
    currency,
    price: priceAmount === null ? null : priceAmount / 100,
    pictures: [...pictures],
  }
}

/**
 * Returns products of a connected store by the store's ids, to create products from them. Prices are in hundredths of
 * `currency`, quantities as of `readAt` or later. Products that were not read, or belong to another account, are left
 * out.
 */
export async function findStoreProducts(
  db: Queryable,
  filter: Readonly<{ accountId: number; connectionId: string; externalIds: readonly string[] }>,
): Promise<readonly (RemoteProduct & Readonly<{ currency: string; readAt: Date }>)[]> {
  return listProductsByExternalId(db, filter)
}
