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

/** The maximum width and height of a public picture that is uploaded. */
const MAX_SIZE = 2400

/** What a public picture may be: any picture, or a photograph as cameras and picture programs write it. */
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
 * Returns the format of pictures that everybody may see at `/media`, in all its widths and formats. They are encoded again, so that
 * no metadata that a camera or a program writes into a picture (such as place and author) is stored, nor data hidden behind it. The
 * key depends on the upload's id too: two uploads never share a file, so one can be deleted without the other.
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

/** The size of a private picture in pixels, as it is shown. */
export type PictureSize = Readonly<{ width: number; height: number }>

/** A format of private pictures, and where it stores one in one of its widths. */
export type PrivatePictureFormat = UploadFormat<PictureSize> &
  Readonly<{ getFileKey(id: string, width: number | string): string }>

/**
 * Returns the format of pictures for those who know their id, stored as WebP under `folder` in these widths. They are encoded again,
 * so that nothing of the file itself is passed on: no place, no camera, no data hidden behind it.
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
