export {
  changeWhenRemoved,
  createStoreWebhookReader,
  replaceKeys,
  type StoreWebhookReader,
} from './connecting/change-connection.ts'
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
export { countSelectingAccounts, recordSelectionChange } from './listings/selection-queries.ts'
export type { StoreConnectionDeps } from './deps.ts'
export { findStoreProducts, pullPage, readStoreProducts } from './products/pull-products.ts'
export { prepareForStore, pushProducts, toFingerprint } from './listings/push-products.ts'
export { isSent } from './listings/push-results.ts'
export { saveListingVariants } from './listings/result-queries.ts'
export { applyPriceSource, listOutgoingByKeys, type PendingProduct } from './listings/listing-queries.ts'
export { type ListingOwnership, type RestoredFields, type TextField } from './listings/listing-texts.ts'
export { type PriceBasis, readPriceBasis, toRulePrices } from './listings/rule-prices.ts'
export { cancelPlanned, markListingUncertain } from './listings/mark-queries.ts'
export { pushListings } from './listings/push-listings.ts'
export {
  findConnectionByKey,
  findConnection,
  findConnectionByPublicId,
  selectConnections,
  saveCheck,
  type StoreConnection,
} from './connecting/connection-queries.ts'
export { openKeys } from './deps.ts'
export { explainLimits } from './views.ts'
export type {
  OutgoingProduct,
  RemoteAddress,
  RemoteProduct,
  RemoteOrder,
  RemoteOrderLine,
  SourceProductPage,
  StockAdjustment,
  StockAdjustmentResult,
  StoreAccess,
  StoreConnector,
  StoreParcel,
  StoreParcelResult,
  WebhookDelivery,
  PrivacyKind,
  WebhookEvent,
} from './port.ts'
export { resumeLostRuns, startPull, startSync } from './runs/start-run.ts'
export { type OptionFields, toOptions } from './rules.ts'
