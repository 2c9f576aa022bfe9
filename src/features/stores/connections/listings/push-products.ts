import type { Database } from '#database/database.ts'
import { truncateLine, MAX_PROBLEM_LENGTH } from '../truncate.ts'
import { saveCheck } from '../connecting/connection-queries.ts'
import type { StoreConnectionDeps } from '../deps.ts'
import { type Chunk, processChunk, type SaveChunk } from '../runs/process-chunk.ts'
import {
  listPendingProducts,
  saveListingVariants,
  savePushResults,
  type PushResult,
  type PendingProduct,
} from './listing-queries.ts'
import type { OutgoingProduct, PushOutcome } from '../port.ts'
import { CHUNK_SIZE, prepareProduct } from '../rules.ts'
import { advanceRun } from '../runs/run-queries.ts'

/** Brings the next products of a run into their shop. Doing it again brings no second one of any. */
export async function pushProducts(
  db: Database,
  { deps, runId, now }: Readonly<{ deps: StoreConnectionDeps; runId: number; now: Date }>,
): Promise<void> {
  await processChunk(db, { deps, runId, now, work: (chunk) => pushChunk(db, { ...chunk, deps, now }) })
}

async function pushChunk(
  db: Database,
  chunk: Chunk & { deps: StoreConnectionDeps; now: Date },
): Promise<SaveChunk> {
  const { run, connection, connector, access, deps, now } = chunk
  const target = { accountId: connection.accountId, connectionId: connection.id, runId: run.id }
  // Where a chunk was too much for the shop, the next attempt is as small as can be.
  const pending = await listPendingProducts(db, target, run.misses === 0 ? CHUNK_SIZE : 1)
  const pendingByReference = new Map(pending.map((item) => [item.publicId, item]))
  const { ready, outcomes: rejected } = splitPending(pending, {
    currency: connection.currency,
    publicUrl: deps.publicUrl,
  })
  const pushedProducts = ready.length > 0 ? await connector.pushProducts(access, ready) : []
  const results = [...rejected, ...toPushResults(pushedProducts, pendingByReference, deps.publicUrl)]
  return async (tx) => {
    if (pushedProducts.length > 0) await saveCheck(tx, connection.id, { problem: null, checkedAt: now })
    if (results.length > 0) {
      await savePushResults(tx, { connectionId: connection.id, now }, results)
      await saveListingVariants(tx, connection.id, results)
    }
    await advanceRun(tx, run.id, { now })
    // Who has clicked since we looked has added to this very run.
    return pending.length > 0 || (await listPendingProducts(tx, target, 1)).length > 0
  }
}

/** What can go, and what became already of what cannot. */
function splitPending(
  pending: readonly PendingProduct[],
  { currency, publicUrl }: Readonly<{ currency: string; publicUrl: string }>,
): { ready: OutgoingProduct[]; outcomes: PushResult[] } {
  const ready: OutgoingProduct[] = []
  const results: PushResult[] = []
  for (const product of pending) {
    const prepared = prepareProduct(
      { ...product, pictures: toReachableUrls(product.pictures, publicUrl) },
      currency,
    )
    if (prepared.isReady) ready.push(prepared.product)
    else results.push(toFailedResult(product.productKey, prepared.problem))
  }
  return { ready, outcomes: results }
}

/** Shops fetch pictures themselves, by https; a marketplace that is not on it yet sends none. */
function toReachableUrls(pictures: readonly string[], publicUrl: string): string[] {
  return pictures.flatMap((picture) => {
    const url = URL.parse(picture, publicUrl)
    return url?.protocol === 'https:' ? [url.href] : []
  })
}

function toPushResults(
  pushedProducts: readonly PushOutcome[],
  pendingByReference: ReadonlyMap<string, PendingProduct>,
  publicUrl: string,
): PushResult[] {
  return pushedProducts.flatMap((item) => {
    const product = pendingByReference.get(item.reference)
    if (!product) return []
    const { productKey } = product
    if ('problem' in item) return [toFailedResult(productKey, truncateLine(item.problem, MAX_PROBLEM_LENGTH))]
    const { externalId, hasPictures } = item
    return [
      {
        productKey,
        externalId,
        hasPictures,
        variants: item.variants ?? null,
        problem: null,
        note: explainMissingPictures(product, hasPictures, publicUrl),
      },
    ]
  })
}

function toFailedResult(productKey: number, problem: string): PushResult {
  return { productKey, externalId: null, variants: null, problem, hasPictures: null, note: null }
}

/** What is said of a product that never had its pictures there; where they were taken away later, its owner knows. */
function explainMissingPictures(
  product: PendingProduct,
  hasPictures: boolean | null,
  publicUrl: string,
): string | null {
  const has = hasPictures ?? product.hasPictures
  if (has !== false || product.hasPictures === true || product.pictures.length === 0) return null
  if (toReachableUrls(product.pictures, publicUrl).length === 0)
    return 'Synced without pictures: this marketplace has no https address yet that your store could fetch them from.'
  return hasPictures === null
    ? 'Synced without pictures. Add them in your store.'
    : 'Synced without pictures: your store could not fetch them. The next sync tries again.'
}
