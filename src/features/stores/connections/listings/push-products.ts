import type { Database } from '#database/database.ts'
import { clippedLine, LONGEST_PROBLEM } from '../clipped.ts'
import { noteCheck } from '../connecting/connection-queries.ts'
import type { StoreDesk } from '../deps.ts'
import { type Chunk, doChunk, type Note } from '../runs/do-run.ts'
import { listWaiting, noteOutcomes, type Outcome, type Waiting } from './listing-queries.ts'
import type { OutgoingProduct, Pushed } from '../port.ts'
import { CHUNK, outgoingOf } from '../rules.ts'
import { moveRun } from '../runs/run-queries.ts'

/** Brings the next pieces of a run into their shop. Doing it again brings no second one of any. */
export async function pushPieces(
  db: Database,
  { desk, runId, now }: Readonly<{ desk: StoreDesk; runId: number; now: Date }>,
): Promise<void> {
  await doChunk(db, { desk, runId, now, work: (chunk) => pushChunk(db, { ...chunk, desk, now }) })
}

async function pushChunk(db: Database, chunk: Chunk & { desk: StoreDesk; now: Date }): Promise<Note> {
  const { run, connection, connector, access, desk, now } = chunk
  const going = { personId: connection.personId, connectionId: connection.id, runId: run.id }
  // Where a chunk was too much for the shop, the next attempt is as small as can be.
  const waiting = await listWaiting(db, going, run.misses === 0 ? CHUNK : 1)
  const sent = new Map(waiting.map((one) => [one.publicId, one]))
  const { ready, outcomes: held } = sorted(waiting, {
    currency: connection.currency,
    publicUrl: desk.publicUrl,
  })
  const pushed = ready.length > 0 ? await connector.pushProducts(access, ready) : []
  const outcomes = [...held, ...outcomesOf(pushed, sent, desk.publicUrl)]
  return async (tx) => {
    if (pushed.length > 0) await noteCheck(tx, connection.id, { problem: null, checkedAt: now })
    if (outcomes.length > 0) await noteOutcomes(tx, { connectionId: connection.id, now }, outcomes)
    await moveRun(tx, run.id, { now })
    // Who has clicked since we looked has added to this very run.
    return waiting.length > 0 || (await listWaiting(tx, going, 1)).length > 0
  }
}

/** What can go, and what became already of what cannot. */
function sorted(
  waiting: readonly Waiting[],
  { currency, publicUrl }: Readonly<{ currency: string; publicUrl: string }>,
): { ready: OutgoingProduct[]; outcomes: Outcome[] } {
  const ready: OutgoingProduct[] = []
  const outcomes: Outcome[] = []
  for (const piece of waiting) {
    const outgoing = outgoingOf({ ...piece, pictures: reachable(piece.pictures, publicUrl) }, currency)
    if (outgoing.isReady) ready.push(outgoing.product)
    else outcomes.push(failed(piece.productKey, outgoing.problem))
  }
  return { ready, outcomes }
}

/** Shops fetch pictures themselves, by https; a marketplace that is not on it yet sends none. */
function reachable(pictures: readonly string[], publicUrl: string): string[] {
  return pictures.flatMap((picture) => {
    const url = URL.parse(picture, publicUrl)
    return url?.protocol === 'https:' ? [url.href] : []
  })
}

function outcomesOf(
  pushed: readonly Pushed[],
  sent: ReadonlyMap<string, Waiting>,
  publicUrl: string,
): Outcome[] {
  return pushed.flatMap((one) => {
    const product = sent.get(one.reference)
    if (!product) return []
    const { productKey } = product
    if ('problem' in one) return [failed(productKey, clippedLine(one.problem, LONGEST_PROBLEM))]
    const { externalId, hasPictures } = one
    return [
      { productKey, externalId, hasPictures, problem: null, note: noteOf(product, hasPictures, publicUrl) },
    ]
  })
}

function failed(productKey: number, problem: string): Outcome {
  return { productKey, externalId: null, problem, hasPictures: null, note: null }
}

/** What is said of a product that never had its pictures there; where they were taken away later, its owner knows. */
function noteOf(product: Waiting, hasPictures: boolean | null, publicUrl: string): string | null {
  const has = hasPictures ?? product.hasPictures
  if (has !== false || product.hasPictures === true || product.pictures.length === 0) return null
  if (reachable(product.pictures, publicUrl).length === 0)
    return 'Synced without pictures: this marketplace has no https address yet that your store could fetch them from.'
  return hasPictures === null
    ? 'Synced without pictures. Please add them in your store.'
    : 'Synced without pictures: your store could not fetch them. The next sync tries again.'
}
