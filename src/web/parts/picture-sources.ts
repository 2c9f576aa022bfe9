import type { ProductImageData } from '#features/catalog/contract.ts'

/** What an `<img>` in a `<picture>` needs; the two sets are missing where only one file is known. */
export type PictureSources = Readonly<{ src: string; avif: string | undefined; webp: string | undefined }>

/** Shown for a piece that has no picture. */
export const PLACEHOLDER_PICTURE = '/pictures/placeholder.svg'

/** The files of a picture of the shop, or of the placeholder where there is none. */
export function pictureSources(
  image: Pick<ProductImageData, 'image_url' | 'key'> | undefined,
): PictureSources {
  if (!image) return { src: PLACEHOLDER_PICTURE, avif: undefined, webp: undefined }
  const { key } = image
  if (key === null) return { src: image.image_url, avif: undefined, webp: undefined }
  return { src: image.image_url, avif: widthsOf(key, 'avif'), webp: widthsOf(key, 'webp') }
}

/** The path of a picture at 1,200 pixels, or of the only file that is known of it. */
export function picturePath({ image_url, key }: Pick<ProductImageData, 'image_url' | 'key'>): string {
  return key === null ? image_url : `/media/${key}-1200.webp`
}

/** The widths in which every picture of the shop is kept; written out, since a listing asks a hundred times. */
function widthsOf(key: string, format: 'avif' | 'webp'): string {
  const file = `/media/${key}`
  return `${file}-400.${format} 400w, ${file}-800.${format} 800w, ${file}-1200.${format} 1200w`
}
