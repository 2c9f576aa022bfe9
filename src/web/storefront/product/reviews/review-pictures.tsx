import { ImagePlus, X } from 'lucide'
import { Icon } from '#web/ui/icon.tsx'
import { useState, type ChangeEvent } from 'react'
import type { ReviewPictureData } from '#features/catalogue/reviews/contract.ts'
import { call, explainError } from '#web/app/calls/api.ts'
import { ProductPicture } from '#web/shared/product/product-picture.tsx'
import { toast } from '#web/app/toast.ts'
import { LiveRegion } from '#web/ui/live-region.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

/** The most pictures that a review may have. */
const MAX_PICTURES = 4

type Pictures = readonly ReviewPictureData[]
type Props = Readonly<{
  pictures: Pictures
  onChange: (change: (before: Pictures) => ReviewPictureData[]) => void
}>

/** Renders the pictures of a review that is being written. Each is uploaded when selected, and shown as stored. */
export function ReviewPictures({ pictures, onChange }: Props) {
  const [waiting, setWaiting] = useState(0)
  const remaining = MAX_PICTURES - pictures.length - waiting

  async function send(file: File): Promise<void> {
    setWaiting((before) => before + 1)
    try {
      const picture = await shrinkPicture(file)
      const answer = await call('POST /shop/uploadReviewPicture', { body: { data: { picture } } })
      onChange((before) => [...before, answer.picture])
    } catch (error) {
      toast.error(
        error instanceof RangeError ? error.message : explainError(error, 'We couldn’t upload the picture.'),
      )
    } finally {
      setWaiting((before) => before - 1)
    }
  }

  function choose(event: ChangeEvent<HTMLInputElement>): void {
    const files = [...(event.currentTarget.files ?? [])]
    event.currentTarget.value = ''
    if (files.length > remaining) toast.info(`Add up to ${MAX_PICTURES} pictures.`)
    for (const file of files.slice(0, remaining)) void send(file)
  }

  return (
    <fieldset>
      <legend className="mb-1.5 text-sm">{`Pictures (up to ${MAX_PICTURES})`}</legend>
      <ul className="flex flex-wrap gap-2">
        {pictures.map((picture, index) => (
          <li key={picture.id} className="relative size-20 overflow-hidden rounded-sm bg-stone">
            <ProductPicture image={picture} alt={`Your picture ${index + 1}`} sizes="80px" />
            <button
              type="button"
              aria-label={`Remove picture ${index + 1}`}
              onClick={() => onChange((before) => before.filter(({ id }) => id !== picture.id))}
              className="absolute top-1 right-1 grid size-7 place-items-center rounded-full bg-sheet text-ink"
            >
              <Icon shapes={X} aria-hidden="true" className="size-4" strokeWidth={1.5} />
            </button>
          </li>
        ))}
        {Array.from({ length: waiting }, (_, index) => (
          <li key={index}>
            <Skeleton className="size-20" />
          </li>
        ))}
        {remaining > 0 && <AddPictureButton onChoose={choose} />}
      </ul>
      <LiveRegion message={waiting > 0 ? 'Uploading the picture' : ''} />
    </fieldset>
  )
}

function AddPictureButton({ onChoose }: { onChoose: (event: ChangeEvent<HTMLInputElement>) => void }) {
  return (
    <li>
      <label className="grid size-20 cursor-pointer place-items-center rounded-sm border border-dashed border-line-strong text-ink-soft hover:border-ink hover:text-ink has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent">
        <Icon shapes={ImagePlus} aria-hidden="true" className="size-6" strokeWidth={1.5} />
        <span className="sr-only">Add pictures</span>
        <input type="file" accept="image/*" multiple onChange={onChoose} className="sr-only" />
      </label>
    </li>
  )
}

/** The largest width or height of an uploaded picture, in pixels; the server stores no larger ones. */
const MAX_PIXELS = 2000

/** The largest picture that the server accepts, in bytes. */
const MAX_BYTES = 4_000_000

/**
 * Returns a picture as base64: upright, scaled down if needed, without metadata of the camera. A picture that this
 * browser cannot draw is sent unchanged. Throws a RangeError with a message for the user if that is too large.
 */
async function shrinkPicture(file: Blob): Promise<string> {
  const smaller = await resizePicture(file).catch(() => undefined)
  const upload = smaller ?? file
  if (upload.size > MAX_BYTES) throw new RangeError('Choose a picture up to 4 MB.')
  return toBase64(upload)
}

async function resizePicture(file: Blob): Promise<Blob> {
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' })
  try {
    const scale = Math.min(1, MAX_PIXELS / Math.max(bitmap.width, bitmap.height))
    const canvas = new OffscreenCanvas(
      Math.max(1, Math.round(bitmap.width * scale)),
      Math.max(1, Math.round(bitmap.height * scale)),
    )
    const pen = canvas.getContext('2d')
    if (!pen) throw new Error('this browser draws no pictures')
    // JPEG has no transparency, which would turn black.
    pen.fillStyle = '#ffffff'
    pen.fillRect(0, 0, canvas.width, canvas.height)
    pen.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
    return await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.9 })
  } finally {
    bitmap.close()
  }
}

function toBase64(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(String(reader.result).split(',', 2)[1] ?? ''))
    reader.addEventListener('error', () => reject(reader.error ?? new Error('the file cannot be read')))
    reader.readAsDataURL(blob)
  })
}
