import type { RateSource } from '#features/sales/shipping/service.ts'
import type { StoreConnectionDeps } from '#features/stores/connections/service.ts'

/** The dependencies of this feature: the store connectors. */
export type ListingDeps = StoreConnectionDeps

/** The further dependencies of its calls: the carriers' rates. */
export type ListingRouteDeps = ListingDeps & Readonly<{ rateSource: RateSource }>
