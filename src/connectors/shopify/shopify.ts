import { z } from 'zod'
import type { FoundPage, Pushed, StoreConnector, StoreNeed } from '#features/stores/connections/port.ts'
import { AppError, refused } from '#core/errors.ts'
import { addressOf } from './address-of.ts'
import { askShop, type Shop, type Shopify } from './ask-shop.ts'
import { asFound, hasLatePictures, Listed } from './found-product.ts'
import { openShop } from './open-shop.ts'
import { CHECK, PRODUCTS } from './operations.ts'
import { findLocation, pushProduct } from './push-products.ts'

/** Read at once; each costs the shop some of what it allows in a second. */
const PER_PAGE = 25

/** How often a page is asked for again because of its pictures, and after how long. */
const MOST_WAITS = 2
const PICTURES_MS = 5_000

/** Who may write may read. */
const RIGHTS: Readonly<Record<StoreNeed, readonly string[]>> = {
  sell: ['write_products', 'write_inventory', 'read_locations'],
  source: ['read_products', 'read_inventory'],
}

const Checked = z.object({
  shop: z.object({ name: z.string(), currencyCode: z.string().regex(/^[A-Z]{3}$/) }),
  currentAppInstallation: z.object({ accessScopes: z.array(z.object({ handle: z.string() })) }),
})

const Products = z.object({
  products: z.object({
    nodes: z.array(Listed),
    pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullable() }),
  }),
})

/** Shops at Shopify, by the Admin GraphQL API (shopify.dev/docs/api/admin-graphql). */
export function shopify(machinery: Shopify): StoreConnector {
  return {
    addressOf,
    async check(access, need) {
      const question = { document: CHECK, data: Checked }
      const { shop, currentAppInstallation } = await askShop(
        machinery,
        await openShop(machinery.ask, access),
        question,
      )
      const granted = new Set(currentAppInstallation.accessScopes.map(({ handle }) => handle))
      const has = (right: string) => granted.has(right) || granted.has(right.replace('read_', 'write_'))
      const missing = RIGHTS[need].filter((right) => !has(right))
      if (missing.length > 0)
        throw refused(
          'store_rights_missing',
          `The access token works, but lacks these rights: ${missing.join(', ')}. Please add them to your app in the Shopify admin.`,
        )
      return { name: shop.name, currency: shop.currencyCode }
    },
    async listProducts(access, cursor): Promise<FoundPage> {
      const products = await readPage(machinery, await openShop(machinery.ask, access), cursor)
      const { hasNextPage, endCursor } = products.pageInfo
      return { products: products.nodes.map(asFound), next: hasNextPage ? endCursor : null }
    },
    async pushProducts(access, products) {
      const shop = await openShop(machinery.ask, access)
      const locationId = await findLocation(machinery, shop)
      const done: Pushed[] = []
      for (const product of products) {
        try {
          done.push(await pushProduct(machinery, { shop, locationId }, product))
        } catch (error) {
          // The shop has enough for now; what was done is not lost.
          if (done.length > 0 && error instanceof AppError) return done
          throw error
        }
      }
      return done
    },
  }
}

/** A page of products, asked for again for a while where pictures are on their way. */
async function readPage(machinery: Shopify, shop: Shop, cursor: string | null) {
  const question = { document: PRODUCTS, variables: { first: PER_PAGE, after: cursor }, data: Products }
  for (let waits = 0; ; waits += 1) {
    const { products } = await askShop(machinery, shop, question)
    if (waits === MOST_WAITS || !products.nodes.some(hasLatePictures)) return products
    await machinery.wait(PICTURES_MS)
  }
}
