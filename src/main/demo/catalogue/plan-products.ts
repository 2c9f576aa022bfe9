import { seededRandom } from '../../../../demo/compose/seeded-random.ts'

/** A product for sale, and the stock of each of its variants. */
export type SellableProduct = Readonly<{
  id: string
  slug: string
  productId: string
  variants: readonly Readonly<{ variantId: string; stock: number }>[]
}>

/** A product of a purchase; `id` is `supplier/externalKey`. */
export type PlannedItem = Readonly<{
  id: string
  slug: string
  productId: string
  variantId: string
  quantity: number
}>

/** Supplies the products of planned purchases, within their stock. */
export type ItemSource = Readonly<{
  /** Takes one unit of a product, of the variant that `seed` selects; undefined when none is left. */
  take(id: string, seed: string): PlannedItem | undefined
  /**
   * Takes the further products of a cart, the first one of `slug`; without it a whole cart. Suppliers with the fewest
   * sales come first.
   */
  takeMore(key: string, slug?: string): PlannedItem[]
  /** Takes the products of a cart with a single supplier. */
  takeOf(slug: string, key: string): PlannedItem[]
}>

/** The minimum of orders of each supplier, filled up with products without reviews. */
const TARGET_ORDERS = 26
/** The units of each variant that are left for visitors. */
const RESERVED_STOCK = 1

/** Returns the weight of a product: some sell far better than most. */
function getAppeal({ id }: SellableProduct): number {
  return seededRandom(`${id} appeal`) ** 6
}

/** Returns a source of items that counts sold units while a history is planned. */
export function createItemSource(onSale: readonly SellableProduct[]): ItemSource {
  const remaining = new Map(
    onSale.flatMap(({ variants }) => variants.map(({ variantId, stock }) => [variantId, stock])),
  )
  const byId = new Map(onSale.map((product) => [product.id, product]))
  const bySupplier = Map.groupBy(onSale, ({ slug }) => slug)
  const orders = new Map([...bySupplier.keys()].map((slug) => [slug, 0]))

  function listAvailableVariants({ variants }: SellableProduct): string[] {
    return variants
      .map(({ variantId }) => variantId)
      .filter((id) => (remaining.get(id) ?? 0) > RESERVED_STOCK)
  }

  function takeVariant(product: SellableProduct | undefined, seed: string): PlannedItem | undefined {
    const available = product ? listAvailableVariants(product) : []
    const variantId = available[Math.floor(seededRandom(`${seed} variant`) * available.length)]
    if (!product || variantId === undefined) return undefined
    remaining.set(variantId, (remaining.get(variantId) ?? 0) - 1)
    const { id, slug, productId } = product
    return { id, slug, productId, variantId, quantity: 1 }
  }

  function takeFromSupplier(slug: string, seed: string): PlannedItem | undefined {
    const products = (bySupplier.get(slug) ?? []).filter(
      (product) => listAvailableVariants(product).length > 0,
    )
    const sum = products.reduce((total, product) => total + getAppeal(product), 0)
    let draw = seededRandom(seed) * sum
    const picked = products.find((product) => (draw -= getAppeal(product)) <= 0)
    return takeVariant(picked ?? products[0], seed)
  }

  const count = (slug: string) => orders.set(slug, (orders.get(slug) ?? 0) + 1)

  return {
    take(id, seed) {
      const item = takeVariant(byId.get(id), seed)
      if (item) count(item.slug)
      return item
    },
    takeOf: (slug, key) => merge([key, `${key} again`].flatMap((seed) => takeFromSupplier(slug, seed) ?? [])),
    takeMore(key, slug) {
      const items: (PlannedItem | undefined)[] = []
      const otherSlug = findNeediestSupplier(orders, slug)
      const isNeeded = (orders.get(otherSlug) ?? 0) < TARGET_ORDERS && seededRandom(`${key} second`) < 0.3
      if (slug === undefined || isNeeded) {
        count(otherSlug)
        items.push(takeFromSupplier(otherSlug, `${key} ${otherSlug}`))
        if (slug === undefined && seededRandom(`${key} two`) < 0.35)
          items.push(takeFromSupplier(otherSlug, `${key} again`))
      }
      if (slug !== undefined && seededRandom(`${key} same`) < 0.12)
        items.push(takeFromSupplier(slug, `${key} same product`))
      return merge(items.filter((product) => product !== undefined))
    },
  }
}

/** Returns the supplier with the fewest orders, other than `excludedSlug`. */
function findNeediestSupplier(orders: ReadonlyMap<string, number>, excludedSlug: string | undefined): string {
  const candidates = [...orders].filter(([slug]) => slug !== excludedSlug)
  return candidates.toSorted((one, other) => one[1] - other[1])[0]?.[0] ?? ''
}

function merge(products: readonly PlannedItem[]): PlannedItem[] {
  return [...Map.groupBy(products, ({ variantId }) => variantId).values()].flatMap(([first, ...more]) =>
    first ? [{ ...first, quantity: 1 + more.length }] : [],
  )
}
