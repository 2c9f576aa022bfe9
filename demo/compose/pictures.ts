import { readdir } from 'node:fs/promises'
import type { ProductSpec } from './product-specs.ts'

const HOST = 'https://demo.cabochon.example/pictures'
const CUTS = ['', '-b', '-c'] as const

/** A product is shown with this many pictures at least. */
const MIN_PICTURES = 3

/** Gives each product its pictures: every view that was rendered, and details of the front where those are too few. */
export type Pictures = Readonly<{
  /**
   * URLs of the pictures of a product, the first being one that no earlier product opened with while there are any left;
   * none while its design has no front view.
   */
  take: (product: ProductSpec) => string[]
  /** URL of the plain front view of a design. */
  front: (design: string) => string
}>

/** Looks at what lies in `folder`; cuts (`-b` to `-f`) may be named before they are made, whole renders may not. */
export async function readPictures(folder: string): Promise<Pictures> {
  const renders = new Set((await readdir(folder)).map((file) => file.replace(/\.webp$/, '')))
  const useCounts = new Map<string, number>()

  function listViews({ design, view }: ProductSpec): string[] {
    const views = view === 'close' ? ['close', 'front', 'worn'] : ['front', 'close', 'worn']
    return views.filter((name) => renders.has(`${design}-${name}`))
  }

  return {
    take(product) {
      const { design } = product
      const views = listViews(product)
      if (!views.includes('front')) return []
      const firstPicture = `${design}-${views[0]}`
      const count = useCounts.get(firstPicture) ?? 0
      useCounts.set(firstPicture, count + 1)
      const cut = CUTS[count % CUTS.length] ?? ''
      const details = [`front${cut === '-b' ? '-e' : '-d'}`, 'front-f']
      const names = [...views.map((view) => `${view}${cut}`), ...details].slice(
        0,
        Math.max(MIN_PICTURES, views.length),
      )
      return names.map((name) => `${HOST}/${design}-${name}.webp`)
    },
    front: (design) => `${HOST}/${design}-front.webp`,
  }
}
