import type { ProductAssembly } from '../map/assembly.ts'
import { readPictureUrl, truncate } from '../read/cells.ts'
import type { FeedImage } from '../map/feed-product.ts'

/** A picture that a row links to. */
export type LinkedPicture = Readonly<{ url: string; alt: string; line: number }>

const MAX_PICTURES = 250

/** Returns usable pictures in order, each URL once; warns about the others. */
export function collectPictures(assembly: ProductAssembly, linked: readonly LinkedPicture[]): FeedImage[] {
  const images = new Map<string, FeedImage>()
  for (const { url: writtenUrl, alt, line } of linked) {
    const url = readPictureUrl(writtenUrl)
    if (url === undefined)
      assembly.warn(line, `“${truncate(writtenUrl, 80)}” is not the address of a picture: left out`)
    else if (images.size >= MAX_PICTURES)
      assembly.warn(line, `more than ${MAX_PICTURES} pictures: the rest were left out`)
    else images.set(url, { url, alt: images.get(url)?.alt || truncate(alt, 500) })
  }
  return [...images.values()]
}
