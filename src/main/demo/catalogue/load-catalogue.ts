import { DAY, later } from '#core/time.ts'
import type { Database } from '#database/database.ts'
import { importFeed } from '#features/catalogue/catalog/import/import-feed.ts'
import { type FeedSource, readLines } from '#features/catalogue/catalog/import/read/feed-source.ts'
import { openFeed, readParts } from '#features/catalogue/catalog/import/read/read-parts.ts'
import { enqueuePictures } from '#features/catalogue/catalog/jobs.ts'
import { listByExternalKeys, listVariantStock } from '#features/catalogue/catalog/service.ts'
import { saveSupplierProfile } from '#features/catalogue/suppliers/service.ts'
import type { Enqueue } from '#platform/jobs/job.ts'
import type { Log } from '#platform/log.ts'
import { DEMO_FOLDER, type DemoFiles, type DemoSupplierData } from './demo-files.ts'
import { type MixedPiece, mixPieces } from './mix-products.ts'
import type { PieceOnSale } from './plan-products.ts'
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
export type LoadedSupplier = Readonly<{ id: number; publicId: string; slug: string; country: string }>

/** The demo's suppliers and what can be bought of them, in the order of their files. */
export type LoadedCatalogue = Readonly<{
  suppliers: readonly LoadedSupplier[]
  onSale: readonly PieceOnSale[]
}>

/** When the demo's products were added: from the first to the last, in days before it is loaded. */
const ADDED_DAYS_AGO = { first: 425, last: 195 }

/**
 * Creates the demo's suppliers and imports their feeds as anybody's, a few products at a time, so that in every list designs are
 * mixed and suppliers take turns. What is there stays as it is: a load that was killed is finished by the next one.
 */
export async function loadCatalogue(setup: CatalogueSetup): Promise<LoadedCatalogue> {
  const { db, enqueue, log, files, now } = setup
  const stores: Store[] = []
  // One after the other, here and below: a database connection that is opened for one statement costs more than the statement.
  for (const supplier of files.suppliers) stores.push(await openStore(db, supplier, now))
  const bySlug = new Map(stores.map((store) => [store.slug, store]))
  // Lists begin with what was added last.
  const runs = runsOf(mixPieces(stores.flatMap(({ slug, feed }) => mixedOf(slug, feed))).toReversed())
  for (const [index, { slug, places }] of runs.entries()) {
    const store = bySlug.get(slug)
    if (!store) continue
    const { first, last } = ADDED_DAYS_AGO
    const addedAt = later(now, -(first - ((first - last) * index) / runs.length) * DAY)
    const { id: supplierId, warehouseId, feed } = store
    const source = feedOf(feed, places)
    const order = { supplierId, warehouseId, source, asOf: addedAt, now: addedAt }
    const report = await importFeed(db, { ...order, enqueuePictures: enqueuePictures(enqueue) })
    log.debug({ supplier: slug, created: report.created, refused: report.refused.length }, 'demo')
  }
  log.info({ suppliers: stores.length, imports: runs.length }, 'the catalogue of the demo is loaded')
  return { suppliers: stores, onSale: await listOnSale(db, stores) }
}

type Store = LoadedSupplier & Readonly<{ warehouseId: number; feed: FeedPieces; keys: readonly string[] }>

async function openStore(db: Database, given: DemoSupplierData, now: Date): Promise<Store> {
  const { slug, country, feed: name } = given
  const { supplier, warehouse } = await saveSupplierProfile(db, profileOf(given, now))
  const source = { name, open: () => createReadStream(path.join(DEMO_FOLDER, 'feeds', name)) }
  const feed = await readFeedPieces(source)
  const { id, publicId } = supplier
  return {
    id,
    publicId,
    slug,
    country,
    warehouseId: warehouse.id,
    feed,
    keys: feed.pieces.map(({ key }) => key),
  }
}

function profileOf(supplier: DemoSupplierData, now: Date) {
  const { stated, slug: _slug, feed: _feed, owner: _owner, joinedDaysAgo, ...profile } = supplier
  return {
    ...profile,
    createdAt: later(now, -joinedDaysAgo * DAY),
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

function mixedOf(slug: string, { pieces }: FeedPieces): MixedPiece[] {
  return pieces.map(({ lines }, place) => {
    const [, design = '', category = ''] = DESIGN.exec(lines.join('\n')) ?? []
    return { slug, place, category, design }
  })
}

type Run = Readonly<{ slug: string; places: readonly number[] }>

/** Products of one supplier that follow each other are imported together. */
function runsOf(mixed: readonly MixedPiece[]): Run[] {
  const runs: { slug: string; places: number[] }[] = []
  for (const { slug, place } of mixed) {
    const last = runs.at(-1)
    if (last?.slug === slug) last.places.push(place)
    else runs.push({ slug, places: [place] })
  }
  return runs
}

async function listOnSale(db: Database, stores: readonly Store[]): Promise<PieceOnSale[]> {
  const all: { key: number; piece: Omit<PieceOnSale, 'variants'> }[] = []
  for (const { id: supplierId, slug, keys: externalKeys } of stores) {
    for (const { id: key, publicId: productId, externalKey } of await listByExternalKeys(db, {
      supplierId,
      externalKeys,
    }))
      all.push({ key, piece: { id: `${slug}/${externalKey}`, slug, productId } })
  }
  const stock = await listVariantStock(
    db,
    all.map(({ key }) => key),
  )
  const variants = Map.groupBy(stock, ({ productId }) => productId)
  return all.map(({ piece }) => ({ ...piece, variants: variants.get(piece.productId) ?? [] }))
}

/** A product of a feed: its key there, and its lines with those of its variants. */
type FeedPiece = Readonly<{ key: string; lines: readonly string[] }>

/** A feed taken apart: the lines of its head, and its products. */
type FeedPieces = Readonly<{ name: string; head: readonly string[]; pieces: readonly FeedPiece[] }>

/** Takes a feed apart by its products. For small feeds: it is held in memory. */
async function readFeedPieces(source: FeedSource): Promise<FeedPieces> {
  const feed = await openFeed(source)
  const lines: string[] = []
  for await (const line of readLines(source, feed.encoding)) lines.push(line)
  const pieces: { key: string; lines: string[] }[] = []
  for await (const part of readParts(feed)) {
    if ('reason' in part) continue
    const own = part.rows.flatMap(({ line, last }) => lines.slice(line - 1, last))
    const before = pieces.at(-1)
    // What stands below a product as its variation belongs to it.
    if (part.parent !== null && before) before.lines.push(...own)
    else pieces.push({ key: part.key, lines: own })
  }
  return { name: source.name, head: lines.slice(0, feed.layout.headerLine), pieces }
}

/** A feed of the products at these places, in their order, with the same head. */
function feedOf({ name, head, pieces }: FeedPieces, places: readonly number[]): FeedSource {
  const chosen = places.flatMap((place) => pieces[place]?.lines ?? [])
  const text = [...head, ...chosen, ''].join('\n')
  return {
    name,
    open: async function* () {
      yield Buffer.from(text)
    },
  }
}
