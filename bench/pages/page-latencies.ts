import type { BenchShop } from '../shop/catalogue-shop.ts'
import { runLoad } from '../load.ts'
import type { Row } from '../table.ts'

const PAGE_SIZE = 50

/**
 * The latencies of the first, the hundredth and the last page of the list. They are those of 99 of 100 responses,
 * in milliseconds.
 */
export type PageLatencies = Readonly<Record<PagePosition, number>>

type PagePosition = 'page 1' | 'page 100' | 'the last page'

/** Measures the latencies of the shop's pages one after the other; `products` is their number. */
export async function measurePageLatencies({ url }: BenchShop, products: number): Promise<PageLatencies> {
  const measureP99 = async (page: number) => {
    const path = `/shop/getAllProducts?limit=${PAGE_SIZE}&page=${page}`
    const { p99Ms, failed } = await runLoad(url, () => ({ path }), { connections: 1 })
    if (failed > 0) throw new Error(`${failed} answers failed`)
    return p99Ms
  }
  return {
    'page 1': await measureP99(1),
    'page 100': await measureP99(100),
    'the last page': await measureP99(Math.ceil(products / PAGE_SIZE)),
  }
}

/** Returns rows that compare a large catalogue's depths with a small one's. */
export function toLatencyRows(small: PageLatencies, large: PageLatencies, products: number): Row[] {
  const names = ['page 1', 'page 100', 'the last page'] as const
  return names.map((name) => {
    // Times are reported in whole milliseconds: under one, the clock is what is measured.
    const smallMs = Math.max(small[name], 1)
    return {
      what: `list of ${products}, ${name}: p99`,
      figure: large[name],
      unit: 'ms',
      bar: 3 * smallMs,
      aim: smallMs,
      note: `at 10,000 products ${small[name]} ms`,
    }
  })
}
