import type { RateSource } from '#features/sales/shipping/service.ts'
import type { StoreConnectionDeps } from '#features/stores/connections/service.ts'

/** What this feature is handed: how connected stores are spoken to. */
export type ListingDeps = StoreConnectionDeps

/** What its calls are handed besides: what carriers ask. */
export type ListingRouteDeps = ListingDeps & Readonly<{ rateSource: RateSource }>
