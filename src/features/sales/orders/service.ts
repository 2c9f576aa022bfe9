export { doubtOf } from './lifecycle/arrival.ts'
export { hasBought, listBought, listBoughtSince } from './views/bought-queries.ts'
export { carrierTitle } from './parcels/carriers.ts'
export { holdInBounds } from './placing/unpaid-limit.ts'
export {
  findBuyerEmail,
  findOwnPurchase,
  listAllOwnPurchases,
  listOwnPurchases,
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
export { cancelRest } from './lifecycle/answer-order.ts'
export { asBuyer } from './lifecycle/request-by-buyer.ts'
export { changeOrder, orderNotFound } from './lifecycle/change-order.ts'
export { forgetComplaints } from './views/account-queries.ts'
export { lockOrder, type LockedOrder, type Whose } from './lifecycle/lifecycle-queries.ts'
export { findMoney, findSource, listWentBack, type MoneySoFar } from './money/money-queries.ts'
export { addressRows, lineRow, shippingText } from './emails/new-order-email.ts'
export { giveBack } from './money/order-money.ts'
export type { AskRefund, OrderDesk } from './port.ts'
export { listParcels, type WholeParcel } from './parcels/parcel-queries.ts'
export { takeCarrierNotice } from './parcels/take-tracking.ts'
export { addressLinesOf, secondLineOf, streetOf } from './parcels/recipient.ts'
export {
  COMMISSION_TAX_JURISDICTION,
  fulfilmentOf,
  leftOf,
  NOTHING_WENT_BACK,
  paymentOf,
  type Pots,
  potsOf,
  purchaseStatus,
  refundableOf,
  unitsOf,
  type WentBack,
} from './rules.ts'
export { isTerminal, possibleEvents } from './lifecycle/states.ts'
export { findWholeOrder, listStories, type WholeOrder } from './views/timeline-queries.ts'
export { shownEvent, shownParcel } from './views/views.ts'
export { lockPayable, settlePurchase, type Unpayable } from './placing/settle-purchase.ts'
