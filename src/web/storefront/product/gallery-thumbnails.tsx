import { ProductPicture } from '#web/parts/product-picture.tsx'
import type { GalleryProps } from './gallery-props.ts'

/** A row of small pictures; each shows itself large. */
export function GalleryThumbnails({ images, index, onIndex }: Omit<GalleryProps, 'title'>) {
  return (
    <ul className="flex gap-3 overflow-x-auto p-1">
      {images.map((image, place) => (
        <li key={image.image_url}>
          <button
            type="button"
            aria-label={`Show picture ${place + 1} of ${images.length}`}
            aria-current={place === index}
            onClick={() => onIndex(place)}
            className="relative block size-16 overflow-hidden bg-stone outline-offset-2 aria-[current=true]:outline-1 aria-[current=true]:outline-ink md:size-20"
          >
            <ProductPicture image={image} alt="" sizes="80px" />
          </button>
        </li>
      ))}
    </ul>
  )
}
