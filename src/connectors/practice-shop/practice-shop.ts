import { inTransaction, type Transaction } from '#database/database.ts'
import { SHOP_CURRENCY } from '#core/money.ts'
import type { PracticeShops } from '#features/stores/practice/port.ts'
import type { SafeFetch } from '#platform/security/safe-fetch.ts'
import { answerPracticeCall, type PracticeCallDeps } from './practice-calls.ts'
import { createProduct } from './products/product-writes.ts'
import { OWN_PRODUCTS } from './products/own-products.ts'
import { findShop, openShop, type PracticePlatform, type PracticeShop } from './shop-queries.ts'

/** The address under which practice shops are, on the marketplace's own server. */
export const PRACTICE_PATH = '/practice-shop'

/** Returns the practice shops for features, which open and find them. */
export function practiceShops(publicUrl: string): PracticeShops {
  return {
    async open(db, { accountId, platform, name, hasProducts, now }) {
      return inTransaction(db, async (tx) => {
        const opened = await openShop(tx, { accountId, platform, name, currency: SHOP_CURRENCY, now })
        if (opened.isNew && hasProducts) await addOwnProducts(tx, { shopId: opened.shop.id, now })
        return { ...toLinks(opened.shop, publicUrl), keys: toKeys(platform, opened.keys) }
      })
    },
    async find(db, { accountId, platform }) {
      const shop = await findShop(db, { accountId, platform })
      return shop && toLinks(shop, publicUrl)
    },
  }
}

function toKeys(
  platform: PracticePlatform,
  { key, secret }: Readonly<{ key: string; secret: string }>,
): Readonly<Record<string, string>> {
  return platform === 'shopify' ? { clientId: key, clientSecret: secret } : { key, secret }
}

async function addOwnProducts(
  tx: Transaction,
  { shopId, now }: Readonly<{ shopId: number; now: Date }>,
): Promise<void> {
  for (const { variations = [], ...product } of OWN_PRODUCTS) {
    const made = await createProduct(tx, { shopId, now }, product)
    if (!('product' in made)) continue
    const { id: parentId } = made.product
    for (const variation of variations) await createProduct(tx, { shopId, parentId, now }, variation)
  }
}

/**
 * Returns the address by which a practice shop is connected. It is a site, or a name at Shopify that only this
 * server answers to.
 */
function toLinks({ publicId, adminToken, platform }: PracticeShop, publicUrl: string) {
  const storefrontUrl = `${publicUrl}${PRACTICE_PATH}/${publicId}`
  const address = platform === 'shopify' ? `${publicId.replace('_', '-')}.myshopify.com` : storefrontUrl
  return { address, storefrontUrl, adminUrl: `${storefrontUrl}/admin/${adminToken}` }
}

/**
 * Returns a `fetch` that answers requests to practice shops within the process. Nothing goes over the network, so
 * no address of this machine has to be opened to requests.
 */
export function withPracticeShops(safeFetch: SafeFetch, deps: PracticeCallDeps): SafeFetch {
  return async (request) => (await answerPracticeCall(deps, request)) ?? safeFetch(request)
}
