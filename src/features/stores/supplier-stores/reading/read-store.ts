import { AppError, notFound } from '#core/errors.ts'
import type { Database } from '#database/database.ts'
import {
  CHECK_STORE_JOB,
  findStoreReading,
  hasPossibleChanges,
  recordMissedPage,
  presentImportDetail,
  READ_STORE_JOB,
  saveStorePage,
  startStoreImport,
  type StoreReading,
} from '#features/catalogue/catalog/service.ts'
import type { ImportDetailData } from '#features/catalogue/catalog/contract.ts'
import {
  type SourceProductPage,
  findConnection,
  findConnectionByKey,
  openKeys,
  saveCheck,
  type StoreConnection,
  type StoreConnectionDeps,
} from '#features/stores/connections/service.ts'
import { saveProblem, saveReading } from '../checks/feed-queries.ts'

/** The most pages read in one run of the job, which ends well before its time limit. */
const MAX_PAGES = 5

const DISCONNECTED = 'This store is no longer connected. Reconnect it, then import.'

/** A reference to an account's connected store, by its public id. */
type ConnectedStoreRef = Readonly<{ accountId: number; connectionId: string }>

/** Starts an import of a connected store. Throws `connection_not_found`; refuses with `no_store`. */
export async function importStore(
  db: Database,
  { accountId, connectionId, now }: ConnectedStoreRef & Readonly<{ now: Date }>,
  { enqueue }: Pick<StoreConnectionDeps, 'enqueue'>,
): Promise<ImportDetailData> {
  const connection = await findConnection(db, { accountId, id: connectionId })
  if (!connection) throw notFound('connection_not_found', 'This store isn’t one of yours.')
  const { id, name, platform, address, currency } = connection
  const store = { platform, address, currency }
  const input = { ownerId: accountId, connectionId: id, name, store, now }
  return presentImportDetail(await startStoreImport(db, input, { enqueue }))
}

/**
 * Reads the next pages of a connected store for an import, and enqueues the rest. The store is called outside of
 * transactions; a page that is read twice is saved once. A store that refuses ends the import with its message; one
 * that does not answer is called again later, a few times. Throws `unavailable` then.
 */
export async function readStore(db: Database, importId: number, deps: StoreConnectionDeps): Promise<void> {
  for (let count = 0; count < MAX_PAGES; count += 1) {
    const reading = await findStoreReading(db, importId)
    if (!reading) return
    if (!(await readPage(db, reading, deps))) return
  }
  await deps.enqueue(db, { job: READ_STORE_JOB, input: { id: importId } })
}

/** Returns whether there is more to read. */
async function readPage(db: Database, reading: StoreReading, deps: StoreConnectionDeps): Promise<boolean> {
  const { id, connectionId } = reading
  const connection = connectionId === null ? undefined : await findConnectionByKey(db, connectionId)
  if (!connection) {
    await recordMissedPage(db, id, { failure: DISCONNECTED, mayRetry: false, now: deps.clock() })
    return false
  }
  try {
    const page = await requestPage(reading, connection, deps)
    const hasMore = await saveStorePage(db, reading, { ...page, enqueue: deps.enqueue, now: deps.clock() })
    if (!hasMore) await finishReading(db, { reading, connection, now: deps.clock() }, deps)
    return hasMore
  } catch (error) {
    await handleFailure(db, { reading, connection, now: deps.clock() }, error)
    return false
  }
}

/** Requests the next products from the store: those noticed, changed, or all. */
async function requestPage(
  { onlyIds, readCursor, modifiedSince }: StoreReading,
  connection: StoreConnection,
  deps: StoreConnectionDeps,
): Promise<SourceProductPage> {
  const access = await openKeys(deps, connection)
  const connector = deps.connectorFor(connection.platform)
  if (onlyIds) return { products: await connector.findSourceProducts(access, onlyIds), next: null }
  return connector.listSourceProducts(access, {
    cursor: readCursor,
    modifiedSince: modifiedSince ?? undefined,
  })
}

type ReadPage = Readonly<{ reading: StoreReading; connection: StoreConnection; now: Date }>

/** Records that the store was read and is accessible, and enqueues what was noticed meanwhile. */
async function finishReading(
  db: Database,
  { reading, connection, now }: ReadPage,
  { enqueue }: StoreConnectionDeps,
): Promise<void> {
  const { cause, onlyIds, modifiedSince, countedAt } = reading
  const isFull = onlyIds === null && modifiedSince === null
  if (connection.problem !== null) await saveCheck(db, connection.id, { problem: null, checkedAt: now })
  await saveReading(db, connection.id, { until: onlyIds === null ? countedAt : null, isFull })
  if (cause === null && !(await hasPossibleChanges(db, connection.id))) return
  await enqueue(db, { job: CHECK_STORE_JOB, input: { connectionId: connection.id, scope: 'noticed' } })
}

/** Rethrows errors that a retry may fix, and bugs. */
async function handleFailure(
  db: Database,
  { reading, connection, now }: ReadPage,
  error: unknown,
): Promise<void> {
  const isAnswer = error instanceof AppError
  const failure = isAnswer ? error.message : 'Something went wrong on our side. Please try again.'
  const mayRetry = !isAnswer || error.kind === 'unavailable'
  if (isAnswer) await saveProblem(db, connection.id, { problem: failure, code: error.code, now })
  const isRetried = await recordMissedPage(db, reading.id, { failure, mayRetry, now })
  if (isAnswer && !isRetried) await saveCheck(db, connection.id, { problem: failure, checkedAt: now })
  if (isRetried || !isAnswer) throw error
}
