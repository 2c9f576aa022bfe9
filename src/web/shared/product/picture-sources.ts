import type { ProductImageData } from '#features/catalogue/catalog/contract.ts'

/**
 * The sources of an `<img>` in a `<picture>`: the set is missing where only one file is known. Browsers that know
 * no AVIF take the one WebP of the middle width: they are few, and a second set is a tenth of a listing.
 */
export type PictureSources = Readonly<{ src: string; avif: string | undefined }>

/** Shown for a product that has no picture. */
export const PLACEHOLDER_PICTURE = '/pictures/placeholder.svg'

/** Returns the files of a picture, or of the placeholder where there is none. */
export function pictureSources(
  image: Pick<ProductImageData, 'image_url' | 'key'> | undefined,
): PictureSources {
  if (!image) return { src: PLACEHOLDER_PICTURE, avif: undefined }
  const { key } = image
  return { src: image.image_url, avif: key === null ? undefined : toSourceSet(`/media/${key}`) }
}

/** Returns the path of a picture at 1,200 pixels, or of its only known file. */
export function picturePath({ image_url, key }: Pick<ProductImageData, 'image_url' | 'key'>): string {
  return key === null ? image_url : `/media/${key}-1200.webp`
}

/**
 * Returns the path of a picture in the shape for social previews, 1,200 by 630 pixels. It is undefined where only
 * one file of the picture is known.
 */
export function socialPicturePath(image: Pick<ProductImageData, 'key'> | undefined): string | undefined {
  return image && image.key !== null ? `/media/${image.key}-social.jpg` : undefined
}

/** Returns the widths of a picture as a source set; written out, since a listing reads it a hundred times. */
function toSourceSet(file: string): string {
  return `${file}-400.avif 400w, ${file}-800.avif 800w, ${file}-1200.avif 1200w`
}
