import { readdir } from 'node:fs/promises'
import type { ProductSpec } from './product-specs.ts'

const HOST = 'https://demo.cabochon.example/pictures'
const CUTS = ['', '-b', '-c'] as const

/** Adds pictures to each product: every view that was rendered. */
export type Pictures = Readonly<{
  /**
   * Takes the picture URLs of a product; none while its design has no front view. The first one opened no earlier
   * product, as long as there are any left.
   */
  take: (product: ProductSpec) => string[]
  /** URL of the plain front view of a design. */
  front: (design: string) => string
}>

/**
 * Returns which pictures are in `folder`. Cuts (`-b` and `-c`) may be named before they are made, whole renders may
 * not.
 */
export async function readPictures(folder: string): Promise<Pictures> {
  const renders = new Set((await readdir(folder)).map((file) => file.replace(/\.webp$/, '')))
  const taken = new Map<string, number>()

  function listViews({ design, view }: ProductSpec): string[] {
    const views = view === 'close' ? ['close', 'front', 'worn'] : ['front', 'close', 'worn']
    return views.filter((name) => renders.has(`${design}-${name}`))
  }

  return {
    take(product) {
      const { design } = product
      const views = listViews(product)
      if (!views.includes('front')) return []
      const opening = `${design}-${views[0]}`
      const count = taken.get(opening) ?? 0
      taken.set(opening, count + 1)
      const cut = CUTS[count % CUTS.length] ?? ''
      return views.map((view) => `${HOST}/${design}-${view}${cut}.webp`)
    },
    front: (design) => `${HOST}/${design}-front.webp`,
  }
}
