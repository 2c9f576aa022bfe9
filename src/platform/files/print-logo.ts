import { invalid } from '#core/errors.ts'
import { isPictureError, openPicture, readSize } from './pictures.ts'

/** What a logo is printed from at most, in pixels: 5 cm wide at 300 dpi. */
const MAX_SIZE = { width: 600, height: 200 } as const

/** Returns a picture as a PNG that documents print: upright, on white, at most 600 by 200 pixels. Throws `not_a_picture`. */
export async function encodePrintLogo(bytes: Uint8Array): Promise<Buffer> {
  await readSize(bytes)
  try {
    const picture = (await openPicture(bytes))
      .autoOrient()
      .resize({ ...MAX_SIZE, fit: 'inside', withoutEnlargement: true })
    return await picture
      .flatten({ background: '#ffffff' })
      .png({ palette: true, compressionLevel: 9 })
      .toBuffer()
  } catch (cause) {
    if (isPictureError(cause)) throw invalid('not_a_picture', `The picture is damaged: ${cause.message}`)
    throw cause
  }
}
