/** A product to be put into an order: whose it is, its category, and the design that its first picture shows. */
export type MixedPiece = Readonly<{ slug: string; place: number; category: string; design: string }>

/** Lists show about so many cards at once: no design shall stand twice among them. */
export const NEIGHBOURS = 12
/** So many products of one supplier may follow each other. */
const MOST_OF_ONE = 3

/** How heavily it weighs that many products of a design are still to come; tried in turn until every list is as it should be. */
const DESIGN_WEIGHTS = [20, 10, 40, 5, 80]

/**
 * The products in an order in which the same design stands as far apart as the number of designs allows, in all and within each
 * category, and suppliers take turns: the first ones are of as many suppliers as there are.
 */
export function mixPieces(pieces: readonly MixedPiece[]): MixedPiece[] {
  let best: { mixed: MixedPiece[]; crowded: number } | undefined
  for (const weight of DESIGN_WEIGHTS) {
    const mixed = mixBy(pieces, weight)
    const crowded = countCrowded(mixed)
    if (!best || crowded < best.crowded) best = { mixed, crowded }
    if (crowded === 0) break
  }
  return best?.mixed ?? []
}

/** How many products stand nearer to one of the same design than they need to, in all and within the categories. */
export function countCrowded(mixed: readonly MixedPiece[]): number {
  const lists = [mixed, ...Map.groupBy(mixed, ({ category }) => category).values()]
  return lists.flatMap((list) => {
    const gap = widestGap(list.map(({ design }) => design))
    return list.filter(({ design }, place) =>
      list.slice(Math.max(0, place - gap + 1), place).some((other) => other.design === design),
    )
  }).length
}

function mixBy(pieces: readonly MixedPiece[], designWeight: number): MixedPiece[] {
  const left = new Set(pieces)
  const mixed: MixedPiece[] = []
  const suppliers = new Set(pieces.map(({ slug }) => slug)).size
  const standing = beginStanding(pieces)
  while (left.size > 0) {
    const last = mixed.slice(-MOST_OF_ONE)
    const isOpening = mixed.length < suppliers
    const hasOpened = new Set(isOpening ? mixed.map(({ slug }) => slug) : [])
    let best: { piece: MixedPiece; cost: number } | undefined
    for (const piece of left) {
      const isTooMany = last.length === MOST_OF_ONE && last.every(({ slug }) => slug === piece.slug)
      const isRefused = isTooMany || hasOpened.has(piece.slug)
      const isNext = !isOpening && last.at(-1)?.slug === piece.slug
      const cost = costIn(standing, piece, designWeight) + (isRefused ? REFUSED : 0) - (isNext ? NEXT : 0)
      if (!best || cost < best.cost) best = { piece, cost }
    }
    if (!best) break
    left.delete(best.piece)
    mixed.push(best.piece)
    note(standing, best.piece)
  }
  return mixed
}

// What speaks for and against: a place too near counts most. That a supplier's products follow each other makes fewer imports.
const REFUSED = 1e6
const TOO_NEAR = 100
const CATEGORY_LEFT = 300
const SUPPLIER_LEFT = 100
const NEXT = 30

/** What has been placed where, how many of each kind there are in all and left, and how far apart a list's designs can stand. */
type Standing = Readonly<{
  placed: Map<string, number>
  seen: Map<string, number>
  inAll: ReadonlyMap<string, number>
  left: Map<string, number>
  gaps: ReadonlyMap<string, number>
}>

const ALL = 'all'

function beginStanding(pieces: readonly MixedPiece[]): Standing {
  const inAll = new Map<string, number>()
  for (const kind of pieces.flatMap(kindsOf)) inAll.set(kind, (inAll.get(kind) ?? 0) + 1)
  const lists = [[ALL, pieces] as const, ...Map.groupBy(pieces, ({ category }) => category)]
  const gaps = new Map(lists.map(([name, list]) => [name, widestGap(list.map(({ design }) => design))]))
  return { placed: new Map(), seen: new Map(), inAll, left: new Map(inAll), gaps }
}

/** How far apart, at most `NEIGHBOURS`, the same design can stand in a list of these. */
export function widestGap(designs: readonly string[]): number {
  const counts = [...Map.groupBy(designs, (design) => design).values()].map(({ length }) => length)
  const most = Math.max(1, ...counts)
  const ofMost = counts.filter((count) => count === most).length
  return most === 1 ? NEIGHBOURS : Math.min(NEIGHBOURS, Math.floor((designs.length - ofMost) / (most - 1)))
}

function kindsOf({ slug, category, design }: MixedPiece): string[] {
  return [`of ${slug}`, `in ${category}`, `like ${design}`]
}

function note({ placed, seen, left }: Standing, piece: MixedPiece): void {
  for (const kind of kindsOf(piece)) left.set(kind, (left.get(kind) ?? 0) - 1)
  for (const list of [ALL, piece.category]) {
    const place = (placed.get(list) ?? 0) + 1
    placed.set(list, place)
    seen.set(`${list} ${piece.design}`, place)
  }
}

/** What speaks against a product coming next: its design was just there, or others are more in need of the place. */
function costIn(
  { placed, seen, inAll, left, gaps }: Standing,
  piece: MixedPiece,
  designWeight: number,
): number {
  const near = [ALL, piece.category].reduce((sum, list) => {
    const back = (placed.get(list) ?? 0) + 1 - (seen.get(`${list} ${piece.design}`) ?? -Infinity)
    return sum + Math.max(0, (gaps.get(list) ?? 0) - back)
  }, 0)
  const share = (kind: string) => (left.get(kind) ?? 0) / (inAll.get(kind) ?? 1)
  const [ofSupplier, ofCategory] = [share(`of ${piece.slug}`), share(`in ${piece.category}`)]
  const ofDesign = left.get(`like ${piece.design}`) ?? 0
  return near * TOO_NEAR - ofDesign * designWeight - ofCategory * CATEGORY_LEFT - ofSupplier * SUPPLIER_LEFT
}
