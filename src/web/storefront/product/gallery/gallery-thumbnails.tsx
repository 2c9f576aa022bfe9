import { smallPicturePath } from '#core/media-path.ts'
import type { ProductImageData } from '#features/catalogue/catalog/contract.ts'
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
            <Thumbnail image={image} />
          </button>
        </li>
      ))}
    </ul>
  )
}

/** The smallest file there is: five of them stand above the fold of a phone. */
function Thumbnail({ image }: { image: ProductImageData }) {
  return (
    <picture>
      {image.key && <source type="image/avif" srcSet={`/media/${image.key}-200.avif`} />}
      <img
        src={image.key ? smallPicturePath(image.key) : image.image_url}
        alt=""
        width={80}
        height={80}
        loading="lazy"
        decoding="async"
        className="cover"
      />
    </picture>
  )
}
