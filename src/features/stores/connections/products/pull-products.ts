import type { Database, Queryable } from '#database/database.ts'
import { clipped, clippedLine } from '../clipped.ts'
import { getConnection, type Whose } from '../connecting/connect-store.ts'
import { listRuns, noteCheck } from '../connecting/connection-queries.ts'
import { PER_PAGE, type RunData, type StoreProductData } from '../contract.ts'
import type { StoreDesk } from '../deps.ts'
import { type Chunk, doChunk, type Note } from '../runs/do-run.ts'
import type { FoundProduct } from '../port.ts'
import { countProducts, dropOthers, keepProducts, listProducts, selectProducts } from './product-queries.ts'
import { MOST_PULLED } from '../rules.ts'
import { moveRun } from '../runs/run-queries.ts'
import { shownConnection } from '../shown.ts'

/** Reads the next page of a shop's products. Reading one again changes nothing. */
export async function pullPage(
  db: Database,
  { desk, runId, now }: Readonly<{ desk: StoreDesk; runId: number; now: Date }>,
): Promise<void> {
  await doChunk(db, { desk, runId, now, work: (chunk) => pullChunk({ ...chunk, now }) })
}

async function pullChunk({ run, connection, connector, access, now }: Chunk & { now: Date }): Promise<Note> {
  const { products, next } = await connector.listProducts(access, run.cursor)
  const place = { connectionId: connection.id, runId: run.id }
  return async (tx) => {
    const before = await countProducts(tx, connection.id, run.id)
    await keepProducts(tx, place, products.map(keepable))
    const after = await countProducts(tx, connection.id, run.id)
    await noteCheck(tx, connection.id, { problem: null, checkedAt: now })
    await moveRun(tx, run.id, next === null ? { now } : { now, cursor: next })
    // A shop that tells the same page for ever has told all.
    if (next !== null && after > before && after < MOST_PULLED) return true
    await dropOthers(tx, place)
    return false
  }
}

/** A product as it can be kept, whatever its shop says of it. */
function keepable({ name, descriptionHtml, sku, pictures, ...product }: FoundProduct): FoundProduct {
  return {
    ...product,
    name: clippedLine(name, 300),
    descriptionHtml: clipped(descriptionHtml, 100_000),
    sku: clippedLine(sku, 200),
    pictures: pictures.filter((address) => URL.canParse(address)).slice(0, MOST_PICTURES),
  }
}

/** As many as a piece of the marketplace is shown with. */
const MOST_PICTURES = 12

/** One page of what was read of a connected shop. */
export type ProductsPage = Readonly<{
  products: StoreProductData[]
  total: number
  page: number
  pages: number
  pull: RunData | null
}>

/** The products of a connected shop as they were last read; a page behind the last is the last. Throws `connection_not_found`. */
export async function readStoreProducts(
  db: Queryable,
  { page: asked = 1, ...whose }: Whose & Readonly<{ page?: number | undefined }>,
): Promise<ProductsPage> {
  const connection = await getConnection(db, whose)
  const total = await countProducts(db, connection.id)
  const pages = Math.ceil(total / PER_PAGE)
  const page = Math.max(1, Math.min(asked, pages))
  const found = await listProducts(db, connection.id, { limit: PER_PAGE, offset: (page - 1) * PER_PAGE })
  const { pull } = shownConnection(connection, await listRuns(db, whose.personId))
  const products = found.map((product) => shownProduct(product, connection.currency))
  return { products, total, page, pages, pull }
}

function shownProduct(
  { priceAmount, pictures, ...product }: FoundProduct,
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
 * Products of a connected shop of somebody, by the shop's own ids, for whoever makes pieces of them: prices in hundredths of
 * `currency`, quantities not older than `readAt`. What was not read of that shop, or is somebody else's, is left out.
 */
export async function findStoreProducts(
  db: Queryable,
  wanted: Readonly<{ personId: number; connectionId: string; externalIds: readonly string[] }>,
): Promise<readonly (FoundProduct & Readonly<{ currency: string; readAt: Date }>)[]> {
  return selectProducts(db, wanted)
}
