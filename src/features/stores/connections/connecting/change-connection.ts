import { AppError, invalid } from '#core/errors.ts'
import { addMs, DAY } from '#core/time.ts'
import { inTransaction, type Queryable } from '#database/database.ts'
import { recordVendorChange } from '#features/identity/audit/service.ts'
import type { ConnectionData, StoreKeysData, WhenRemoved } from '../contract.ts'
import { openKeys, openPreviousKeys, sealKeys, type StoreConnectionDeps } from '../deps.ts'
import type { StoreAccess, WebhookDelivery, WebhookEvent } from '../port.ts'
import { toConnectionView } from '../views.ts'
import {
  getConnection,
  rethrowAsRefusal,
  type StoreChange,
  toCheckedStore,
  toStoreNeed,
} from './connect-store.ts'
import {
  listRuns,
  markUnselectedProducts,
  saveKeys,
  saveWhenRemoved,
  type StoreConnection,
} from './connection-queries.ts'

/**
 * Replaces the keys of a connected store once the store accepts the new ones; listings, orders and settings stay.
 * Webhooks still signed by the old keys are accepted for a day. Throws `connection_not_found`, `keys_missing` and the
 * store's errors.
 */
export async function replaceKeys(
  db: Queryable,
  deps: StoreConnectionDeps,
  { actor, source, id, keys: given }: StoreChange & Readonly<{ id: string; keys: StoreKeysData }>,
): Promise<ConnectionData> {
  const ref = { accountId: actor.id, id }
  const connection = await getConnection(db, ref)
  const keys = toKeys(connection, given)
  const { platform, address } = connection
  const facts = await deps
    .connectorFor(platform)
    .check({ address, keys }, toStoreNeed(actor))
    .catch(rethrowAsRefusal)
  const access = await sealKeys(deps, { accountId: actor.id, platform, address }, keys)
  const { now } = source
  await inTransaction(db, async (tx) => {
    await saveKeys(tx, connection.id, { ...toCheckedStore(facts), access, now })
    if (actor.type === 'vendor')
      await recordVendorChange(tx, source, {
        kind: 'connection',
        action: `Replaced the keys of ${connection.name}`,
        entity: `store:${id}`,
        before: { keysSavedAt: null },
        after: { keysSavedAt: now.toISOString() },
      })
  })
  return toConnectionView(await getConnection(db, ref), await listRuns(db, actor.id))
}

/** Returns the keys that a kind of store needs, from those given. */
function toKeys({ platform }: StoreConnection, given: StoreKeysData): StoreAccess['keys'] {
  const { accessToken, clientId, clientSecret, key, secret } = given
  if (platform === 'woocommerce' && key && secret) return { key, secret }
  if (platform === 'shopify' && clientId && clientSecret) return { clientId, clientSecret }
  if (platform === 'shopify' && accessToken) return { accessToken }
  throw invalid(
    'keys_missing',
    platform === 'shopify'
      ? 'Enter the access token, or the client ID and the client secret.'
      : 'Enter the key and the secret.',
  )
}

/** Sets what happens to products in a store that are removed from the selection, also to those removed before. */
export async function changeWhenRemoved(
  db: Queryable,
  { actor, source, id, whenRemoved }: StoreChange & Readonly<{ id: string; whenRemoved: WhenRemoved }>,
): Promise<ConnectionData> {
  const ref = { accountId: actor.id, id }
  const connection = await getConnection(db, ref)
  await inTransaction(db, async (tx) => {
    await saveWhenRemoved(tx, connection.id, whenRemoved)
    await markUnselectedProducts(tx, connection)
    await recordVendorChange(tx, source, {
      kind: 'connection',
      action: `Changed what happens to removed products in ${connection.name}`,
      entity: `store:${id}`,
      before: { whenRemoved: connection.whenRemoved },
      after: { whenRemoved },
    })
  })
  return toConnectionView(await getConnection(db, ref), await listRuns(db, actor.id))
}

/**
 * How long a store's webhooks may be signed by replaced keys (Shopify signs by the oldest secret that is not revoked).
 */
const PREVIOUS_KEYS_MS = DAY

/** Returns the content of a store's webhook. Throws `bad_signature` (401). */
export type StoreWebhookReader = (delivery: WebhookDelivery) => Promise<WebhookEvent>

/** Returns a reader of a store's webhooks, by its current or previous keys; it opens them once. */
export function createStoreWebhookReader(
  deps: StoreConnectionDeps,
  connection: StoreConnection,
  secret: string,
): StoreWebhookReader {
  const connector = deps.connectorFor(connection.platform)
  let access: Promise<StoreAccess> | undefined
  return async (delivery) => {
    try {
      access ??= openKeys(deps, connection)
      return connector.readWebhook(await access, delivery, secret)
    } catch (error) {
      const { keysChangedAt } = connection
      const isTurning = keysChangedAt !== null && keysChangedAt > addMs(deps.clock(), -PREVIOUS_KEYS_MS)
      if (!isTurning || !(error instanceof AppError) || error.code !== 'bad_signature') throw error
      const previous = await openPreviousKeys(deps, connection)
      if (!previous) throw error
      return connector.readWebhook(previous, delivery, secret)
    }
  }
}
