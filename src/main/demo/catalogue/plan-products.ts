import { chance } from '../../../../demo/compose/chance.ts'

/** A product that can be sold, and how many units of each of its variants are in stock. */
export type PieceOnSale = Readonly<{
  id: string
  slug: string
  productId: string
  variants: readonly Readonly<{ variantId: string; stock: number }>[]
}>

/** A product of a purchase; `id` is `supplier/externalKey`. */
export type PlannedPiece = Readonly<{
  id: string
  slug: string
  productId: string
  variantId: string
  quantity: number
}>

/** Hands out the products that are bought, never more than there are. */
export type PieceSource = Readonly<{
  /** One unit of that product, of a variant that `words` choose; undefined when none is left. */
  take(id: string, words: string): PlannedPiece | undefined
  /** What else lies in a cart, the first of which is of `slug`; without it a whole cart. Suppliers that have sold least come first. */
  takeMore(key: string, slug?: string): PlannedPiece[]
}>

/** So many orders each supplier has, if not by what is reviewed then by what else lies in carts. */
const ENOUGH_ORDERS = 26
/** So many units of each variant are left for visitors. */
const LEFT = 1

/** Some products sell far better than most. */
function appeal({ id }: PieceOnSale): number {
  return chance(`${id} appeal`) ** 6
}

/** Counts what is sold while a history is planned. */
export function planPieces(onSale: readonly PieceOnSale[]): PieceSource {
  const left = new Map(
    onSale.flatMap(({ variants }) => variants.map(({ variantId, stock }) => [variantId, stock])),
  )
  const byId = new Map(onSale.map((piece) => [piece.id, piece]))
  const bySupplier = Map.groupBy(onSale, ({ slug }) => slug)
  const orders = new Map([...bySupplier.keys()].map((slug) => [slug, 0]))

  function variantsLeft({ variants }: PieceOnSale): string[] {
    return variants.map(({ variantId }) => variantId).filter((id) => (left.get(id) ?? 0) > LEFT)
  }

  function takeOf(piece: PieceOnSale | undefined, words: string): PlannedPiece | undefined {
    const there = piece ? variantsLeft(piece) : []
    const variantId = there[Math.floor(chance(`${words} variant`) * there.length)]
    if (!piece || variantId === undefined) return undefined
    left.set(variantId, (left.get(variantId) ?? 0) - 1)
    const { id, slug, productId } = piece
    return { id, slug, productId, variantId, quantity: 1 }
  }

  function takeFrom(slug: string, words: string): PlannedPiece | undefined {
    const pieces = (bySupplier.get(slug) ?? []).filter((piece) => variantsLeft(piece).length > 0)
    const sum = pieces.reduce((total, piece) => total + appeal(piece), 0)
    let draw = chance(words) * sum
    const found = pieces.find((piece) => (draw -= appeal(piece)) <= 0)
    return takeOf(found ?? pieces[0], words)
  }

  const count = (slug: string) => orders.set(slug, (orders.get(slug) ?? 0) + 1)
  function neediest(not: string | undefined): string {
    const [slug = ''] = [...orders]
      .filter(([name]) => name !== not)
      .toSorted((one, other) => one[1] - other[1])
      .map(([name]) => name)
    return slug
  }

  return {
    take(id, words) {
      const taken = takeOf(byId.get(id), words)
      if (taken) count(taken.slug)
      return taken
    },
    takeMore(key, slug) {
      const found: (PlannedPiece | undefined)[] = []
      const other = neediest(slug)
      const isNeeded = (orders.get(other) ?? 0) < ENOUGH_ORDERS && chance(`${key} second`) < 0.3
      if (slug === undefined || isNeeded) {
        count(other)
        found.push(takeFrom(other, `${key} ${other}`))
        if (slug === undefined && chance(`${key} two`) < 0.35) found.push(takeFrom(other, `${key} again`))
      }
      if (slug !== undefined && chance(`${key} same`) < 0.12) found.push(takeFrom(slug, `${key} same piece`))
      return merge(found.filter((piece) => piece !== undefined))
    },
  }
}

function merge(pieces: readonly PlannedPiece[]): PlannedPiece[] {
  return [...Map.groupBy(pieces, ({ variantId }) => variantId).values()].flatMap(([first, ...more]) =>
    first ? [{ ...first, quantity: 1 + more.length }] : [],
  )
}
