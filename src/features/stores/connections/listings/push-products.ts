import { createHash } from 'node:crypto'
import type { Database } from '#database/database.ts'
import { saveCheck } from '../connecting/connection-queries.ts'
import type { StoreConnectionDeps } from '../deps.ts'
import { type Chunk, processChunk, type SaveChunk } from '../runs/process-chunk.ts'
import { listPendingProducts, type PendingProduct } from './listing-queries.ts'
import { omitSentTexts } from './listing-texts.ts'
import { saveListingVariants, savePushResults } from './result-queries.ts'
import type { OutgoingProduct } from '../port.ts'
import { CHUNK_SIZE, prepareProduct, type PreparedProduct } from '../rules.ts'
import { advanceRun } from '../runs/run-queries.ts'
import {
  isSent,
  type PreparedPush,
  toFailedResult,
  toPushResults,
  toUnchangedResult,
} from './push-results.ts'
import { toVariantCosts } from './cost-alert.ts'
import { type PriceBasis, readPriceBasis, toRulePrices } from './rule-prices.ts'

/** Pushes a run's next products to their shop. Repeating it creates no duplicates. */
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
  // If a chunk was too much for the store, the next attempt is as small as possible.
  const pending = await listPendingProducts(db, target, run.misses === 0 ? CHUNK_SIZE : 1)
  const basis = await readPriceBasis(db, {
    accountId: connection.accountId,
    productKeys: pending.map(({ productKey }) => productKey),
  })
  const { currency } = connection
  const { pushes, results: decided } = sortPending(pending, { basis, currency, publicUrl: deps.publicUrl })
  const outcomes =
    pushes.length > 0
      ? await connector.pushProducts(
          access,
          pushes.map(({ outgoing }) => outgoing),
        )
      : []
  const results = [...decided, ...toPushResults(outcomes, pushes, currency)]
  return async (tx) => {
    if (outcomes.length > 0) await saveCheck(tx, connection.id, { problem: null, checkedAt: now })
    if (results.length > 0) {
      await savePushResults(tx, { connectionId: connection.id, now }, results)
      await saveListingVariants(tx, connection.id, results)
    }
    await advanceRun(tx, run.id, { now })
    // A click since the first read may have added products to this run.
    return (await listPendingProducts(tx, target, 1)).length > 0
  }
}

/** A shop's prices and currency, to prepare products for it. */
type Destination = Readonly<{ basis: PriceBasis; currency: string; publicUrl: string }>

/** Splits pending products into those that can be pushed, and the results of the others. */
function sortPending(pending: readonly PendingProduct[], destination: Destination) {
  const { basis, currency } = destination
  const pushes: PreparedPush[] = []
  const results = []
  for (const product of pending) {
    const prepared = prepareForStore(product, destination)
    if (!prepared.isReady) {
      results.push(toFailedResult(product, prepared.problem))
      continue
    }
    const { priceProblem } = prepared
    const outgoing = toOutgoing(product, prepared.product)
    const push = { product, outgoing, priceProblem, costs: toVariantCosts(basis, product, currency) }
    if (product.fingerprint !== null && product.fingerprint !== toFingerprint(prepared.product))
      results.push(toStaleResult(product))
    else if (product.isAutomatic && isSent(product, outgoing, currency))
      results.push(toUnchangedResult(push, currency))
    else pushes.push(push)
  }
  return { pushes, results }
}

/**
 * Returns the product to send. A click never re-creates a product, and only a plan or its undoing rewrites a text that
 * was sent already.
 */
function toOutgoing(product: PendingProduct, prepared: OutgoingProduct): OutgoingProduct {
  const { texts: all, ...rest } = prepared
  const isWritten = product.planId !== null || product.restore
  const texts = isWritten ? all : omitSentTexts(all ?? {}, product.sent?.texts)
  return {
    ...rest,
    ...(texts && Object.keys(texts).length > 0 ? { texts } : {}),
    ...(product.isAutomatic ? { mustExist: true } : {}),
  }
}

const STALE = 'This product has changed since the plan was created. Plan again to publish it.'

function toStaleResult(product: PendingProduct) {
  return { ...toFailedResult(product, STALE), isStale: true }
}

/** Returns a product in the form for a store, priced by the vendor's rules, with reachable picture URLs. */
export function prepareForStore(
  product: PendingProduct,
  { basis, currency, publicUrl }: Destination,
): PreparedProduct {
  return prepareProduct(
    { ...product, pictures: toReachableUrls(product.pictures, publicUrl) },
    currency,
    toRulePrices(basis, product, currency),
  )
}

/** Returns a fingerprint of all that a plan would push, except the stock, which sales change all the time. */
export function toFingerprint(outgoing: OutgoingProduct): string {
  const { reference, name, options, variants, keepsPrice = false, visibility = null, texts } = outgoing
  const offers = variants.map((variant) => [
    variant.reference,
    variant.values,
    keepsPrice ? null : variant.price,
  ])
  return createHash('sha256')
    .update(JSON.stringify([reference, name, options, offers, visibility, ...(texts ? [texts] : [])]))
    .digest('base64url')
}

/** Returns URLs that stores can fetch: they require https, so a marketplace without it sends no pictures. */
function toReachableUrls(pictures: readonly string[], publicUrl: string): string[] {
  return pictures.flatMap((picture) => {
    const url = URL.parse(picture, publicUrl)
    return url?.protocol === 'https:' ? [url.href] : []
  })
}
