import { ImagePlus, X } from 'lucide'
import { Icon } from '#web/ui/icon.tsx'
import type { OwnPictureData } from '#features/catalogue/catalog/management/authoring/own-contract.ts'
import { PictureUploadButton } from './picture-upload-button.tsx'
import { type ChangePictures, SLOT_COUNT, useProductPictures } from './use-product-pictures.ts'

/**
 * Renders the six slots for pictures of a product (MONB-10). Each picture is uploaded when selected; the first one is
 * the main picture.
 */
export function PictureSlots(props: {
  pictures: readonly OwnPictureData[]
  change: ChangePictures
  problem: string | undefined
}) {
  const { pictures, change, problem } = props
  const { uploading, uploadError, choose } = useProductPictures(pictures.length, change)
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
