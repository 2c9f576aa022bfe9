import { newId } from '#core/ids.ts'
import { notFound } from '#core/errors.ts'
import { inTransaction, type Database, type Queryable } from '#database/database.ts'
import { eraseRecipients } from '#features/sales/orders/service.ts'
import type { ShopOrderDeps } from '../../deps.ts'
import { getWebhookUrl } from '../../deps.ts'
import type { VerifiedWebhook } from '../../intake/verify-webhook.ts'
import { getVendorOrder } from '../../list/read-orders.ts'
import type { WalletOwner } from '#features/money/wallets/service.ts'
import { selectConnections } from '#features/stores/connections/service.ts'
import type { CustomerDataExport, PrivacyRequestsData } from './contract.ts'
import {
  eraseCustomers,
  insertPrivacyRequest,
  listConcernedOrders,
  listOpenRequests,
  listPrivacyRequests,
  lockOpenRequest,
  markRequestDone,
} from './privacy-queries.ts'

/** The name of the job that performs a customer's request. */
export const PRIVACY_JOB = 'shop_orders.run_privacy_request'

/** Stores a customer's request and enqueues its job in the same transaction; repeating it changes nothing. */
export async function receivePrivacyRequest(
  db: Database,
  { stores }: Pick<ShopOrderDeps, 'stores'>,
  { connection, event, now }: VerifiedWebhook & Readonly<{ now: Date }>,
): Promise<void> {
  const { privacy, key } = event
  if (!privacy) return
  await inTransaction(db, async (tx) => {
    const requestKey = await insertPrivacyRequest(tx, {
      id: newId('privacyRequest', now.getTime()),
      accountId: connection.accountId,
      connectionId: connection.id,
      store: connection.name,
      eventKey: key,
      kind: privacy.kind,
      orderIds: privacy.orderIds.slice(0, 1000),
      receivedAt: now,
    })
    if (requestKey !== undefined && privacy.kind !== 'data')
      await stores.enqueue(tx, { job: PRIVACY_JOB, input: { requestKey } })
  })
}

/**
 * Erases the customers of a request. Orders that suppliers still send keep their recipient until they end; the request
 * is retried each day until then. Repeating it changes nothing.
 */
export async function runPrivacyRequest(
  db: Database,
  { requestKey, now }: Readonly<{ requestKey: number; now: Date }>,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const request = await lockOpenRequest(tx, requestKey)
    if (!request || request.kind === 'data') return
    const concerned = await listConcernedOrders(tx, request)
    const over = concerned.filter(({ isActive }) => !isActive)
    if (over.length > 0 && request.connectionId !== null) {
      await eraseCustomers(tx, { connectionId: request.connectionId, orders: over, now })
      await eraseRecipients(
        tx,
        over.map(({ id }) => id),
      )
    }
    if (over.length === concerned.length) await markRequestDone(tx, requestKey, now)
  })
}

/** Runs the requests that wait for the end of orders. */
export async function runOpenPrivacyRequests(db: Database, now: Date): Promise<void> {
  for (const requestKey of await listOpenRequests(db)) await runPrivacyRequest(db, { requestKey, now })
}

/** Returns the requests of an account's customers, and the URLs for its Shopify apps to send them to. */
export async function readPrivacyRequests(
  db: Queryable,
  deps: Pick<ShopOrderDeps, 'stores'>,
  accountId: number,
): Promise<PrivacyRequestsData> {
  const [requests, connections] = await Promise.all([
    listPrivacyRequests(db, accountId),
    selectConnections(db, accountId),
  ])
  return {
    requests: requests.map(({ id, store, kind, orderIds, receivedAt, doneAt }) => ({
      id,
      store,
      kind,
      orders: orderIds.length,
      receivedAt: receivedAt.toISOString(),
      doneAt: doneAt?.toISOString() ?? null,
    })),
    webhookUrls: connections
      .filter(({ platform }) => platform === 'shopify')
      .map(({ name, publicId }) => ({ store: name, url: getWebhookUrl(deps, publicId) })),
  }
}

/** Returns the stored data of a request's customer, by order, and records the export. Throws `request_not_found`. */
export async function exportCustomerData(
  db: Database,
  { account, id, now }: Readonly<{ account: WalletOwner; id: string; now: Date }>,
): Promise<CustomerDataExport> {
  const request = (await listPrivacyRequests(db, account.id)).find((one) => one.id === id)
  if (request?.kind !== 'data')
    throw notFound('request_not_found', 'This request doesn’t exist. Reload the page.')
  const orders = []
  for (const concerned of await listConcernedOrders(db, request)) {
    const { number, placedAt, address, lines, supplierOrders } = await getVendorOrder(db, {
      account,
      id: concerned.id,
    })
    orders.push({
      number,
      placedAt,
      address,
      items: lines.map(({ title, quantity }) => ({ title, quantity })),
      parcels: supplierOrders.flatMap(({ parcels }) =>
        parcels.flatMap(({ trackings }) =>
          trackings.map((tracking) => `${tracking.title} ${tracking.number}`),
        ),
      ),
    })
  }
  await markRequestDone(db, request.key, now)
  return { store: request.store, requestedAt: request.receivedAt.toISOString(), orders }
}
