import { readdir } from 'node:fs/promises'
import type { Piece } from './pieces.ts'

const HOST = 'https://demo.cabochon.example/pictures'
const CUTS = ['', '-b', '-c'] as const

/** Gives each piece its pictures: the opening one and the other view, or a detail where that was not rendered. */
export type Pictures = Readonly<{
  /** URLs of the pictures of a piece, the first being one that no earlier piece opened with while there are any left. */
  take: (piece: Piece) => string[]
  /** URL of the plain front view of a design. */
  front: (design: string) => string
}>

/** Looks at what lies in `folder`; cuts (`-b` to `-e`) may be named before they are made, whole renders may not. */
export async function lookAtPictures(folder: string): Promise<Pictures> {
  const renders = new Set((await readdir(folder)).map((file) => file.replace(/\.webp$/, '')))
  const taken = new Map<string, number>()

  function openingOf({ design, view }: Piece): 'front' | 'close' {
    return view === 'close' && renders.has(`${design}-close`) ? 'close' : 'front'
  }

  return {
    take(piece) {
      const { design } = piece
      const first = openingOf(piece)
      const count = taken.get(`${design}-${first}`) ?? 0
      taken.set(`${design}-${first}`, count + 1)
      const cut = CUTS[count % CUTS.length] ?? ''
      const second = first === 'front' ? 'close' : 'front'
      const other = renders.has(`${design}-${second}`)
        ? `${second}${cut}`
        : `front${cut === '-b' ? '-e' : '-d'}`
      return [`${first}${cut}`, other].map((name) => `${HOST}/${design}-${name}.webp`)
    },
    front: (design) => `${HOST}/${design}-front.webp`,
  }
}
