import type { ShopOrderDeps } from '#features/stores/shop-orders/service.ts'

/** The dependencies of this feature: the connectors, and the key for secrets of their webhooks. */
export type SupplierStoreDeps = Pick<ShopOrderDeps, 'stores' | 'webhookKey'>
