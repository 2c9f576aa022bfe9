import { expectSuccess } from './payouts.ts'
import { getOwnerHeaders } from './cases.ts'
import type { CreatedOrder } from './supplier-orders.ts'

/** The returns address of the tests' suppliers. */
export const RETURNS_ADDRESS = {
  name: 'Atelier Luce, returns',
  street1: '5 Jalan Besar',
  city: 'Singapore',
  zip: '208787',
  country: 'SG',
  phone: '+6591234567',
}

/** Sets the returns address as the supplier of an order. */
export async function setReturnsAddress(created: CreatedOrder): Promise<void> {
  const { shop, supplier } = created
  const path = `/supplier/warehouse-addresses/${supplier.warehouseId}/returns`
  await expectSuccess(shop.post(path, { address: RETURNS_ADDRESS }, await getOwnerHeaders(created)))
  await shop.work()
}

/** Sets who pays for returns and the note to buyers, as the supplier of an order. */
export async function setReturnPolicy(
  created: CreatedOrder,
  policy: Readonly<{ paidBy: 'buyer' | 'supplier'; instructions?: string }>,
): Promise<void> {
  await expectSuccess(created.shop.post('/supplier/return-policy', policy, await getOwnerHeaders(created)))
}
