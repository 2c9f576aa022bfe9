import { inTransaction, type Queryable, type Transaction } from '#database/database.ts'
import { AppError, notFound, refused } from '#core/errors.ts'
import { newSecretId } from '#core/ids.ts'
import { type AuditSource, recordVendorChange } from '#features/identity/audit/service.ts'
import type { Actor } from '#platform/http/calls/actor.ts'
import {
  deleteConnections,
  deleteConnection,
  findConnection,
  upsertConnection,
  type StoreConnection,
  selectConnections,
  listRuns,
  lockConnections,
  saveCheck,
} from './connection-queries.ts'
import type { ConnectionData, NewConnectionData, PlatformName } from '../contract.ts'
import { truncateLine, MAX_PROBLEM_LENGTH } from '../truncate.ts'
import { openKeys, sealKeys, type StoreConnectionDeps } from '../deps.ts'
import type { StoreAccess, StoreInfo, StoreNeed } from '../port.ts'
import { countSelection, deleteSelection, listSelectionItems } from '../listings/selection-queries.ts'
import { toSelectionItems } from '../listings/select-products.ts'
import { toConnectionView } from '../views.ts'

/** A reference to an account's connection. */
export type ConnectionRef = Readonly<{ accountId: number; id: string }>

const MAX_NAME_LENGTH = 200

/** The most connected stores of an account. */
const MAX_STORES = 20

/** The account that acts on a connection. */
type StoreActor = Pick<Actor, 'id' | 'type'>

/** The source of a change of a connection, for its own business. */
export type StoreChange = Readonly<{ actor: StoreActor; source: AuditSource }>

/**
 * Connects a store beside the connected ones: verifies its access, and stores its keys, encrypted. A connected one gets
 * the new keys. Throws the store's error as a message for its owner, and stores nothing then; refuses with
 * `too_many_stores`.
 */
export async function connectStore(
  db: Queryable,
  deps: StoreConnectionDeps,
  { wanted, ...by }: StoreChange & Readonly<{ wanted: NewConnectionData }>,
): Promise<ConnectionData> {
  const { platform, shop, ...given } = wanted
  const address = deps.connectorFor(platform).addressOf(shop)
  return connectKnownStore(db, deps, { ...by, platform, address, keys: toKeys(given) })
}

/** A store by its canonical address, and its keys. */
type KnownStore = StoreAccess &
  StoreChange &
  Readonly<{
    platform: PlatformName
    /** Whether its orders are not real. */
    isPractice?: boolean
  }>

/** Connects a store like `connectStore`, for a known address instead of a typed one. */
export async function connectKnownStore(
  db: Queryable,
  deps: StoreConnectionDeps,
  { actor, source, platform, address, keys, isPractice = false }: KnownStore,
): Promise<ConnectionData> {
  const connector = deps.connectorFor(platform)
  const storeFacts = toCheckedStore(
    await connector.check({ address, keys }, toStoreNeed(actor)).catch(rethrowAsRefusal),
  )
  const binding = { accountId: actor.id, platform, address }
  const access = await sealKeys(deps, binding, keys)
  const { now } = source
  const connections = await inTransaction(db, async (tx) => {
    const connected = await lockConnections(tx, actor.id)
    const before = connected.find((one) => one.platform === platform && one.address === address)
    if (!before && connected.length >= MAX_STORES)
      throw refused('too_many_stores', `You can connect up to ${MAX_STORES} stores. Disconnect one first.`)
    const stored = await upsertConnection(tx, {
      ...binding,
      ...storeFacts,
      access,
      isPractice,
      publicId: newSecretId('storeConnection'),
      checkedAt: now,
      createdAt: now,
    })
    await recordConnection(tx, { actor, source }, { before, after: stored })
    return stored
  })
  return toConnectionView(connections, await listRuns(db, actor.id))
}

function toKeys(credentials: Readonly<Record<string, string | undefined>>): StoreAccess['keys'] {
  return Object.fromEntries(
    Object.entries(credentials).flatMap(([name, key]) => (key === undefined ? [] : [[name, key]])),
  )
}

/** Returns an account's need of a store: vendors put products there, suppliers read its products. */
export function toStoreNeed({ type }: Pick<Actor, 'type'>): StoreNeed {
  return type === 'manufacturer' ? 'source' : 'sell'
}

/** Rethrows an outage of a store as a refusal, because its owner waits for the answer. */
export function rethrowAsRefusal(error: unknown): never {
  if (error instanceof AppError && error.kind === 'unavailable')
    throw refused('store_unreachable', `${error.message} Please check the address, or try again in a moment.`)
  throw error
}

