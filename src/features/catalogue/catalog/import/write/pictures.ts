import type { Assembly } from '../map/assembly.ts'
import { readPictureUrl, cut } from '../read/cells.ts'
import type { FeedImage } from '../map/feed-product.ts'

/** A picture as a row links it. */
export type GivenPicture = Readonly<{ url: string; alt: string; line: number }>

const MAX_PICTURES = 250

/** The usable pictures in their order, each address once; the others are warned about. */
export function collectPictures(piece: Assembly, given: readonly GivenPicture[]): FeedImage[] {
  const images = new Map<string, FeedImage>()
  for (const { url: written, alt, line } of given) {
    const url = readPictureUrl(written)
    if (url === undefined) piece.warn(line, `“${cut(written, 80)}” is not the address of a picture: left out`)
    else if (images.size >= MAX_PICTURES)
      piece.warn(line, `more than ${MAX_PICTURES} pictures: the others are left out`)
    else images.set(url, { url, alt: images.get(url)?.alt || cut(alt, 500) })
  }
  return [...images.values()]
}
