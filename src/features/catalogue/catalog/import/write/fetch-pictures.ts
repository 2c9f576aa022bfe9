import { z } from '@hono/zod-openapi'
import { AppError } from '#core/errors.ts'
import { addMs, MINUTE } from '#core/time.ts'
import type { Database, Queryable } from '#database/database.ts'
import { createPictureFetcher, type PictureFetcher } from '#platform/files/fetch-picture.ts'
import type { Files } from '#platform/files/files.ts'
import { storePicture } from '#platform/files/pictures.ts'
import { job, type Enqueue, type Job } from '#platform/jobs/job.ts'
import type { Log } from '#platform/log.ts'
import {
  savePictureOutcomes,
  claimPendingPictures,
  type PictureOutcome,
  type PendingPicture,
} from './picture-queries.ts'

const JOB_NAME = 'catalog.fetch-pictures'
const CONCURRENCY = 4
const BATCH_SIZE = 16
/**
 * The most batches of one run: even if every server is silent for 15 seconds, a run ends well before its time limit.
 */
const MAX_BATCHES = 10
const ATTEMPTS = 5
const LEASE_MINUTES = 15

/** Enqueues the fetching of all pending pictures when the transaction commits. */
export function enqueuePictures(enqueue: Enqueue): (tx: Queryable) => Promise<void> {
  return (tx) => enqueue(tx, { job: JOB_NAME, input: {} })
}

/**
 * Returns the job that fetches and stores pending linked pictures; fetched ones are shown immediately. Temporary
 * failures are tried five times in all; other pictures are marked as failed with the reason. It also runs every five
 * minutes for retries.
 */
export function createFetchPicturesJob(files: Files, fetcher: PictureFetcher = createPictureFetcher()): Job {
  return job({
    name: JOB_NAME,
    input: z.object({}),
    attempts: 5,
    every: '*/5 * * * *',
    timeoutSeconds: 900,
    async run(_input, { db, now, log, enqueue }) {
      for (let batch = 0; batch < MAX_BATCHES; batch += 1) {
        const hasMore = await fetchBatch(db, now, { files, fetcher, log })
        if (!hasMore) return
      }
      await enqueue(db, { job: JOB_NAME, input: {} })
    },
  })
}

type FetchDeps = Readonly<{ files: Files; fetcher: PictureFetcher; log: Log }>

/** Fetches a batch of pictures; returns whether there may be more. */
async function fetchBatch(db: Database, now: Date, deps: FetchDeps): Promise<boolean> {
  const until = addMs(now, LEASE_MINUTES * MINUTE)
  const pending = await claimPendingPictures(db, { now, until, count: BATCH_SIZE })
  const queue = [...pending]
  const outcomes: PictureOutcome[] = []
  const worker = async () => {
    for (let next = queue.shift(); next; next = queue.shift())
      outcomes.push(await fetchPicture(next, now, deps))
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, worker))
  await savePictureOutcomes(db, outcomes)
  return pending.length > 0
}

/** Fetches a picture and returns its outcome, never throwing: a broken picture must not stop the others. */
async function fetchPicture(
  picture: PendingPicture,
  now: Date,
  { files, fetcher, log }: FetchDeps,
): Promise<PictureOutcome> {
  const { url, ids, attempts } = picture
  try {
    return { ids, stored: await storePicture(files, await fetcher(url)) }
  } catch (error) {
    const isPermanent = error instanceof AppError && error.kind !== 'unavailable'
    if (!(error instanceof AppError)) log.error({ err: error, url }, 'could not fetch a picture')
    const failure = error instanceof AppError ? error.message : 'Something went wrong on our side.'
    return {
      ids,
      failure,
      retryAt: isPermanent || attempts >= ATTEMPTS ? null : addMs(now, 4 ** attempts * MINUTE),
    }
  }
}
