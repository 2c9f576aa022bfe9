import { invalid } from '#core/errors.ts'
import type { Sharp } from 'sharp'
import { isPictureError, openPicture, readSize } from './pictures.ts'

/** The maximum size of a printed logo in pixels: 5 cm wide at 300 dpi. */
const MAX_SIZE = { width: 600, height: 200 } as const

/** Returns a picture as a PNG for documents: upright, on white, at most 600 by 200 pixels. Throws `not_a_picture`. */
export async function encodePrintLogo(bytes: Uint8Array): Promise<Buffer> {
  return encode(bytes, (picture) => toPng(flatten(picture)).toBuffer())
}

/**
 * Returns a picture as a PNG for screens, another for paper, and their size. The first is transparent, the second on
 * white, both at most 600 by 200 pixels. Throws `not_a_picture`.
 */
export function encodeShopLogo(
  bytes: Uint8Array,
): Promise<Readonly<{ screen: Buffer; print: Buffer; width: number; height: number }>> {
  return encode(bytes, async (picture) => {
    const { data: screen, info } = await toPng(picture.clone()).toBuffer({ resolveWithObject: true })
    const print = await toPng(flatten(picture)).toBuffer()
    return { screen, print, width: info.width, height: info.height }
  })
}

/** The margin of icons that phones crop to a circle or a rounded square, as a share of the size. */
const ICON_MARGIN = 0.14

/**
 * Returns a picture as a square PNG of `size` pixels. It is transparent for browser tabs, else on white with a
 * margin.
 */
export function encodeIcon(
  bytes: Uint8Array,
  { size, isTab }: Readonly<{ size: number; isTab: boolean }>,
): Promise<Buffer> {
  const margin = isTab ? 0 : Math.round(size * ICON_MARGIN)
  const background = isTab ? '#ffffff00' : '#ffffff'
  const inner = size - 2 * margin
  return openPicture(bytes).then((picture) =>
    (isTab ? picture : flatten(picture))
      .resize({ width: inner, height: inner, fit: 'contain', background })
      .extend({ top: margin, bottom: margin, left: margin, right: margin, background })
      .png({ compressionLevel: 9 })
      .toBuffer(),
  )
}

const flatten = (picture: Sharp) => picture.flatten({ background: '#ffffff' })
const toPng = (picture: Sharp) => picture.png({ palette: true, compressionLevel: 9 })

async function encode<Encoded>(
  bytes: Uint8Array,
  write: (picture: Sharp) => Promise<Encoded>,
): Promise<Encoded> {
  await readSize(bytes)
  try {
    const picture = (await openPicture(bytes)).autoOrient()
    return await write(picture.resize({ ...MAX_SIZE, fit: 'inside', withoutEnlargement: true }))
  } catch (cause) {
    if (isPictureError(cause)) throw invalid('not_a_picture', `The picture is damaged: ${cause.message}`)
    throw cause
  }
}
