import type { StoreConnectionDeps } from '#features/stores/connections/service.ts'

/** What this feature is handed: how connected stores are spoken to. */
export type ListingDeps = StoreConnectionDeps
