export {
  checkConnection,
  connectKnownStore,
  connectStore,
  eraseStoreData,
  exportStoreData,
  listConnectionViews,
  removeConnection,
} from './connecting/connect-store.ts'
export {
  updateRetailSettings,
  selectProducts,
  deselectProducts,
  readSelection,
} from './listings/select-products.ts'
export { countSelectingAccounts } from './listings/selection-queries.ts'
export type { StoreConnectionDeps } from './deps.ts'
export { findStoreProducts, pullPage, readStoreProducts } from './products/pull-products.ts'
export { pushProducts } from './listings/push-products.ts'
export {
  findConnectionByKey,
  findConnectionByPublicId,
  type StoreConnection,
} from './connecting/connection-queries.ts'
export { openKeys } from './deps.ts'
export type { RemoteAddress, RemoteOrder, RemoteOrderLine, WebhookDelivery } from './port.ts'
export { startPull, startSync } from './runs/start-run.ts'
