import type { Database } from '#database/database.ts'
import { clippedLine, LONGEST_PROBLEM } from './clipped.ts'
import { noteCheck } from './connection-queries.ts'
import type { StoreDesk } from './desk.ts'
import { type Chunk, doChunk, type Note } from './do-run.ts'
import { listWaiting, noteOutcomes, type Outcome, type Waiting } from './listing-queries.ts'
import type { OutgoingProduct, Pushed } from './port.ts'
import { CHUNK, outgoingOf } from './rules.ts'
import { moveRun } from './run-queries.ts'

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
  const keys = new Map(waiting.map(({ publicId, productKey }) => [publicId, productKey]))
  const { ready, outcomes: held } = sorted(waiting, {
    currency: connection.currency,
    publicUrl: desk.publicUrl,
  })
  const pushed = ready.length > 0 ? await connector.pushProducts(access, ready) : []
  const outcomes = [...held, ...pushed.map((one) => outcomeOf(one, keys.get(one.reference) ?? 0))]
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
    else outcomes.push({ productKey: piece.productKey, externalId: null, problem: outgoing.problem })
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

function outcomeOf(pushed: Pushed, productKey: number): Outcome {
  if ('problem' in pushed)
    return { productKey, externalId: null, problem: clippedLine(pushed.problem, LONGEST_PROBLEM) }
  return { productKey, externalId: pushed.externalId, problem: null }
}
