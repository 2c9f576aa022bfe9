import type { CatalogueShop } from './catalogue-shop.ts'
import { load } from './load.ts'
import type { Row } from './table.ts'

const SHELF = 50

/** How long the first, the hundredth and the last page of the list take: 99 of 100 answers, in milliseconds. */
export type Depths = Readonly<Record<DepthName, number>>

type DepthName = 'page 1' | 'page 100' | 'the last page'

/** Asks the shop for its pages one after the other; `pieces` is how many it has. */
export async function measureDepths({ url }: CatalogueShop, pieces: number): Promise<Depths> {
  const p99Of = async (page: number) => {
    const path = `/shop/getAllProducts?limit=${SHELF}&page=${page}`
    const { p99Ms, failed } = await load(url, () => ({ path }), { connections: 1 })
    if (failed > 0) throw new Error(`${failed} answers failed`)
    return p99Ms
  }
  return {
    'page 1': await p99Of(1),
    'page 100': await p99Of(100),
    'the last page': await p99Of(Math.ceil(pieces / SHELF)),
  }
}

/** The depths of a large catalogue held against those of a small one. */
export function depthRows(small: Depths, large: Depths, pieces: number): Row[] {
  const names = ['page 1', 'page 100', 'the last page'] as const
  return names.map((name) => {
    // Times are told in whole milliseconds: under one, the clock is what is measured.
    const before = Math.max(small[name], 1)
    return {
      what: `list of ${pieces}, ${name}: p99`,
      figure: large[name],
      unit: 'ms',
      bar: 3 * before,
      aim: before,
      note: `at 10,000 pieces ${small[name]} ms`,
    }
  })
}
