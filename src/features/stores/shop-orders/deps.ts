import { createHmac } from 'node:crypto'
import type { StoreConnectionDeps } from '#features/stores/connections/service.ts'

/** What this feature is handed: `webhookKey` is what secrets of webhooks are made of, a key of this purpose alone. */
export type ShopOrderDeps = Readonly<{ stores: StoreConnectionDeps; webhookKey: string }>

/** Returns the secret by which a shop signs its webhooks to a connection. It is stored nowhere. */
export function getWebhookSecret({ webhookKey }: ShopOrderDeps, connectionId: string): string {
  return createHmac('sha256', webhookKey).update(connectionId).digest('hex')
}

/** Returns where a shop sends its webhooks. */
export function getWebhookUrl({ stores }: ShopOrderDeps, connectionId: string): string {
  return `${stores.publicUrl}/stores/webhooks/${connectionId}`
}
