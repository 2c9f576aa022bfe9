import { inTransaction, type Queryable, type Transaction } from '#database/database.ts'
import { AppError, notFound, refused } from '#core/errors.ts'
import { newSecretId } from '#core/ids.ts'
import type { Actor } from '#platform/http/calls/actor.ts'
import {
  deleteAllKept,
  deleteKept,
  findKept,
  keepConnection,
  type KeptConnection,
  listKept,
  listRuns,
  noteCheck,
} from './connection-queries.ts'
import type { ConnectionData, NewConnectionData } from '../contract.ts'
import { clippedLine, LONGEST_PROBLEM } from '../clipped.ts'
import { openKeys, sealKeys, type StoreDesk } from '../deps.ts'
import type { StoreAccess, StoreNeed } from '../port.ts'
import { countSelection, deleteSelection, listSelected } from '../listings/selection-queries.ts'
import { shownConnection, shownPiece } from '../shown.ts'

/** Whose connection is meant. */
export type Whose = Readonly<{ personId: number; id: string }>

const LONGEST_NAME = 200

type Asker = Pick<Actor, 'id' | 'type'>

/**
 * Connects a shop: asks it whether it lets us in, and keeps what opens it, encrypted. The one that somebody had of the same kind
 * is replaced. Throws what the shop says, in words for its owner, and keeps nothing then.
 */
export async function connectStore(
  db: Queryable,
  desk: StoreDesk,
  { actor, wanted, now }: Readonly<{ actor: Asker; wanted: NewConnectionData; now: Date }>,
): Promise<ConnectionData> {
  const { platform, shop, ...given } = wanted
  const keys = keysOf(given)
  const connector = desk.connectorFor(platform)
  const address = connector.addressOf(shop)
  const facts = await connector.check({ address, keys }, needOf(actor)).catch(sayNow)
  const bound = { personId: actor.id, platform, address }
  const access = await sealKeys(desk, bound, keys)
  const kept = await inTransaction(db, (tx) =>
    keepConnection(tx, {
      ...bound,
      currency: facts.currency,
      name: clippedLine(facts.name, LONGEST_NAME),
      access,
      publicId: newSecretId('storeConnection'),
      checkedAt: now,
      createdAt: now,
    }),
  )
  return shownConnection(kept, await listRuns(db, actor.id))
}

function keysOf(given: Readonly<Record<string, string | undefined>>): StoreAccess['keys'] {
  return Object.fromEntries(
    Object.entries(given).flatMap(([name, key]) => (key === undefined ? [] : [[name, key]])),
  )
}

/** Vendors put pieces into their shop, manufacturers read what is in theirs. */
function needOf({ type }: Pick<Actor, 'type'>): StoreNeed {
  return type === 'manufacturer' ? 'source' : 'sell'
}

/** Whoever waits for the answer hears at once that there is none. */
function sayNow(error: unknown): never {
  if (error instanceof AppError && error.kind === 'unavailable')
    throw refused('store_unreachable', `${error.message} Please check the address, or try again in a moment.`)
  throw error
}

/** Somebody's connections and what goes on with them. */
export async function readConnections(db: Queryable, personId: number): Promise<ConnectionData[]> {
  const [kept, runs] = [await listKept(db, personId), await listRuns(db, personId)]
  return kept.map((connection) => shownConnection(connection, runs))
}

/** A connection of somebody. Throws `connection_not_found`. */
export async function getConnection(db: Queryable, whose: Whose): Promise<KeptConnection> {
  const kept = await findKept(db, whose)
  if (!kept) throw noConnection()
  return kept
}

/** Asks a connected shop anew, and notes what it says: its name, its currency, or what is wrong. */
export async function checkConnection(
  db: Queryable,
  desk: StoreDesk,
  { actor, id, now }: Readonly<{ actor: Asker; id: string; now: Date }>,
): Promise<ConnectionData> {
  const whose = { personId: actor.id, id }
  const kept = await getConnection(db, whose)
  const said = await askAnew(desk, kept, needOf(actor))
  await noteCheck(db, kept.id, { ...said, checkedAt: now })
  return shownConnection(await getConnection(db, whose), await listRuns(db, actor.id))
}

async function askAnew(desk: StoreDesk, kept: KeptConnection, need: StoreNeed) {
  try {
    const access: StoreAccess = await openKeys(desk, kept)
    const { name, currency } = await desk.connectorFor(kept.platform).check(access, need)
    return { name: clippedLine(name, LONGEST_NAME), currency, problem: null }
  } catch (error) {
    if (error instanceof AppError) return { problem: clippedLine(error.message, LONGEST_PROBLEM) }
    throw error
  }
}

/** Forgets a connection and what opens it. What is in the shop stays there. Throws `connection_not_found`. */
export async function removeConnection(db: Queryable, whose: Whose): Promise<void> {
  if (!(await deleteKept(db, whose))) throw noConnection()
}

function noConnection(): AppError {
  return notFound('connection_not_found', 'There is no such connection.')
}

/** Forgets everything about somebody's shops and what they have chosen for them. */
export async function eraseStores(tx: Transaction, personId: number): Promise<void> {
  await deleteSelection(tx, personId)
  await deleteAllKept(tx, personId)
}

/** What is kept about somebody's shops, for themselves; what opens them is told nobody. */
export async function exportStores(db: Queryable, personId: number): Promise<object> {
  const limit = await countSelection(db, personId)
  const selection = await listSelected(db, personId, { limit, offset: 0 })
  return { connections: await readConnections(db, personId), selection: selection.map(shownPiece) }
}
