import { createHmac } from 'node:crypto'
import type { RateSource } from '#features/sales/shipping/service.ts'
import type { StoreConnectionDeps } from '#features/stores/connections/service.ts'
import type { CommissionSettings } from '#platform/config/payout-settings.ts'

/**
 * The dependencies of this feature. `webhookKey` is what secrets of webhooks are made of, a key of this purpose alone;
 * `rateSource` says what carriers ask, `limitFactor` multiplies how much unpaid orders may reserve.
 */
export type ShopOrderDeps = Readonly<{
  stores: StoreConnectionDeps
  webhookKey: string
  rateSource: RateSource
  commission: CommissionSettings
  limitFactor: number
}>

/** The job that judges, quotes and pays an order of a store as it stands. */
export const FOLLOW_JOB = 'forwarding.follow_order'

/** Returns the secret by which a shop signs its webhooks to a connection. It is stored nowhere. */
export function getWebhookSecret(
  { webhookKey }: Pick<ShopOrderDeps, 'webhookKey'>,
  connectionId: string,
): string {
  return createHmac('sha256', webhookKey).update(connectionId).digest('hex')
}

/** Returns the URL of a store's webhooks. */
export function getWebhookUrl({ stores }: Pick<ShopOrderDeps, 'stores'>, connectionId: string): string {
  return `${stores.publicUrl}/stores/webhooks/${connectionId}`
}
