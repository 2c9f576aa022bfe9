import type { Sharp } from 'sharp'
import type { Files } from './files.ts'
import { openPicture, readOriginal, getSocialFileKey } from './pictures.ts'

/** The size in which social networks and messengers show a picture, in pixels (ogp.me; 1.91 to 1). */
export const SOCIAL_SIZE = { width: 1200, height: 630 } as const

type Size = Readonly<{ width: number; height: number }>

/** The largest share of a wide picture that may be cropped at two sides; above it, the picture is shown whole. */
const MAX_CROP_SHARE = 0.15

/** The share of a side from which the colours of the background are taken. */
const EDGE_SHARE = 0.03

/** The share of the height over which a picture that is shown whole fades into the background at each side. */
const FADE_SHARE = 0.1

/** Renders and stores the social preview of a stored picture; undefined when there is no such picture. */
export async function createSocialPicture(
  files: Files,
  key: string,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const original = await readOriginal(files, key)
  if (!original) return undefined
  const jpeg = await renderSocialPicture(original)
  await files.put(getSocialFileKey(key), jpeg, 'image/jpeg')
  return jpeg
}

/**
 * Renders a picture's social preview: a JPEG in their size, as not all sites read WebP. A picture of another shape is
 * shown whole in the middle and fades into its own colours on both sides, so that no ring loses its stone.
 */
export async function renderSocialPicture(bytes: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  const { autoOrient: size } = await (await openPicture(bytes)).metadata()
  const shape = SOCIAL_SIZE.width / SOCIAL_SIZE.height
  const isSimilarShape = Math.abs(1 - size.width / size.height / shape) <= MAX_CROP_SHARE
  const picture = isSimilarShape ? await renderCovering(bytes) : await renderCentered(bytes)
  return new Uint8Array(await picture.jpeg({ quality: 82, progressive: true }).toBuffer())
}

/** Fills the whole frame; transparency becomes white, as on a product page. */
async function renderCovering(bytes: Uint8Array): Promise<Sharp> {
  return (await openPicture(bytes))
    .autoOrient()
    .flatten({ background: '#ffffff' })
    .resize({ ...SOCIAL_SIZE, fit: 'cover' })
}

async function renderCentered(bytes: Uint8Array): Promise<Sharp> {
  const { data: pixels, info } = await (
    await openPicture(bytes)
  )
    .autoOrient()
    .flatten({ background: '#ffffff' })
    .resize({ ...SOCIAL_SIZE, fit: 'inside' })
    .png({ compressionLevel: 1 })
    .toBuffer({ resolveWithObject: true })
  const fadedPicture = await (
    await openPicture(pixels)
  )
    .ensureAlpha()
    .composite([{ input: Buffer.from(createFadeMask(info)), blend: 'dest-in' }])
    .png({ compressionLevel: 1 })
    .toBuffer()
  return (await renderBackground(pixels, info)).composite([{ input: fadedPicture }])
}

/**
 * Renders the outermost stripes of both sides, stretched until they meet. They have all colours of the background,
 * and nothing of the product.
 */
async function renderBackground(pixels: Uint8Array, { width, height }: Size): Promise<Sharp> {
  const isPortrait = width < SOCIAL_SIZE.width
  const stripe = isPortrait
    ? { width: Math.max(1, Math.round(width * EDGE_SHARE)), height }
    : { width, height: Math.max(1, Math.round(height * EDGE_SHARE)) }
  const halfCanvas = isPortrait
    ? { width: SOCIAL_SIZE.width / 2, height: SOCIAL_SIZE.height }
    : { width: SOCIAL_SIZE.width, height: SOCIAL_SIZE.height / 2 }
  const stretchStripe = async (left: number, top: number) =>
    (await openPicture(pixels))
      .extract({ left, top, ...stripe })
      .resize({ ...halfCanvas, fit: 'fill' })
      .blur(24)
      .toBuffer()
  const first = await stretchStripe(0, 0)
  const second = await stretchStripe(width - stripe.width, height - stripe.height)
  const { default: sharp } = await import('sharp')
  return sharp([first, second], { join: { across: isPortrait ? 2 : 1 } })
}

/** Returns an SVG mask as large as the picture, opaque except at the two sides with free space beside them. */
function createFadeMask({ width, height }: Size): string {
  const isPortrait = width < SOCIAL_SIZE.width
  const share = Math.min(0.3, (FADE_SHARE * Math.min(width, height)) / (isPortrait ? width : height))
  const stops = [0, share, 1 - share, 1]
    .map((at, index) => `<stop offset="${at}" stop-color="#fff" stop-opacity="${index % 3 === 0 ? 0 : 1}"/>`)
    .join('')
  const direction = isPortrait ? 'x2="1" y2="0"' : 'x2="0" y2="1"'
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><defs><linearGradient id="f" ${direction}>${stops}</linearGradient></defs><rect width="100%" height="100%" fill="url(#f)"/></svg>`
}
