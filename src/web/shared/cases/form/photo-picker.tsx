import { ImagePlus } from 'lucide'
import { Icon } from '#web/ui/icon.tsx'
import { useRef } from 'react'
import { Button } from '#web/ui/button.tsx'
import { SelectedPictures } from '#web/shared/chat/pictures/selected-pictures.tsx'
import { HiddenPictureInput } from '#web/shared/chat/pictures/hidden-picture-input.tsx'
import type { PictureUploads } from '#web/shared/chat/pictures/use-picture-uploads.ts'

/** The maximum number of pictures of one message in a case, as in the contract. */
export const MAX_CASE_PICTURES = 10

/** Renders the picker that adds, shows and removes photos. */
export function PhotoPicker({ pictures }: { pictures: PictureUploads }) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <div>
      <SelectedPictures pictures={pictures} />
      <HiddenPictureInput ref={input} onFiles={pictures.add} />
      <Button size="sm" variant="outline" onClick={() => input.current?.click()}>
        <Icon shapes={ImagePlus} aria-hidden="true" className="size-4" strokeWidth={1.5} />
        Add photos
      </Button>
    </div>
  )
}
