/** A product to be ordered: its supplier, its category, and the design of its first picture. */
export type MixedProduct = Readonly<{ slug: string; place: number; category: string; design: string }>

/** The number of cards a list shows at once: none of their designs repeats. */
export const MIN_DISTANCE = 12
/** The maximum of consecutive products of one supplier. */
const MAX_RUN_LENGTH = 3

/** The weights of a design's remaining products, tried in turn until every list is good enough. */
const DESIGN_WEIGHTS = [20, 10, 40, 5, 80]

/**
 * Returns the products in an order that keeps equal designs as far apart as possible. That applies to all products
 * and within each category, and suppliers alternate: the first products are of as many suppliers as possible.
 */
export function mixProducts(products: readonly MixedProduct[]): MixedProduct[] {
  let best: { mixed: MixedProduct[]; closeRepeats: number } | undefined
  for (const weight of DESIGN_WEIGHTS) {
    const mixed = mixBy(products, weight)
    const closeRepeats = countCloseRepeats(mixed)
    if (!best || closeRepeats < best.closeRepeats) best = { mixed, closeRepeats }
    if (closeRepeats === 0) break
  }
  return best?.mixed ?? []
}

/**
 * Returns how many products are closer to one of the same design than necessary. It counts among all products and
 * within categories.
 */
export function countCloseRepeats(mixed: readonly MixedProduct[]): number {
  const lists = [mixed, ...Map.groupBy(mixed, ({ category }) => category).values()]
  return lists.flatMap((list) => {
    const gap = widestGap(list.map(({ design }) => design))
    return list.filter(({ design }, place) =>
      list.slice(Math.max(0, place - gap + 1), place).some((other) => other.design === design),
    )
  }).length
}

function mixBy(products: readonly MixedProduct[], designWeight: number): MixedProduct[] {
  const remaining = new Set(products)
  const mixed: MixedProduct[] = []
  const suppliers = new Set(products.map(({ slug }) => slug)).size
  const state = createMixState(products)
  while (remaining.size > 0) {
    const last = mixed.slice(-MAX_RUN_LENGTH)
    const isOpening = mixed.length < suppliers
    const hasOpened = new Set(isOpening ? mixed.map(({ slug }) => slug) : [])
    let best: { product: MixedProduct; cost: number } | undefined
    for (const product of remaining) {
      const exceedsRun = last.length === MAX_RUN_LENGTH && last.every(({ slug }) => slug === product.slug)
      const isRefused = exceedsRun || hasOpened.has(product.slug)
      const isNext = !isOpening && last.at(-1)?.slug === product.slug
      const cost =
        calculateCost(state, product, designWeight) +
        (isRefused ? REFUSED_COST : 0) -
        (isNext ? CONSECUTIVE_COST : 0)
      if (!best || cost < best.cost) best = { product, cost }
    }
    if (!best) break
    remaining.delete(best.product)
    mixed.push(best.product)
    recordPlacement(state, best.product)
  }
  return mixed
}

// The weights of a position's costs and benefits; a repeated design within the distance costs most. Consecutive
// products of one supplier need fewer imports.
const REFUSED_COST = 1e6
const PROXIMITY_COST = 100
const CATEGORY_WEIGHT = 300
const SUPPLIER_WEIGHT = 100
const CONSECUTIVE_COST = 30

/**
 * The state of the algorithm: placed products, totals and remaining numbers by design and category, and possible
 * distances.
 */
type MixState = Readonly<{
  placed: Map<string, number>
  seen: Map<string, number>
  inAll: ReadonlyMap<string, number>
  left: Map<string, number>
  gaps: ReadonlyMap<string, number>
}>

const ALL = 'all'

function createMixState(products: readonly MixedProduct[]): MixState {
  const totals = new Map<string, number>()
  for (const group of products.flatMap(getGroups)) totals.set(group, (totals.get(group) ?? 0) + 1)
  const lists = [[ALL, products] as const, ...Map.groupBy(products, ({ category }) => category)]
  const gaps = new Map(lists.map(([name, list]) => [name, widestGap(list.map(({ design }) => design))]))
  return { placed: new Map(), seen: new Map(), inAll: totals, left: new Map(totals), gaps }
}

/** Returns the widest possible distance, up to the maximum, between products of the same design in a list. */
export function widestGap(designs: readonly string[]): number {
  const counts = [...Map.groupBy(designs, (design) => design).values()].map(({ length }) => length)
  const highest = Math.max(1, ...counts)
  const highestCount = counts.filter((count) => count === highest).length
  return highest === 1
    ? MIN_DISTANCE
    : Math.min(MIN_DISTANCE, Math.floor((designs.length - highestCount) / (highest - 1)))
}

function getGroups({ slug, category, design }: MixedProduct): string[] {
  return [`of ${slug}`, `in ${category}`, `like ${design}`]
}

function recordPlacement({ placed, seen, left }: MixState, product: MixedProduct): void {
  for (const group of getGroups(product)) left.set(group, (left.get(group) ?? 0) - 1)
  for (const list of [ALL, product.category]) {
    const position = (placed.get(list) ?? 0) + 1
    placed.set(list, position)
    seen.set(`${list} ${product.design}`, position)
  }
}

/** Returns the cost of placing a product next: its design occurred recently, or others need the position more. */
function calculateCost(
  { placed, seen, inAll, left, gaps }: MixState,
  product: MixedProduct,
  designWeight: number,
): number {
  const proximityCost = [ALL, product.category].reduce((sum, list) => {
    const distance = (placed.get(list) ?? 0) + 1 - (seen.get(`${list} ${product.design}`) ?? -Infinity)
    return sum + Math.max(0, (gaps.get(list) ?? 0) - distance)
  }, 0)
  const share = (group: string) => (left.get(group) ?? 0) / (inAll.get(group) ?? 1)
  const [supplierShare, categoryShare] = [share(`of ${product.slug}`), share(`in ${product.category}`)]
  const designCount = left.get(`like ${product.design}`) ?? 0
  return (
    proximityCost * PROXIMITY_COST -
    designCount * designWeight -
    categoryShare * CATEGORY_WEIGHT -
    supplierShare * SUPPLIER_WEIGHT
  )
}
