import type { OwnProductData } from '#features/catalogue/catalog/management/authoring/own-contract.ts'
import { createSignedInAccount, type CreatedAccount } from '../shop/accounts.ts'
import { createTestSupplier } from '../shop/factories.ts'
import type { TestShop } from '../shop/shop.ts'
import { getField } from './chat.ts'

/** Creates a supplier with an owner, who is signed in. */
export async function createSupplierAccount(shop: TestShop): Promise<CreatedAccount> {
  return createSignedInAccount(shop.db, shop.now(), {
    type: 'manufacturer',
    owns: await createTestSupplier(shop.db),
  })
}

/** Saves a product as the product editor does; returns the answer. */
export function postProduct(shop: TestShop, account: CreatedAccount, data: object) {
  return shop.post('/shop/saveMyProduct', { data }, account.headers)
}

/** Saves a product, which has to be accepted; returns it as it was saved. */
export async function saveProduct(
  shop: TestShop,
  account: CreatedAccount,
  data: object,
): Promise<OwnProductData> {
  return getField(await postProduct(shop, account, data), 'product')
}
