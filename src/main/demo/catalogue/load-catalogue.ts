import { DAY, addMs } from '#core/time.ts'
import type { Database } from '#database/database.ts'
import { type FeedSource, readLines } from '#features/catalogue/catalog/import/read/feed-source.ts'
import { openFeed, readParts } from '#features/catalogue/catalog/import/read/read-parts.ts'
import type { ColumnMapping } from '#features/catalogue/catalog/import/read/feed-format.ts'
import { applyPlan, type DirectDeps, planFile } from '#features/catalogue/catalog/imports/import-file.ts'
import {
  deleteImport,
  moveImport,
  selectImports,
} from '#features/catalogue/catalog/imports/import-queries.ts'
import { applyNextProducts } from '#features/catalogue/catalog/imports/plans/apply-import.ts'
import { selectProductsByExternalKeys, selectVariantStock } from '#features/catalogue/catalog/service.ts'
import { saveSupplierProfile } from '#features/catalogue/suppliers/service.ts'
import type { Files } from '#platform/files/files.ts'
import type { Enqueue } from '#platform/jobs/job.ts'
import type { Log } from '#platform/log.ts'
import { DEMO_FOLDER, type DemoFiles, type DemoSupplierData } from './demo-files.ts'
import { type MixedProduct, mixProducts } from './mix-products.ts'
import type { SellableProduct } from './plan-products.ts'
import { createReadStream } from 'node:fs'
import path from 'node:path'

/** The dependencies of loading the demo's catalogue. */
export type CatalogueSetup = Readonly<{
  db: Database
  enqueue: Enqueue
  log: Log
  files: DemoFiles
  /** The storage of import files. */
  storage: Files
  now: Date
}>

/** A supplier of the demo after its creation. */
export type DemoSupplierRecord = Readonly<{ id: number; publicId: string; slug: string; country: string }>

/** The demo's suppliers and their products for sale, in the order of their files. */
export type DemoCatalogue = Readonly<{
  suppliers: readonly DemoSupplierRecord[]
  onSale: readonly SellableProduct[]
}>

/** The age of the demo's first and last products, in days before it is loaded. */
const ADDED_DAYS_AGO = { first: 425, last: 195 }

/**
 * Creates the demo's suppliers and imports their feeds, a few products at a time. So lists mix designs and suppliers.
 * Existing products stay: an interrupted load is completed by the next one.
 */
export async function loadCatalogue(setup: CatalogueSetup): Promise<DemoCatalogue> {
  const { db, log, files, now } = setup
  const stores: DemoStore[] = []
  // One after the other, here and below: opening another database connection costs more than the statement.
  for (const supplier of files.suppliers) stores.push(await createDemoStore(db, supplier, now))
  const bySlug = new Map(stores.map((store) => [store.slug, store]))
  // Lists begin with the newest products.
  const runs = groupRuns(
    mixProducts(stores.flatMap(({ slug, feed }) => toMixedProducts(slug, feed))).toReversed(),
  )
  const plans = new Map<string, PlannedStore>()
  for (const store of stores) {
    const places = runs.flatMap((run) => (run.slug === store.slug ? run.places : []))
    plans.set(store.slug, await planStore(setup, store, places))
  }
  for (const [index, { slug, places }] of runs.entries()) {
    const [store, plan] = [bySlug.get(slug), plans.get(slug)]
    if (!store || !plan) continue
    const { first, last } = ADDED_DAYS_AGO
    const addedAt = addMs(now, -(first - ((first - last) * index) / runs.length) * DAY)
    const limit = places.filter((place) => !plan.known.has(store.keys[place] ?? '')).length
    if (limit > 0) await applyNextProducts(db, plan.importId, { ...plan.deps, now: addedAt, limit })
    log.debug({ supplier: slug, products: limit }, 'demo')
  }
  for (const { importId, deps } of plans.values()) await finishImport(db, importId, deps)
  log.info({ suppliers: stores.length, imports: runs.length }, 'loaded the catalogue of the demo')
  return { suppliers: stores, onSale: await listOnSale(db, stores) }
}

/** The planned feed of a store; `known` are the keys of existing products. */
type PlannedStore = Readonly<{ importId: number; known: ReadonlySet<string | null>; deps: DirectDeps }>

/** Plans the feed of a store with its products in the order of their creation. */
async function planStore(
  { db, enqueue, log, storage, now }: CatalogueSetup,
  { id: supplierId, warehouseId, feed, keys }: DemoStore,
  places: readonly number[],
): Promise<PlannedStore> {
  const openedAt = addMs(now, -ADDED_DAYS_AGO.first * DAY)
  const deps = { files: storage, enqueue, log, now: openedAt }
  // An import that an interrupted load has begun.
  const { imports } = await selectImports(db, { supplierId, offset: 0, limit: 100 })
  for (const { id } of imports) await deleteImport(db, id)
  const known = await selectProductsByExternalKeys(db, { supplierId, externalKeys: keys })
  const { name, open } = buildFeed(feed, places)
  const { mapping } = feed
  const file = { supplierId, warehouseId, name, chunks: open(), countedAt: openedAt, now: openedAt }
  const { id } = await planFile(db, { ...file, encoding: 'UTF-8', ...(mapping && { mapping }) }, deps)
  await moveImport(db, { id, from: ['planned'], to: 'applying', now: openedAt })
  return { importId: id, known: new Set(known.map(({ externalKey }) => externalKey)), deps }
}

