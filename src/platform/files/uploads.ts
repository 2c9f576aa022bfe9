import { z } from 'zod'
import { inTransaction, queryPrepared, type Database, type Queryable } from '#database/database.ts'
import type { AppError } from '#core/errors.ts'
import { addMs } from '#core/time.ts'
import { limitConcurrency } from '../concurrency/limit-concurrency.ts'
import { job, type Job } from '../jobs/job.ts'
import type { Files, OpenFile } from './files.ts'

/** An accepted upload: its record, and how its files are written. */
export type EncodedUpload<Stored extends object> = Readonly<{
  stored: Stored
  write(files: Files): Promise<void>
}>

/** A format of uploads: which bytes it accepts, and which files it stores for them. */
export type UploadFormat<Stored extends object> = Readonly<{
  /**
   * Validates the bytes by their content and encodes them again; writes nothing. Throws for bytes that are not
   * accepted.
   */
  encode(bytes: Uint8Array, id: string): Promise<EncodedUpload<Stored>>
  /** Returns the keys of all files that an upload may have. */
  listFileKeys(key: string): string[]
  /** Returns the error for an upload that does not exist. */
  notFound(): AppError
}>

/** The table of a feature's uploads: the column with the key of the files, and the one that is null while unused. */
export type UploadTable = Readonly<{ name: string; keyColumn: string; usedByColumn: string }>

/**
 * The settings of a feature's uploads. `Request` has the uploader and the purpose; `Owner` is the result of the owner
 * check.
 */
export type UploadSettings<Request, Owner, Stored extends object> = Readonly<{
  format: UploadFormat<Stored>
  table: UploadTable
  /** How long an upload may stay unused before it is deleted. */
  unusedLifetimeMs: number
  createId(now: Date): string
  /** Returns the owner of the upload. Throws when uploading is not allowed. */
  findOwner(db: Database, request: Request): Promise<Owner>
  /** Records the upload. Throws when the owner has too many. */
  insert(db: Database, owner: Owner, upload: NewUpload<Stored>): Promise<void>
}>

/** An upload to be recorded. */
export type NewUpload<Stored extends object> = Readonly<{ id: string; stored: Stored; now: Date }>

/** The destination and the time of an upload. */
type UploadContext = Readonly<{ db: Database; files: Files; now: Date }>

/** The uploads of one feature. */
export type Uploads<Request, Stored extends object> = Readonly<{
  /** Checks, encodes, records and stores an upload. Throws what the format and the owner check throw, and `busy`. */
  save(
    context: UploadContext,
    bytes: Uint8Array,
    request: Request,
  ): Promise<Readonly<{ id: string; stored: Stored }>>
  /** Returns a file of a recorded upload. Throws the format's `notFound`. */
  open(db: Queryable, files: Files, wanted: Readonly<{ key: string; fileKey: string }>): Promise<OpenFile>
  /** Deletes the files of uploads; missing ones are ignored. */
  removeFiles(files: Files, keys: readonly string[]): Promise<void>
  /** Deletes unused uploads with their files, at most 100; returns the number. */
  deleteUnused(db: Database, files: Files, now: Date): Promise<number>
}>

/** Limits concurrent encodings, each of which takes a CPU for tenths of a second, and tens of megabytes. */
const limitProcessing = limitConcurrency({ atOnce: 2 })

const SWEEP_BATCH = 100

/** Returns the uploads of a feature by its settings. */
export function defineUploads<Request, Owner, Stored extends object>(
  settings: UploadSettings<Request, Owner, Stored>,
): Uploads<Request, Stored> {
  const { format, table, unusedLifetimeMs, createId, findOwner, insert } = settings
  const queries = createQueries(table)
  const removeFiles = async (files: Files, keys: readonly string[]) => {
    for (const key of keys) for (const file of format.listFileKeys(key)) await files.remove(file)
  }
  return {
    removeFiles,
    async save({ db, files, now }, bytes, request) {
      const owner = await findOwner(db, request)
      const id = createId(now)
      const record = (stored: Stored) => insert(db, owner, { id, stored, now })
      return storeUpload(format, files, { bytes, id, record })
    },
    async open(db, files, { key, fileKey }) {
      const isRecorded = (await queryPrepared(db, queries.find, [key])).length > 0
      const file = isRecorded ? await files.open(fileKey) : undefined
      if (!file) throw format.notFound()
      return file
    },
    deleteUnused: (db, files, now) =>
      inTransaction(db, async (tx) => {
        const before = addMs(now, -unusedLifetimeMs)
        const unused = await queryPrepared<{ key: string }>(tx, queries.lockUnused, [before, SWEEP_BATCH])
        const keys = unused.map(({ key }) => key)
        // Files first: after a failure the rows remain, and the next sweep finishes.
        await removeFiles(files, keys)
        await queryPrepared(tx, queries.delete, [keys])
        return keys.length
      }),
  }
}

/** An upload as received, its id, and how it is recorded, if at all. */
type UploadInput<Stored extends object> = Readonly<{
  bytes: Uint8Array
  id: string
  record?: (stored: Stored) => Promise<void>
}>

/**
 * Encodes an upload, calls `record` and then writes the files, two uploads at a time. The record comes first: if the
 * process dies in between, the sweep finds the files by it. Throws what the format throws, and `busy`.
 */
export function storeUpload<Stored extends object>(
  format: UploadFormat<Stored>,
  files: Files,
  { bytes, id, record }: UploadInput<Stored>,
): Promise<Readonly<{ id: string; stored: Stored }>> {
  return limitProcessing(async () => {
    const { stored, write } = await format.encode(bytes, id)
    await record?.(stored)
    await write(files)
    return { id, stored }
  })
}

/** Returns the job that deletes a feature's unused uploads on the schedule `every` (cron, UTC). */
export function createDeleteUnusedJob(
  uploads: Pick<Uploads<never, object>, 'deleteUnused'>,
  files: Files,
  { name, every }: Readonly<{ name: string; every: string }>,
): Job {
  return job({
    name,
    input: z.object({}),
    attempts: 3,
    every,
    run: (_input, { db, now }) => deleteAllUnused(uploads, { db, files, now }),
  })
}

/** Deletes all unused uploads in batches. */
export async function deleteAllUnused(
  uploads: Pick<Uploads<never, object>, 'deleteUnused'>,
  { db, files, now }: UploadContext,
): Promise<void> {
  while ((await uploads.deleteUnused(db, files, now)) > 0);
}

/** Builds the queries. The names of tables and columns are constants of the code, never input. */
function createQueries({ name, keyColumn, usedByColumn }: UploadTable) {
  return {
    find: { name: `uploads_find_${name}`, text: `select 1 from ${name} where ${keyColumn} = $1` },
    lockUnused: {
      name: `uploads_lock_unused_${name}`,
      text: `
        select ${keyColumn} as key from ${name} where ${usedByColumn} is null and created_at < $1
        order by created_at limit $2 for update skip locked`,
    },
    delete: {
      name: `uploads_delete_${name}`,
      text: `delete from ${name} where ${keyColumn} = any($1::text[]) and ${usedByColumn} is null`,
    },
  }
}
