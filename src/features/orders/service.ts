export { hasBought, listBought, listBoughtSince } from './bought-queries.ts'
export { holdInBounds } from './hold-in-bounds.ts'
export { findBuyerEmail, findOwnPurchase, listAllOwnPurchases, listOwnPurchases } from './person-queries.ts'
export { placePurchase, type PlacedPurchase } from './place-purchase.ts'
export {
  findPurchase,
  findPurchaseByKey,
  listLines,
  listPurchases,
  listSupplierOrders,
  type Purchase,
  type SupplierOrder,
  type SupplierOrderLine,
} from './queries.ts'
export { listGivenBack } from './money-queries.ts'
export { addressRows, lineRow, serviceName } from './new-order-letter.ts'
export { listParcels } from './parcel-queries.ts'
export { addressLinesOf, secondLineOf, streetOf } from './recipient.ts'
export { fulfilmentOf, paymentOf, purchaseStatus, unitsOf } from './rules.ts'
export { possibleEvents } from './states.ts'
export { listStories } from './story-queries.ts'
export { shownEvent, shownParcel } from './views.ts'
export { lockPayable, settlePurchase, type Unpayable } from './settle-purchase.ts'
