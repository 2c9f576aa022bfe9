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
export { purchaseStatus } from './rules.ts'
export { lockPayable, settlePurchase, type Unpayable } from './settle-purchase.ts'