/** Completes an import, and deletes it with its file, because it is over a year old. */
async function finishImport(db: Database, id: number, deps: DirectDeps): Promise<void> {
  const { fileKey } = await applyPlan(db, id, deps)
  await deleteImport(db, id)
  await deps.files.remove(fileKey)
}

type DemoStore = DemoSupplierRecord &
  Readonly<{ warehouseId: number; feed: ParsedFeed; keys: readonly string[] }>

async function createDemoStore(db: Database, supplierData: DemoSupplierData, now: Date): Promise<DemoStore> {
  const { slug, country, feed: name } = supplierData
  const { supplier, warehouse } = await saveSupplierProfile(db, toProfile(supplierData, now))
  const source = { name, open: () => createReadStream(path.join(DEMO_FOLDER, 'feeds', name)) }
  const feed = await parseFeed(source)
  const { id, publicId } = supplier
  return {
    id,
    publicId,
    slug,
    country,
    warehouseId: warehouse.id,
    feed,
    keys: feed.products.map(({ key }) => key),
  }
}

function toProfile(supplier: DemoSupplierData, now: Date) {
  const { stated, slug: _slug, feed: _feed, owner: _owner, joinedDaysAgo, ...profile } = supplier
  return {
    ...profile,
    createdAt: addMs(now, -joinedDaysAgo * DAY),
    statedStoreRating: stated.storeRating,
    statedOnTimePercent: stated.onTimeDeliveryPercent,
    statedResponseTime: stated.responseTime,
    statedOnlineRevenue: stated.onlineRevenue,
    statedMainMarket: stated.mainMarket,
    statedPartners: stated.collabSuppliers,
  }
}

/** Matches the design in the name of a picture, with its category: `ring-dome-silver-front-b`. */
const DESIGN = /\/pictures\/((\w+)-[\w-]+?)-(?:front|close)/

function toMixedProducts(slug: string, { products }: ParsedFeed): MixedProduct[] {
  return products.map(({ lines }, index) => {
    const [, design = '', category = ''] = DESIGN.exec(lines.join('\n')) ?? []
    return { slug, place: index, category, design }
  })
}

type ProductRun = Readonly<{ slug: string; places: readonly number[] }>

/** Groups consecutive products of one supplier, which are imported together. */
function groupRuns(mixed: readonly MixedProduct[]): ProductRun[] {
  const runs: { slug: string; places: number[] }[] = []
  for (const { slug, place } of mixed) {
    const last = runs.at(-1)
    if (last?.slug === slug) last.places.push(place)
    else runs.push({ slug, places: [place] })
  }
  return runs
}

async function listOnSale(db: Database, stores: readonly DemoStore[]): Promise<SellableProduct[]> {
  const all: { key: number; product: Omit<SellableProduct, 'variants'> }[] = []
  for (const { id: supplierId, slug, keys: externalKeys } of stores) {
    const products = await selectProductsByExternalKeys(db, { supplierId, externalKeys })
    for (const { id: key, publicId: productId, externalKey } of products)
      all.push({ key, product: { id: `${slug}/${externalKey}`, slug, productId } })
  }
  const stock = await selectVariantStock(
    db,
    all.map(({ key }) => key),
  )
  const variants = Map.groupBy(stock, ({ productId }) => productId)
  return all.map(({ product }) => ({ ...product, variants: variants.get(product.productId) ?? [] }))
}

/** Shopify's column of an item's cost: the price at which the demo's suppliers sell to vendors. */
const COST_COLUMN = 'cost per item'

/** A product of a feed: its key there, and its lines with those of its variants. */
type FeedProduct = Readonly<{ key: string; lines: readonly string[] }>

/** A parsed feed: its header lines, its products, and the columns that its supplier selected. */
type ParsedFeed = Readonly<{
  name: string
  head: readonly string[]
  products: readonly FeedProduct[]
  mapping: ColumnMapping | undefined
}>

/** Splits a feed by its products. It holds the feed in memory, so it is for small ones. */
async function parseFeed(source: FeedSource): Promise<ParsedFeed> {
  const feed = await openFeed(source)
  const lines: string[] = []
  for await (const line of readLines(source, feed.encoding)) lines.push(line)
  const products: { key: string; lines: string[] }[] = []
  for await (const feedPart of readParts(feed)) {
    if ('reason' in feedPart) continue
    const productLines = feedPart.rows.flatMap(({ line, last }) => lines.slice(line - 1, last))
    const previous = products.at(-1)
    // Lines of variations belong to the product above them.
    if (feedPart.parent !== null && previous) previous.lines.push(...productLines)
    else products.push({ key: feedPart.key, lines: productLines })
  }
  const { columns, headerLine } = feed.layout
  const mapping = columns.has(COST_COLUMN) ? { wholesale: COST_COLUMN } : undefined
  return { name: source.name, head: lines.slice(0, headerLine), products, mapping }
}

/** Returns a feed of the products at these indexes, in their order, with the same header. */
function buildFeed({ name, head, products }: ParsedFeed, indexes: readonly number[]): FeedSource {
  const selectedLines = indexes.flatMap((index) => products[index]?.lines ?? [])
  const text = [...head, ...selectedLines, ''].join('\n')
  return {
    name,
    open: async function* () {
      yield Buffer.from(text)
    },
  }
}
