import type { ProductImageData } from '#features/catalogue/catalog/contract.ts'

/**
 * The sources of an `<img>` in a `<picture>`; `avif` is undefined if only one file is known. The few browsers without
 * AVIF get the WebP of medium width: a second source set would make up a tenth of a listing's HTML.
 */
export type PictureSources = Readonly<{ src: string; avif: string | undefined }>

/** The picture of a product that has none. */
export const PLACEHOLDER_PICTURE = '/pictures/placeholder.svg'

/** Returns the files of a picture, or of the placeholder if there is none. */
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
 * Returns the path of a picture cropped for social previews, 1,200 by 630 pixels. It is undefined if only one file of
 * the picture is known.
 */
export function socialPicturePath(image: Pick<ProductImageData, 'key'> | undefined): string | undefined {
  return image && image.key !== null ? `/media/${image.key}-social.jpg` : undefined
}

/** Returns the widths of a picture as a source set. It is written out because a listing calls it a hundred times. */
function toSourceSet(file: string): string {
  return `${file}-400.avif 400w, ${file}-800.avif 800w, ${file}-1200.avif 1200w`
}
