import { createHmac } from 'node:crypto'
import type { RateSource } from '#features/sales/shipping/service.ts'
import type { StoreConnectionDeps } from '#features/stores/connections/service.ts'
import type { CommissionSettings } from '#platform/config/payout-settings.ts'

/**
 * The dependencies of this feature. `webhookKey` is the key that webhook secrets are derived from, used only for that;
 * `rateSource` returns carriers' rates, `limitFactor` is the factor of the limit of unpaid orders.
 */
export type ShopOrderDeps = Readonly<{
  stores: StoreConnectionDeps
  webhookKey: string
  rateSource: RateSource
  commission: CommissionSettings
  limitFactor: number
}>

/** The name of the job that judges, quotes and pays a store's order in its current state. */
export const FOLLOW_JOB = 'forwarding.follow_order'

/** Returns the secret that a store signs its webhooks with. It is derived, not stored. */
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
