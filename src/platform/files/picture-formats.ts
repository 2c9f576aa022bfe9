import { invalid, notFound, type AppError } from '#core/errors.ts'
import {
  describePicture,
  isPictureError,
  listPictureFileKeys,
  openPicture,
  openScaled,
  readSize,
  storeWebp,
  type StoredPicture,
} from './pictures.ts'
import type { UploadFormat } from './uploads.ts'

/** The maximum width and height of an uploaded public picture, in pixels. */
const MAX_SIZE = 2400

/** The accepted formats of public pictures: any picture, or a photograph as from cameras and image editors. */
const ACCEPTED = {
  pictures: {
    signature: /^(?:\xff\xd8\xff|\x89PNG\r\n\x1a\n|GIF8[79]a|RIFF[^]{4}WEBP|[^]{4}ftypavi[fs])/,
    advice: 'Choose a JPEG, PNG, WebP, AVIF or GIF picture.',
  },
  photos: {
    signature: /^(?:\xff\xd8\xff|\x89PNG\r\n\x1a\n|RIFF[^]{4}WEBP)/,
    advice: 'Choose a JPEG, PNG or WebP picture.',
  },
} as const

/**
 * Returns the format of pictures that are public at `/media`, in all widths and formats. They are encoded again,
 * which removes metadata of cameras and image editors (such as place and author), and hidden data. The key also
 * depends on the upload's id: two uploads never share a file, so each can be deleted alone.
 */
export function publicPictures(accepted: keyof typeof ACCEPTED): UploadFormat<StoredPicture> {
  const { signature, advice } = ACCEPTED[accepted]
  return {
    listFileKeys: listPictureFileKeys,
    notFound: pictureNotFound,
    async encode(bytes, id) {
      if (!signature.test(Buffer.from(bytes.subarray(0, 12)).toString('latin1')))
        throw invalid('not_a_picture', advice)
      await readSize(bytes)
      const reencoded = await (
        await openPicture(bytes)
      )
        .autoOrient()
        .resize({ width: MAX_SIZE, height: MAX_SIZE, fit: 'inside', withoutEnlargement: true })
        .webp({ quality: 88, effort: 2 })
        .toBuffer()
        .catch((cause: unknown) => {
          if (isPictureError(cause))
            throw invalid('not_a_picture', 'The picture is damaged. Choose another one.')
          throw cause
        })
      const stored = await describePicture(reencoded, id)
      return { stored, write: (files) => storeWebp(files, stored.key, reencoded) }
    },
  }
}

/** The displayed size of a private picture in pixels. */
export type PictureSize = Readonly<{ width: number; height: number }>

/** A format of private pictures, and the storage key of each width. */
export type PrivatePictureFormat = UploadFormat<PictureSize> &
  Readonly<{ getFileKey(id: string, width: number | string): string }>

/**
 * Returns the format of pictures for callers who know their id, stored as WebP under `folder` in these widths. They
 * are encoded again, which removes the file's metadata (place, camera) and hidden data.
 */
export function privatePictures(folder: string, widths: readonly number[]): PrivatePictureFormat {
  const getFileKey = (id: string, width: number | string) => `${folder}/${id.slice(-2)}/${id}-${width}.webp`
  return {
    getFileKey,
    listFileKeys: (id) => widths.map((width) => getFileKey(id, width)),
    notFound: pictureNotFound,
    async encode(bytes, id) {
      const size = await readSize(bytes)
      const encoded = new Map<number, Uint8Array>()
      for (const width of widths) encoded.set(width, await encodeWebp(bytes, width))
      return {
        stored: size,
        async write(files) {
          for (const [width, webp] of encoded) await files.put(getFileKey(id, width), webp, 'image/webp')
        },
      }
    },
  }
}

async function encodeWebp(bytes: Uint8Array, width: number): Promise<Uint8Array> {
  try {
    return await (await openScaled(bytes, width)).webp({ quality: 78, effort: 2 }).toBuffer()
  } catch (cause) {
    if (isPictureError(cause)) throw invalid('not_a_picture', `The picture is damaged: ${cause.message}`)
    throw cause
  }
}

function pictureNotFound(): AppError {
  return notFound('picture_not_found', 'This picture doesn’t exist.')
}
