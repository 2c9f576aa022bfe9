import { z } from '@hono/zod-openapi'
import { AppError } from '#core/errors.ts'
import { later, MINUTE } from '#core/time.ts'
import type { Database, Queryable } from '#database/database.ts'
import { publicPictures, type PictureFetcher } from '#platform/files/fetch-picture.ts'
import type { Files } from '#platform/files/files.ts'
import { storePicture } from '#platform/files/pictures.ts'
import { job, type Enqueue, type Job } from '#platform/jobs/job.ts'
import type { Log } from '#platform/log.ts'
import {
  noteOutcomes,
  takeWaitingPictures,
  type PictureOutcome,
  type WaitingPicture,
} from './picture-queries.ts'

const NAME = 'catalog.fetch-pictures'
const AT_ONCE = 4
const BATCH = 16
/** Batches of one run: with every server silent for 15 seconds a run still ends well before the machinery gives it up. */
const BATCHES = 10
const ATTEMPTS = 5
const LEASE_MINUTES = 15

/** Orders the fetching of all pictures that wait, when the transaction commits. */
export function enqueuePictures(enqueue: Enqueue): (tx: Queryable) => Promise<void> {
  return (tx) => enqueue(tx, { job: NAME, input: {} })
}

/**
 * Fetches the linked pictures that wait and keeps them; ready ones show at once. What may be cured by waiting is tried five
 * times in all, the rest is noted as failed with the reason. Also runs every five minutes, for those to be tried again.
 */
export function fetchPictures(files: Files, fetcher: PictureFetcher = publicPictures()): Job {
  return job({
    name: NAME,
    input: z.object({}),
    attempts: 5,
    every: '*/5 * * * *',
    timeoutSeconds: 900,
    async run(_input, { db, now, log, enqueue }) {
      for (let batch = 0; batch < BATCHES; batch += 1) {
        const isMore = await fetchBatch(db, now, { files, fetcher, log })
        if (!isMore) return
      }
      await enqueue(db, { job: NAME, input: {} })
    },
  })
}

type Means = Readonly<{ files: Files; fetcher: PictureFetcher; log: Log }>

/** Gives whether there may be more. */
async function fetchBatch(db: Database, now: Date, means: Means): Promise<boolean> {
  const until = later(now, LEASE_MINUTES * MINUTE)
  const waiting = await takeWaitingPictures(db, { now, until, count: BATCH })
  const queue = [...waiting]
  const outcomes: PictureOutcome[] = []
  const worker = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) outcomes.push(await fetchOne(next, now, means))
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  await noteOutcomes(db, outcomes)
  return waiting.length > 0
}

/** One broken picture must not hold up the others: whatever happens to it is its outcome. */
async function fetchOne(
  picture: WaitingPicture,
  now: Date,
  { files, fetcher, log }: Means,
): Promise<PictureOutcome> {
  const { url, ids, attempts } = picture
  try {
    return { ids, stored: await storePicture(files, await fetcher(url)) }
  } catch (error) {
    const isForGood = error instanceof AppError && error.kind !== 'unavailable'
    if (!(error instanceof AppError)) log.error({ err: error, url }, 'picture')
    const failure = error instanceof AppError ? error.message : 'Something went wrong on our side.'
    return {
      ids,
      failure,
      retryAt: isForGood || attempts >= ATTEMPTS ? null : later(now, 4 ** attempts * MINUTE),
    }
  }
}
