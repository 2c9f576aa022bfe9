import { inTransaction, type Transaction } from '#database/database.ts'
import { SHOP_CURRENCY } from '#core/money.ts'
import type { PracticeShops } from '#features/stores/practice/port.ts'
import type { SafeFetch } from '#platform/security/safe-fetch.ts'
import { answerPracticeCall, type PracticeCallDeps } from './practice-calls.ts'
import { createProduct } from './products/product-writes.ts'
import { OWN_PRODUCTS } from './products/own-products.ts'
import { findShop, openShop, type PracticePlatform, type PracticeShop } from './shop-queries.ts'

/** The path of the practice shops on the marketplace's own server. */
export const PRACTICE_PATH = '/practice-shop'

/** Returns the functions by which features open and find practice shops. */
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
 * Returns the address for connecting a practice shop. It is a URL, or a name at Shopify that only this server
 * answers.
 */
function toLinks({ publicId, adminToken, platform }: PracticeShop, publicUrl: string) {
  const storefrontUrl = `${publicUrl}${PRACTICE_PATH}/${publicId}`
  const address = platform === 'shopify' ? `${publicId.replace('_', '-')}.myshopify.com` : storefrontUrl
  return { address, storefrontUrl, adminUrl: `${storefrontUrl}/admin/${adminToken}` }
}

/**
 * Returns a `fetch` that answers requests to practice shops in process. They do not use the network, so no address of
 * this machine must be allowed for requests.
 */
export function withPracticeShops(safeFetch: SafeFetch, deps: PracticeCallDeps): SafeFetch {
  return async (request) => (await answerPracticeCall(deps, request)) ?? safeFetch(request)
}
