export { findDeliveryIssue as doubtOf } from './lifecycle/delivery-issues.ts'
export { hasBought, listBought, listBoughtSince } from './views/bought-queries.ts'
export { carrierTitle } from './parcels/carriers.ts'
export { enforceUnpaidLimit as holdInBounds } from './placing/unpaid-limit.ts'
export {
  findBuyerEmail,
  findAccountPurchase as findOwnPurchase,
  listAllAccountPurchases as listAllOwnPurchases,
  listAccountPurchases as listOwnPurchases,
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
  type Purchase,
  type SupplierOrder,
  type SupplierOrderLine,
} from './queries.ts'
export { cancelUnsentUnits as cancelRest } from './lifecycle/answer-order.ts'
export { authorizeBuyer as asBuyer } from './lifecycle/authorize-buyer.ts'
export { changeOrder, orderNotFound } from './lifecycle/change-order.ts'
export { redactComplaints as forgetComplaints } from './views/account-queries.ts'
export { lockOrder, type LockedOrder, type OrderScope as Whose } from './lifecycle/lifecycle-queries.ts'
export {
  findMoney,
  findPaymentSource as findSource,
  listReversedAmounts as listWentBack,
  type OrderMoney as MoneySoFar,
} from './money/money-queries.ts'
export { addressRows, lineRow, shippingText } from './emails/new-order-email.ts'
export { refundEscrow as giveBack } from './money/order-money.ts'
export type { RequestRefund as AskRefund, OrderDeps as OrderDesk } from './port.ts'
export { listParcels, type ParcelDetails as WholeParcel } from './parcels/parcel-queries.ts'
export { applyCarrierWebhookEvent as takeCarrierNotice } from './parcels/apply-tracking.ts'
export {
  formatAddressLines as addressLinesOf,
  formatSecondLine as secondLineOf,
  formatStreet as streetOf,
} from './parcels/recipient.ts'
export {
  COMMISSION_TAX_JURISDICTION,
  getFulfilment as fulfilmentOf,
  countRemaining as leftOf,
  NO_REVERSED_AMOUNTS as NOTHING_WENT_BACK,
  getPaymentStatus as paymentOf,
  type MoneyBreakdown as Pots,
  getRemainingMoney as potsOf,
  purchaseStatus,
  getRefundableAmount as refundableOf,
  countUnits as unitsOf,
  type ReversedAmounts as WentBack,
} from './rules.ts'
export { isTerminal, listPossibleEvents as possibleEvents } from './lifecycle/states.ts'
export {
  findOrderContext as findWholeOrder,
  listTimelineEvents as listStories,
  type OrderContext as WholeOrder,
} from './views/timeline-queries.ts'
export { toTimelineEventView as shownEvent, toParcelView as shownParcel } from './views/views.ts'
export {
  lockPayable,
  capturePurchase as settlePurchase,
  type UnpayableReason as Unpayable,
} from './placing/capture-purchase.ts'
