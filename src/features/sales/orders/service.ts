export { readDeadlines } from './timers/deadlines/deadline-setting.ts'
export { findDeliveryIssue } from './lifecycle/delivery-issues.ts'
export { hasBought, listBought, listBoughtSince } from './views/account-queries.ts'
export { trackingUrl } from './parcels/tracking-numbers.ts'
export {
  findBuyerEmail,
  findAccountPurchase,
  listAllAccountPurchases,
  listAccountPurchases,
  redactComplaints,
} from './views/account-queries.ts'
export { placePurchase, type PlacedPurchase } from './placing/place-purchase.ts'
export {
  findPurchase,
  findPurchaseByKey,
  findPurchaseByNumber,
  LINE_PICTURE,
  listLines,
  listPurchases,
  listSupplierOrders,
  lockPurchase,
  type Purchase,
  type SupplierOrder,
  type SupplierOrderLine,
} from './views/purchase-queries.ts'
export {
  acceptOrder,
  cancelOrder,
  cancelUnsentUnits,
  confirmReceipt,
  dismissCancellation,
  forwardOrder,
  rejectOrder,
} from './lifecycle/answer-order.ts'
export { answerOpenChanges } from './changes/answer-change.ts'
export { cancelItems, type PlacedUnits, withdrawItemsRequest } from './changes/cancel-items.ts'
export { requestChanges } from './changes/request-changes.ts'
export { listChangeRequests } from './changes/change-queries.ts'
export { formatRecipient, toChangeView } from './changes/change-views.ts'
export { isSameRecipient, type Recipient, toRecipient } from './changes/recipient-rules.ts'
export type { ParcelBrand } from './shapes.ts'
export { eraseBuyers, eraseRecipients } from './parcels/erase-queries.ts'
export { listGuestPurchases, lockGuestPurchases } from './views/guest-queries.ts'
export { sendParcel } from './parcels/send-parcel.ts'
export { listVendorPurchases, type VendorPurchase } from './views/vendor-queries.ts'
export { authorizeBuyer } from './lifecycle/authorize-buyer.ts'
export { changeOrder, orderNotFound, VENDOR_ORDER_JOB } from './lifecycle/change-order.ts'
export { lockOrder, type LockedOrder, type OrderScope } from './lifecycle/lifecycle-queries.ts'
export { findMoney, findPaymentSource, listReversedAmounts, type OrderMoney } from './money/money-queries.ts'
export { listPostedCosts, selectPostedCosts } from './money/posted-cost-queries.ts'
export { insertParcelLogo, listParcelLogos } from './packing/logo-queries.ts'
export { toBuyerUrl } from './emails/vendor-emails.ts'
export { addressRows, lineRow, shippingText } from './emails/new-order-email.ts'
export { releasePurchases } from './timers/expire-purchases.ts'
export { refundEscrow, toDestination } from './money/order-money.ts'
export { REFUND_EFFECT } from './port.ts'
export type { Carriers, OrderDeps, PostalAddress, RequestRefund, TrackingState } from './port.ts'
export { selectReleases, selectReservations } from './views/stock-release-queries.ts'
export { toSupplierContext } from './parcels/recipient-access.ts'
export { listCorrections, type StoredCorrection } from './parcels/correction-queries.ts'
export { listParcels, type ParcelDetails } from './parcels/parcel-queries.ts'
export { applyCarrierWebhookEvent } from './parcels/apply-tracking.ts'
export { formatAddressLines, formatSecondLine, formatStreet } from './parcels/recipient.ts'
export {
  COMMISSION_TAX_JURISDICTION,
  getFulfilment,
  isPractice,
  listSendingWarehouses,
  countRemaining,
  NO_REVERSED_AMOUNTS,
  getPaymentStatus,
  type MoneyBreakdown,
  getRemainingMoney,
  purchaseStatus,
  getRefundableAmount,
  countUnits,
  type ReversedAmounts,
} from './rules.ts'
export { countWithdrawable, findWithdrawalRight } from './lifecycle/withdrawal-right.ts'
export { findSupplierReliability } from './statistics/reliability/supplier-reliability.ts'
export { getPeriod as getSalesPeriod } from './statistics/sales.ts'
export { prepareOrderSummaries } from './views/order-list/summary-queries.ts'
export { isTerminal, listPossibleEvents } from './lifecycle/states.ts'
export {
  findOrderContext,
  listPackableOrders,
  listTimelineEvents,
  type OrderContext,
} from './views/timeline-queries.ts'
export { type Label, listPrintableLabels } from './labels/label-queries.ts'
export { findReturnLabel } from './labels/returns/return-label-queries.ts'
export {
  dropReturnLabel,
  quoteReturnLabel,
  type ReturnParcel,
  requestReturnLabel,
} from './labels/returns/return-labels.ts'
export { toTimelineEventView, toParcelView } from './views/views.ts'
export { capturePurchases, type CaptureSource } from './placing/capture-purchase.ts'
export {
  insertCombinedPayment,
  lockCombinedPayment,
  lockCombinedPurchases,
  lockPurchases,
  markCombinedPaid,
} from './placing/combined-queries.ts'
