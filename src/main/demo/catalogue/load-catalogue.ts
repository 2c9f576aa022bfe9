import { DAY, addMs } from '#core/time.ts'
import type { Database } from '#database/database.ts'
import { importFeed } from '#features/catalogue/catalog/import/import-feed.ts'
import { type FeedSource, readLines } from '#features/catalogue/catalog/import/read/feed-source.ts'
import { openFeed, readParts } from '#features/catalogue/catalog/import/read/read-parts.ts'
import { enqueuePictures } from '#features/catalogue/catalog/jobs.ts'
import { selectProductsByExternalKeys, selectVariantStock } from '#features/catalogue/catalog/service.ts'
import { saveSupplierProfile } from '#features/catalogue/suppliers/service.ts'
import type { Enqueue } from '#platform/jobs/job.ts'
import type { Log } from '#platform/log.ts'
import { DEMO_FOLDER, type DemoFiles, type DemoSupplierData } from './demo-files.ts'
import { type MixedProduct, mixProducts } from './mix-products.ts'
import type { SellableProduct } from './plan-products.ts'
import { createReadStream } from 'node:fs'
import path from 'node:path'

/** What loading the demo's catalogue needs. */
export type CatalogueSetup = Readonly<{
  db: Database
  enqueue: Enqueue
  log: Log
  files: DemoFiles
  now: Date
}>

/** A supplier of the demo as it was created. */
export type DemoSupplierRecord = Readonly<{ id: number; publicId: string; slug: string; country: string }>

/** The demo's suppliers and what can be bought of them, in the order of their files. */
export type DemoCatalogue = Readonly<{
  suppliers: readonly DemoSupplierRecord[]
  onSale: readonly SellableProduct[]
}>

/** When the demo's products were added: from the first to the last, in days before it is loaded. */
const ADDED_DAYS_AGO = { first: 425, last: 195 }

/**
 * Creates the demo's suppliers and imports their feeds as anybody's, a few products at a time, so that in every list designs are
 * mixed and suppliers take turns. What is there stays as it is: a load that was killed is finished by the next one.
 */
export async function loadCatalogue(setup: CatalogueSetup): Promise<DemoCatalogue> {
  const { db, enqueue, log, files, now } = setup
  const stores: DemoStore[] = []
  // One after the other, here and below: a database connection that is opened for one statement costs more than the statement.
  for (const supplier of files.suppliers) stores.push(await createDemoStore(db, supplier, now))
  const bySlug = new Map(stores.map((store) => [store.slug, store]))
  // Lists begin with what was added last.
  const runs = groupRuns(
    mixProducts(stores.flatMap(({ slug, feed }) => toMixedProducts(slug, feed))).toReversed(),
  )
  for (const [index, { slug, places }] of runs.entries()) {
    const store = bySlug.get(slug)
    if (!store) continue
    const { first, last } = ADDED_DAYS_AGO
    const addedAt = addMs(now, -(first - ((first - last) * index) / runs.length) * DAY)
    const { id: supplierId, warehouseId, feed } = store
    const source = buildFeed(feed, places)
    const order = { supplierId, warehouseId, source, asOf: addedAt, now: addedAt }
    const report = await importFeed(db, { ...order, enqueuePictures: enqueuePictures(enqueue) })
    log.debug({ supplier: slug, created: report.created, refused: report.refused.length }, 'demo')
  }
  log.info({ suppliers: stores.length, imports: runs.length }, 'the catalogue of the demo is loaded')
  return { suppliers: stores, onSale: await listOnSale(db, stores) }
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

/** The name of a picture begins with the design, and a design with its category: `ring-dome-silver-front-b`. */
const DESIGN = /\/pictures\/((\w+)-[\w-]+?)-(?:front|close)/

function toMixedProducts(slug: string, { products }: ParsedFeed): MixedProduct[] {
  return products.map(({ lines }, index) => {
    const [, design = '', category = ''] = DESIGN.exec(lines.join('\n')) ?? []
    return { slug, place: index, category, design }
  })
}

type ProductRun = Readonly<{ slug: string; places: readonly number[] }>

/** Products of one supplier that follow each other are imported together. */
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

/** A product of a feed: its key there, and its lines with those of its variants. */
type FeedProduct = Readonly<{ key: string; lines: readonly string[] }>

/** A feed taken apart: the lines of its head, and its products. */
type ParsedFeed = Readonly<{ name: string; head: readonly string[]; products: readonly FeedProduct[] }>

/** Takes a feed apart by its products. For small feeds: it is held in memory. */
async function parseFeed(source: FeedSource): Promise<ParsedFeed> {
  const feed = await openFeed(source)
  const lines: string[] = []
  for await (const line of readLines(source, feed.encoding)) lines.push(line)
  const products: { key: string; lines: string[] }[] = []
  for await (const feedPart of readParts(feed)) {
    if ('reason' in feedPart) continue
    const productLines = feedPart.rows.flatMap(({ line, last }) => lines.slice(line - 1, last))
    const previous = products.at(-1)
    // What stands below a product as its variation belongs to it.
    if (feedPart.parent !== null && previous) previous.lines.push(...productLines)
    else products.push({ key: feedPart.key, lines: productLines })
  }
  return { name: source.name, head: lines.slice(0, feed.layout.headerLine), products }
}

/** A feed of the products at these places, in their order, with the same head. */
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
