import { readdir } from 'node:fs/promises'
import type { Piece } from './pieces.ts'

const HOST = 'https://demo.cabochon.example/pictures'
const CUTS = ['', '-b', '-c'] as const

/** Gives each piece its pictures: every view that was rendered. */
export type Pictures = Readonly<{
  /**
   * URLs of the pictures of a piece, the first being one that no earlier piece opened with while there are any left;
   * none while its design has no front view.
   */
  take: (piece: Piece) => string[]
  /** URL of the plain front view of a design. */
  front: (design: string) => string
}>

/** Looks at what lies in `folder`; cuts (`-b` and `-c`) may be named before they are made, whole renders may not. */
export async function lookAtPictures(folder: string): Promise<Pictures> {
  const renders = new Set((await readdir(folder)).map((file) => file.replace(/\.webp$/, '')))
  const taken = new Map<string, number>()

  function viewsOf({ design, view }: Piece): string[] {
    const views = view === 'close' ? ['close', 'front', 'worn'] : ['front', 'close', 'worn']
    return views.filter((name) => renders.has(`${design}-${name}`))
  }

  return {
    take(piece) {
      const { design } = piece
      const views = viewsOf(piece)
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
