import { refundEffect } from '#features/money/refunds/service.ts'
import { cancellationEffect, correctionEffect, trackingEffect } from '#features/stores/shop-orders/service.ts'
import { adjustStockEffect } from '#features/stores/supplier-stores/service.ts'
import type { Effect } from '#platform/effects/effect.ts'
import type { FeatureDeps } from './deps.ts'

/** Returns all effects, the exactly-once actions of outside systems. */
export function createEffects({ checkoutDeps, stores, shopOrders }: FeatureDeps): Effect[] {
  return [
    refundEffect(checkoutDeps.providers),
    trackingEffect(stores),
    correctionEffect(stores),
    cancellationEffect(shopOrders),
    adjustStockEffect(shopOrders),
  ]
}
