import type { Database } from '#database/database.ts'
import { AppError, notFound } from '#core/errors.ts'
import { SECOND } from '#core/time.ts'
import {
  createStoreWebhookReader,
  findConnectionByPublicId,
  type StoreConnection,
  type WebhookDelivery,
  type StoreWebhookReader,
  type WebhookEvent,
} from '#features/stores/connections/service.ts'
import { getWebhookSecret, type ShopOrderDeps } from '../deps.ts'

/** A webhook with a valid signature, and its store. */
export type VerifiedWebhook = Readonly<{ connection: StoreConnection; event: WebhookEvent; body: Uint8Array }>

/** A webhook as received at the URL of a connection. */
type ReceivedWebhook = Readonly<{ connectionId: string; delivery: WebhookDelivery }>

/** Returns the content of a store's webhook. Throws `bad_signature` (401) and `connection_not_found`. */
export type WebhookVerifier = (webhook: ReceivedWebhook) => Promise<VerifiedWebhook>

/** How long a process verifies order webhooks by a connection that it has read. */
const CACHED_MS = 5 * SECOND

/** The most cached connections, some megabytes. */
const MAX_CACHED = 1_000

/** A connection with its opened keys. */
type CachedConnection = Readonly<{ connection: StoreConnection; read: StoreWebhookReader; until: number }>

/**
 * Returns a verifier of stores' webhooks. It caches the connections of order webhooks for seconds; what does not match
 * a cached one, as after a change of keys, is verified by the stored one.
 */
export function createWebhookVerifier(
  db: Database,
  deps: Pick<ShopOrderDeps, 'stores' | 'webhookKey'>,
): WebhookVerifier {
  const cached = new Map<string, CachedConnection>()
  return async ({ connectionId, delivery }) => {
    const { body } = delivery
    const known = cached.get(connectionId)
    if (known && known.until > performance.now()) {
      const event = await known.read(delivery).catch(ignoreBadSignature)
      if (event && event.orderId !== null) return { connection: known.connection, event, body }
    }
    cached.delete(connectionId)
    const connection = await findConnectionByPublicId(db, connectionId)
    if (!connection) throw unknownStoreError()
    const read = createStoreWebhookReader(deps.stores, connection, getWebhookSecret(deps, connectionId))
    const event = await read(delivery)
    const [oldest] = cached.keys()
    if (cached.size >= MAX_CACHED && oldest !== undefined) cached.delete(oldest)
    cached.set(connectionId, { connection, read, until: performance.now() + CACHED_MS })
    return { connection, event, body }
  }
}

function ignoreBadSignature(error: unknown): undefined {
  if (!(error instanceof AppError) || error.code !== 'bad_signature') throw error
}

/** Returns the error of a webhook for a store that is not connected. */
export function unknownStoreError(): AppError {
  return notFound('connection_not_found', 'This store isn’t connected.')
}
