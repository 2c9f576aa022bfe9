import { z } from 'zod'
import type {
  FoundPage,
  FoundProduct,
  Pushed,
  StoreConnector,
  StoreNeed,
} from '#features/stores/connections/port.ts'
import { AppError, refused } from '#core/errors.ts'
import { parseCents } from '#core/money.ts'
import { addressOf } from './address-of.ts'
import { askShop, type Shopify } from './ask-shop.ts'
import { openShop } from './open-shop.ts'
import { CHECK, PRODUCTS } from './operations.ts'
import { findLocation, pushProduct } from './push-products.ts'

/** Read at once; each costs the shop some of what it allows in a second. */
const PER_PAGE = 25

/** Who may write may read. */
const RIGHTS: Readonly<Record<StoreNeed, readonly string[]>> = {
  sell: ['write_products', 'write_inventory', 'read_locations'],
  source: ['read_products', 'read_inventory'],
}

const Checked = z.object({
  shop: z.object({ name: z.string(), currencyCode: z.string().regex(/^[A-Z]{3}$/) }),
  currentAppInstallation: z.object({ accessScopes: z.array(z.object({ handle: z.string() })) }),
})

const Node = z.object({
  id: z.string(),
  title: z.string(),
  descriptionHtml: z.string(),
  totalInventory: z.number(),
  tracksInventory: z.boolean(),
  variants: z.object({ nodes: z.array(z.object({ sku: z.string().nullable(), price: z.string() })) }),
  // What is no picture comes as an empty object.
  media: z.object({ nodes: z.array(z.object({ image: z.object({ url: z.string() }).nullish() })) }),
})

const Products = z.object({
  products: z.object({
    nodes: z.array(Node),
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
      const variables = { first: PER_PAGE, after: cursor }
      const { products } = await askShop(machinery, await openShop(machinery.ask, access), {
        document: PRODUCTS,
        variables,
        data: Products,
      })
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

function asFound({ id, title, ...node }: z.output<typeof Node>): FoundProduct {
  const [variant] = node.variants.nodes
  return {
    externalId: id,
    name: title,
    descriptionHtml: node.descriptionHtml,
    sku: variant?.sku ?? '',
    priceAmount: (variant && parseCents(variant.price)) ?? null,
    quantity: node.tracksInventory ? Math.max(0, node.totalInventory) : null,
    pictures: node.media.nodes.flatMap(({ image }) => image?.url ?? []),
    kind: 'simple',
    status: 'public',
  }
}
