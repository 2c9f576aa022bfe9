export { doubtOf } from './arrival.ts'
export { hasBought, listBought, listBoughtSince } from './bought-queries.ts'
export { carrierTitle } from './carriers.ts'
export { holdInBounds } from './hold-in-bounds.ts'
export { findBuyerEmail, findOwnPurchase, listAllOwnPurchases, listOwnPurchases } from './person-queries.ts'
export { placePurchase, type PlacedPurchase } from './place-purchase.ts'
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
export { cancelRest } from './answer-order.ts'
export { asBuyer } from './asking-buyer.ts'
export { changeOrder, orderNotFound } from './change-order.ts'
export { forgetComplaints } from './person-queries.ts'
export { lockOrder, type LockedOrder, type Whose } from './life-queries.ts'
export { findMoney, findSource, listWentBack, type MoneySoFar } from './money-queries.ts'
export { addressRows, lineRow, shippingText } from './new-order-letter.ts'
export { giveBack } from './order-money.ts'
export type { AskRefund, OrderDesk } from './port.ts'
export { listParcels, type WholeParcel } from './parcel-queries.ts'
export { takeCarrierNotice } from './take-tracking.ts'
export { addressLinesOf, secondLineOf, streetOf } from './recipient.ts'
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
export { isTerminal, possibleEvents } from './states.ts'
export { findWholeOrder, listStories, type WholeOrder } from './story-queries.ts'
export { shownEvent, shownParcel } from './views.ts'
export { lockPayable, settlePurchase, type Unpayable } from './settle-purchase.ts'
