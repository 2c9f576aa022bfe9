import { ImagePlus, X } from 'lucide'
import { Icon } from '#web/ui/icon.tsx'
import { useState } from 'react'
import type { OwnPictureData } from '#features/catalogue/catalog/authoring/own-contract.ts'
import { toast } from '#web/app/toast.ts'
import { checkCanSave } from '../store/check-can-save.ts'
import { PictureUploadButton, uploadPicture } from './picture-upload-button.tsx'

/** So many pictures a product may show. */
const SLOT_COUNT = 6

/** Changes the pictures as they are by then: uploading takes a while. */
type ChangePictures = (edit: (pictures: readonly OwnPictureData[]) => readonly OwnPictureData[]) => void

/** The six slots for pictures of a product (MONB-10); each is uploaded when it is chosen, and the first one is shown first. */
export function PictureSlots(props: {
  pictures: readonly OwnPictureData[]
  change: ChangePictures
  problem: string | undefined
}) {
  const { pictures, change, problem } = props
  const { uploading, uploadError, choose } = useUploads(pictures.length, change)
  const free = SLOT_COUNT - pictures.length
  return (
    <fieldset className="min-w-0 lg:col-span-5">
      <legend className="mb-1.5 text-sm">Pictures</legend>
      <ul className="grid grid-cols-3 gap-3">
        {pictures.map((picture, index) => (
          <Slot
            key={picture.key}
            picture={picture}
            place={index + 1}
            onFirst={() => change((before) => [picture, ...removePicture(before, picture)])}
            onRemove={() => change((before) => removePicture(before, picture))}
          />
        ))}
        {Array.from({ length: free }, (_, index) => (
          <li key={`free ${index}`} className="aspect-square">
            <PictureUploadButton
              name={`Add picture ${pictures.length + index + 1}`}
              label={<Icon shapes={ImagePlus} aria-hidden="true" className="size-6" strokeWidth={1.25} />}
              isBusy={index < uploading}
              isMultiple
              onChoose={(files) => void choose(files)}
              className="grid size-full place-items-center rounded-md border border-dashed border-line-strong bg-sheet text-ink-soft transition-colors hover:border-ink hover:text-ink aria-busy:skeleton"
            />
          </li>
        ))}
      </ul>
      <p className="mt-3 text-xs text-ink-soft">
        Up to six JPEG, PNG or WebP files, 5 MB each. Lists show the first one.
      </p>
      <p role="alert" className="mt-2 text-xs text-danger">
        {[problem, uploadError].filter(Boolean).join(' ')}
      </p>
    </fieldset>
  )
}

/** Uploads what is chosen, as far as there is room; `uploadError` says what could not be uploaded. */
function useUploads(currentCount: number, change: ChangePictures) {
  const [uploading, setUploading] = useState(0)
  const [uploadError, setUploadError] = useState('')

  async function choose(files: readonly File[]): Promise<void> {
    if (!checkCanSave('pictures')) return
    const acceptedFiles = files.slice(0, SLOT_COUNT - currentCount)
    setUploadError('')
    setUploading(acceptedFiles.length)
    const uploads = await Promise.allSettled(
      acceptedFiles.map((file) =>
        uploadPicture<OwnPictureData>('/shop/uploadProductPicture', file, 'picture'),
      ),
    )
    setUploading(0)
    const added = uploads.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
    change((before) => [...before, ...added].slice(0, SLOT_COUNT))
    const failed = uploads.flatMap((one, index) =>
      one.status === 'rejected' ? [`${acceptedFiles[index]?.name}: ${rejectionMessage(one.reason)}`] : [],
    )
    if (acceptedFiles.length < files.length) failed.push(`Add up to ${SLOT_COUNT} pictures.`)
    setUploadError(failed.join(' '))
    if (failed.length > 0) toast.error(failed.join(' '))
  }

  return { uploading, uploadError, choose }
}

function rejectionMessage(reason: unknown): string {
  return reason instanceof Error ? reason.message : 'Upload failed.'
}

function removePicture(pictures: readonly OwnPictureData[], { key }: OwnPictureData): OwnPictureData[] {
  return pictures.filter((one) => one.key !== key)
}

function Slot(props: { picture: OwnPictureData; place: number; onFirst: () => void; onRemove: () => void }) {
  const { picture, place, onFirst, onRemove } = props
  return (
    <li className="relative aspect-square overflow-hidden rounded-md border border-line bg-stone">
      <img
        src={picture.image_url}
        alt={`Product view ${place}`}
        width={400}
        height={400}
        className="size-full object-cover"
      />
      <button
        type="button"
        aria-label={`Remove picture ${place}`}
        onClick={onRemove}
        className="absolute end-1 top-1 grid size-8 place-items-center rounded-full border border-line bg-sheet hover:border-ink"
      >
        <Icon shapes={X} aria-hidden="true" className="size-4" strokeWidth={1.5} />
      </button>
      {place > 1 && (
        <button
          type="button"
          aria-label={`Show picture ${place} first`}
          onClick={onFirst}
          className="absolute inset-x-1 bottom-1 min-h-7 rounded-full border border-line bg-sheet px-2 text-xs hover:border-ink"
        >
          Show first
        </button>
      )}
    </li>
  )
}
