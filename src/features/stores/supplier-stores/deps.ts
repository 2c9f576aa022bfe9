import type { ShopOrderDeps } from '#features/stores/shop-orders/service.ts'

/** What this feature is handed: how stores are spoken to, and what secrets of their webhooks are made of. */
export type SupplierStoreDeps = Pick<ShopOrderDeps, 'stores' | 'webhookKey'>
