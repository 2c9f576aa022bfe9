import { createHash } from 'node:crypto'
import type { Sharp } from 'sharp'
import { invalid } from '#core/errors.ts'
import type { Files } from './files.ts'

/** The widths in which every picture is stored; a smaller original fills the wider ones unchanged. */
const PICTURE_WIDTHS = [400, 800, 1200] as const

/** The formats in which a picture is served. */
export type PictureFormat = 'avif' | 'webp'

/** A stored picture: its key, the size of the original in pixels, and its average colour as `#rrggbb`. */
export type StoredPicture = Readonly<{ key: string; width: number; height: number; tint: string }>

const FORMATS = ['jpeg', 'png', 'webp', 'gif', 'heif', 'avif']
const MAX_PIXELS = 60_000_000

/**
 * Keeps a picture under the hash of its bytes, in WebP at all widths; AVIF is made when it is first asked for. The type is
 * told by the bytes, never by a name. Throws `not_a_picture` for anything but JPEG, PNG, WebP, AVIF and GIF, and for
 * pictures of more than 60 million pixels. With a `salt` the key is by that too: the same picture is kept once for each.
 */
export async function storePicture(files: Files, bytes: Uint8Array, salt = ''): Promise<StoredPicture> {
  const { width, height } = await readSize(bytes)
  const key = createHash('sha256').update(salt).update(bytes).digest('hex').slice(0, 32)
  try {
    const tint = await readTint(bytes)
    await storeWebp(files, key, bytes)
    return { key, width, height, tint }
  } catch (cause) {
    if (isPictureError(cause)) throw invalid('not_a_picture', `The picture is damaged: ${cause.message}`)
    throw cause
  }
}

/** A picture made again: its size in pixels as it is shown, and its WebP bytes by width. */
export type ReencodedPicture = Readonly<{
  width: number
  height: number
  webp: ReadonlyMap<number, Uint8Array>
}>

/**
 * Draws somebody's picture again in these widths, so that nothing of the file itself is passed on: no place, no camera, no
 * second meaning of its bytes. Throws `not_a_picture` as `storePicture` does.
 */
export async function reencodePicture(
  bytes: Uint8Array,
  widths: readonly number[],
): Promise<ReencodedPicture> {
  const { width, height } = await readSize(bytes)
  try {
    const webp = new Map<number, Uint8Array>()
    for (const targetWidth of widths)
      webp.set(
        targetWidth,
        await (await openScaled(bytes, targetWidth)).webp({ quality: 78, effort: 2 }).toBuffer(),
      )
    return { width, height, webp }
  } catch (cause) {
    if (isPictureError(cause)) throw invalid('not_a_picture', `The picture is damaged: ${cause.message}`)
    throw cause
  }
}

/** The maximum width and height of an uploaded picture. */
const MAX_UPLOAD_SIZE = 2400

/**
 * Stores an uploaded picture, like `storePicture`, but encodes it again first: no metadata that a camera or a program
 * writes into a picture (such as place and author) is stored, nor data hidden behind it.
 */
export async function storeUpload(files: Files, bytes: Uint8Array, salt: string): Promise<StoredPicture> {
  if (!hasPictureSignature(bytes))
    throw invalid('not_a_picture', 'Choose a JPEG, PNG, WebP, AVIF or GIF picture.')
  await readSize(bytes)
  const reencoded = await (
    await openPicture(bytes)
  )
    .autoOrient()
    .resize({ width: MAX_UPLOAD_SIZE, height: MAX_UPLOAD_SIZE, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 88, effort: 2 })
    .toBuffer()
    .catch((cause: unknown) => {
      if (isPictureError(cause)) throw invalid('not_a_picture', 'The picture is damaged. Choose another one.')
      throw cause
    })
  return storePicture(files, reencoded, salt)
}

/**
 * Stores an uploaded photograph, as `storeUpload` does, but JPEG, PNG and WebP only. Throws `not_a_picture` for
 * everything else.
 */
export async function storePhoto(files: Files, bytes: Uint8Array, salt: string): Promise<StoredPicture> {
  if (!/^(?:\xff\xd8\xff|\x89PNG\r\n\x1a\n|RIFF[^]{4}WEBP)/.test(readPrefix(bytes)))
    throw invalid('not_a_picture', 'Choose a JPEG, PNG or WebP picture.')
  return storeUpload(files, bytes, salt)
}

/** By the first bytes: JPEG, PNG, GIF, WebP (RIFF) and AVIF (ISO base media, brand avif or avis). Nothing else is parsed. */
function hasPictureSignature(bytes: Uint8Array): boolean {
  return /^(?:\xff\xd8\xff|\x89PNG\r\n\x1a\n|GIF8[79]a|RIFF[^]{4}WEBP|[^]{4}ftypavi[fs])/.test(
    readPrefix(bytes),
  )
}

