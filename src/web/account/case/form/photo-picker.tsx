import { ImagePlus } from 'lucide'
import { Icon } from '#web/ui/icon.tsx'
import { useRef } from 'react'
import { Button } from '#web/ui/button.tsx'
import { ChosenPictures } from '../../chat/pictures/picked-pictures.tsx'
import { PictureInput } from '../../chat/pictures/picture-input.tsx'
import type { Pictures } from '../../chat/pictures/use-pictures.ts'

/** How many pictures go with one message of a case; the contract's number. */
export const MOST_PICTURES = 10

/** Where photos are chosen, seen and taken out again. */
export function PhotoPicker({ pictures }: { pictures: Pictures }) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <div>
      <ChosenPictures pictures={pictures} />
      <PictureInput ref={input} onFiles={pictures.add} />
      <Button size="sm" look="outline" onClick={() => input.current?.click()}>
        <Icon shapes={ImagePlus} aria-hidden="true" className="size-4" strokeWidth={1.5} />
        Add photos
      </Button>
    </div>
  )
}
