import { inTransaction, type Database } from '#database/database.ts'
import { SHOP_CURRENCY } from '#core/money.ts'
import type { PracticeShops } from '#features/stores/practice/port.ts'
import type { SafeFetch } from '#platform/security/safe-fetch.ts'
import { createProduct } from './product-queries.ts'
import { findShop, openShop, type PracticeShop } from './shop-queries.ts'
import { answerWooCall } from './woo-api.ts'

/** The address under which practice shops are, on the marketplace's own server. */
export const PRACTICE_PATH = '/practice-shop'

/** What a practice shop of a supplier has to sell from the start. */
const OWN_PRODUCTS = [
  { name: 'Practice Ring', sku: 'PRACTICE-RING', regular_price: '120.00', stock_quantity: 12 },
  { name: 'Practice Necklace', sku: 'PRACTICE-NECKLACE', regular_price: '85.50', stock_quantity: 20 },
  { name: 'Practice Earrings', sku: 'PRACTICE-EARRINGS', regular_price: '49.90', stock_quantity: 0 },
]

/** Practice shops as features open and find them. */
export function practiceShops(publicUrl: string): PracticeShops {
  return {
    async open(db, { accountId, name, hasProducts, now }) {
      return inTransaction(db, async (tx) => {
        const opened = await openShop(tx, { accountId, name, currency: SHOP_CURRENCY, now })
        if (opened.isNew && hasProducts)
          for (const product of OWN_PRODUCTS)
            await createProduct(
              tx,
              { shopId: opened.shop.id },
              {
                ...product,
                description: `<p>${product.name}, to try things out.</p>`,
              },
            )
        return { ...toLinks(opened.shop, publicUrl), keys: opened.keys }
      })
    },
    async find(db, accountId) {
      const shop = await findShop(db, { accountId })
      return shop && toLinks(shop, publicUrl)
    },
  }
}

function toLinks({ publicId, adminToken }: PracticeShop, publicUrl: string) {
  const address = `${publicUrl}${PRACTICE_PATH}/${publicId}`
  return { address, adminUrl: `${address}/admin/${adminToken}` }
}

/**
 * The same way of asking servers, but practice shops are asked within the process: nothing goes over the network, so that no
 * address of this machine has to be opened to requests.
 */
export function withPracticeShops(
  safeFetch: SafeFetch,
  { db, publicUrl }: Readonly<{ db: Database; publicUrl: string }>,
): SafeFetch {
  const prefix = `${publicUrl}${PRACTICE_PATH}/`
  return async (request) => {
    if (!request.url.startsWith(prefix)) return safeFetch(request)
    const { pathname, searchParams } = new URL(request.url)
    const found = /\/practice-shop\/(psh_[0-9a-f]{32})\/wp-json(\/.*)?$/.exec(pathname)
    if (!found) return { status: 404, text: '', headers: {} }
    return answerWooCall(db, {
      shopId: found[1] ?? '',
      path: found[2] ?? '',
      query: searchParams,
      authorization: request.headers?.['authorization'],
      body: request.body,
    })
  }
}