function readPrefix(bytes: Uint8Array): string {
  return Buffer.from(bytes.subarray(0, 12)).toString('latin1')
}

/** Removes a stored picture with all its files. */
export async function removePicture(files: Files, key: string): Promise<void> {
  const widths = [200, ...PICTURE_WIDTHS]
  const keys = widths.flatMap((width) => [
    getPictureFileKey(key, width, 'avif'),
    getPictureFileKey(key, width, 'webp'),
  ])
  for (const file of [getOriginalKey(key), getSocialFileKey(key), ...keys]) await files.remove(file)
}

/** The key of the file that holds a picture in one width and format. */
export function getPictureFileKey(key: string, width: number, format: PictureFormat): string {
  return `pictures/${key.slice(0, 2)}/${key}-${width}.${format}`
}

/** The key of the file that holds what other sites show of a picture. */
export function getSocialFileKey(key: string): string {
  return `pictures/${key.slice(0, 2)}/${key}-social.jpg`
}

/** The bytes that a picture was made of; undefined when there is no such picture. */
export async function readOriginal(files: Files, key: string): Promise<Uint8Array | undefined> {
  const original = await files.open(getOriginalKey(key))
  return original && new Uint8Array(await new Response(original.stream).arrayBuffer())
}

/** Renders and stores the AVIF of a stored picture; undefined when there is no such picture. */
export async function createAvif(
  files: Files,
  key: string,
  width: number,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const bytes = await readOriginal(files, key)
  if (!bytes) return undefined
  // Effort 0 takes a third of the time of 2 and yields files 5 % larger, still 15 % smaller than WebP.
  const avif = new Uint8Array(
    await (await openScaled(bytes, width)).avif({ quality: 55, effort: 0 }).toBuffer(),
  )
  await files.put(getPictureFileKey(key, width, 'avif'), avif, 'image/avif')
  return avif
}

/** The original is written last: where it is, everything is. */
async function storeWebp(files: Files, key: string, bytes: Uint8Array): Promise<void> {
  if (await files.has(getOriginalKey(key))) return
  for (const width of PICTURE_WIDTHS) {
    const webp = await (await openScaled(bytes, width)).webp({ quality: 78, effort: 2 }).toBuffer()
    await files.put(getPictureFileKey(key, width, 'webp'), webp, 'image/webp')
  }
  await files.put(getOriginalKey(key), bytes, 'application/octet-stream')
}

function getOriginalKey(key: string): string {
  return `pictures/${key.slice(0, 2)}/${key}.original`
}

/** A picture as sharp takes it; sharp is loaded with the first one, as most processes never touch any. */
export async function openPicture(bytes: Uint8Array): Promise<Sharp> {
  const { default: sharp } = await import('sharp')
  return sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
}

async function openScaled(bytes: Uint8Array, width: number): Promise<Sharp> {
  return (await openPicture(bytes)).autoOrient().resize({ width, withoutEnlargement: true })
}

async function readSize(bytes: Uint8Array): Promise<{ width: number; height: number }> {
  if (bytes.length === 0) throw invalid('not_a_picture', 'The file is empty.')
  const picture = await openPicture(bytes)
  const metadata = await picture.metadata().catch((cause: Error) => {
    throw invalid('not_a_picture', `This picture cannot be read: ${cause.message}`)
  })
  const isAvif = metadata.format !== 'heif' || metadata.compression === 'av1'
  if (!FORMATS.includes(metadata.format) || !isAvif) {
    throw invalid('not_a_picture', `Pictures of type ${metadata.format} are not supported.`)
  }
  const { width, height } = metadata.autoOrient
  if (width * height > MAX_PIXELS)
    throw invalid('not_a_picture', 'The picture has more than 60 million pixels. Choose a smaller one.')
  return { width, height }
}

async function readTint(bytes: Uint8Array): Promise<string> {
  const picture = await openPicture(bytes)
  const pixel = await picture
    .flatten({ background: '#ffffff' })
    .resize(1, 1)
    .removeAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer()
  return `#${pixel.subarray(0, 3).toString('hex')}`
}

/** sharp throws plain errors for bad pictures, and errors with a code for disk failures. */
function isPictureError(cause: unknown): cause is Error {
  return (
    cause instanceof Error &&
    !('code' in cause) &&
    /vips|input|image|picture|pixel|corrupt|header|buffer/i.test(cause.message)
  )
}
