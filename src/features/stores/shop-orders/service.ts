export type { ShopOrderDeps } from './deps.ts'
export { getWebhookSecret, getWebhookUrl } from './deps.ts'
export { createOrderEventReceiver, RECEIVE_JOB } from './intake/receive-webhook.ts'
export { createWebhookVerifier, type VerifiedWebhook } from './intake/verify-webhook.ts'
export { reconcile, RECONCILE_JOB, reconcileDue, startOrderFeed } from './intake/reconcile.ts'
export {
  PRIVACY_JOB,
  receivePrivacyRequest,
  runOpenPrivacyRequests,
  runPrivacyRequest,
} from './stores/privacy/privacy-requests.ts'
export { receivePendingOrders } from './intake/receive-order.ts'
export { checkDrift, DRIFT_JOB } from './stores/drift/check-drift.ts'
export { deleteOldEvents } from './intake/event-queries.ts'
export { deleteOrders } from './intake/order-queries.ts'
export { exportOrderRows } from './list/export-orders.ts'
export { foldOrderCounts, refreshAllSummaries } from './figures/summaries/summary-queries.ts'
export type { OrderPage } from './list/store-refunds.ts'
export { exportShopOrders, getVendorOrder, listVendorOrders } from './list/read-orders.ts'
export { followAndPay, type PayDeps, payOrders, payWaitingOrders } from './forwarding/pay-orders.ts'
export { followWaitingOrders } from './forwarding/follow-waiting.ts'
export {
  actOnSupplierOrder,
  approveCost,
  AT_ONCE,
  cancelVendorItems,
  forwardNow,
  keepVendorItems,
  reorder,
} from './forwarding/vendor-actions.ts'
export { cancelInStore, keepOrder } from './cancelling/cancel-in-store.ts'
export { cancellationEffect } from './cancelling/cancellation-effect.ts'
export { trackingEffect } from './tracking/send-tracking.ts'
export { readProductFigures, readVendorFigures } from './figures/read-figures.ts'
export { matchLine } from './mapping/map-line.ts'
export { replaceLine } from './mapping/replace-line.ts'
export { correctionEffect } from './tracking/correct-parcel.ts'
export { retryStoreUpdate } from './tracking/retry-update.ts'
export { actAsPracticeSupplier } from './forwarding/practice-actions.ts'
export { findOrderOfSupplierOrder } from './forwarding/waiting-queries.ts'
export { changeSettings, readSettingsView } from './settings/settings.ts'