const CURRENCIES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'))

/** Returns a store's own data in the stored form. Throws `store_currency` if it sells in an unknown currency. */
export function toCheckedStore({ name, currency, limits = [] }: StoreInfo) {
  if (!CURRENCIES.has(currency))
    throw refused(
      'store_currency',
      `Your store reports ${currency} as its currency, which we don’t recognize. Set the currency in your store’s settings.`,
    )
  return { name: truncateLine(name, MAX_NAME_LENGTH), currency, limits: [...limits] }
}

/** Lists an account's connections with their runs. */
export async function listConnectionViews(db: Queryable, accountId: number): Promise<ConnectionData[]> {
  const [connections, runs] = [await selectConnections(db, accountId), await listRuns(db, accountId)]
  return connections.map((connection) => toConnectionView(connection, runs))
}

/** Returns a connection of an account. Throws `connection_not_found`. */
export async function getConnection(db: Queryable, ref: ConnectionRef): Promise<StoreConnection> {
  const connections = await findConnection(db, ref)
  if (!connections) throw connectionNotFoundError()
  return connections
}

/** Checks a connected store again, and stores its name, its currency, or its problem. */
export async function checkConnection(
  db: Queryable,
  deps: StoreConnectionDeps,
  { actor, id, now }: Readonly<{ actor: StoreActor; id: string; now: Date }>,
): Promise<ConnectionData> {
  const ref = { accountId: actor.id, id }
  const connections = await getConnection(db, ref)
  const check = await recheckStore(deps, connections, toStoreNeed(actor))
  await saveCheck(db, connections.id, { ...check, checkedAt: now })
  return toConnectionView(await getConnection(db, ref), await listRuns(db, actor.id))
}

async function recheckStore(deps: StoreConnectionDeps, connections: StoreConnection, need: StoreNeed) {
  try {
    const access: StoreAccess = await openKeys(deps, connections)
    const info = await deps.connectorFor(connections.platform).check(access, need)
    return { ...toCheckedStore(info), problem: null }
  } catch (error) {
    if (error instanceof AppError) return { problem: truncateLine(error.message, MAX_PROBLEM_LENGTH) }
    throw error
  }
}

/** Deletes a connection and its keys. The store's contents stay. Throws `connection_not_found`. */
export async function removeConnection(
  db: Queryable,
  { actor, source }: StoreChange,
  id: string,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const before = await deleteConnection(tx, { accountId: actor.id, id })
    if (!before) throw connectionNotFoundError()
    await recordConnection(tx, { actor, source }, { before })
  })
}

/** Records a connected store, replaced keys, or a removed connection; for vendors only. */
async function recordConnection(
  tx: Transaction,
  { actor, source }: StoreChange,
  { before, after }: Readonly<{ before?: StoreConnection | undefined; after?: StoreConnection }>,
): Promise<void> {
  const stored = after ?? before
  if (actor.type !== 'vendor' || !stored) return
  await recordVendorChange(tx, source, {
    kind: 'connection',
    action: `${nameChange(before, after)} ${stored.name}`,
    entity: `store:${stored.publicId}`,
    before: { store: before?.name ?? null, address: before?.address ?? null },
    // Keys are not recorded; the time shows when they were saved.
    after: { store: after?.name ?? null, address: after?.address ?? null, keysSavedAt: toKeyTime(after) },
  })
}

function nameChange(before: StoreConnection | undefined, after: StoreConnection | undefined): string {
  if (!after) return 'Disconnected'
  return before?.address === after.address ? 'Replaced the keys of' : 'Connected'
}

function toKeyTime(connection: StoreConnection | undefined): string | null {
  return connection?.checkedAt?.toISOString() ?? null
}

function connectionNotFoundError(): AppError {
  return notFound('connection_not_found', 'This store isn’t connected.')
}

/** Erases all data of an account's connected shops and its selections for them. */
export async function eraseStoreData(tx: Transaction, accountId: number): Promise<void> {
  await deleteSelection(tx, accountId)
  await deleteConnections(tx, accountId)
}

/** Returns the stored data of an account's shops for its export, without their keys. */
export async function exportStoreData(db: Queryable, accountId: number): Promise<object> {
  const limit = await countSelection(db, accountId)
  const items = await listSelectionItems(db, accountId, { limit, offset: 0 })
  const selection = await toSelectionItems(db, accountId, items)
  return { connections: await listConnectionViews(db, accountId), selection }
}
