import { Suspense, useState, type MouseEvent, type ReactNode } from 'react'
import { lazyComponent } from '#web/shared/loading/lazy-component.tsx'
import { ProductPicture } from '#web/shared/product/product-picture.tsx'
import { GalleryButton, type GalleryProps, ZOOM_FACTOR } from './gallery-button.tsx'
import { wrapIndex, useSwipe } from './swipe.ts'
import { smallPicturePath } from '#core/media-path.ts'
import type { ProductImageData } from '#features/catalogue/catalog/contract.ts'

/** Loaded when opened. */
const FullscreenGallery = lazyComponent(
  async () => (await import('./fullscreen-gallery.tsx')).FullscreenGallery,
)

/** Renders the pictures of a product: a large one to zoom and swipe, thumbnails, and fullscreen. */
export function Gallery({ images, title, index, onIndex }: GalleryProps) {
  const [isFullscreen, setFullscreen] = useState(false)
  const image = images[index]
  const swipe = useSwipe((step) => onIndex(wrapIndex(index, step, images.length)))
  return (
    <section aria-label={`Pictures of ${title}`} className="flex flex-col gap-3">
      <div className="relative touch-pan-y touch-pinch-zoom" {...swipe}>
        <ZoomedPicture key={index}>
          <ProductPicture image={image} alt={image?.alt || title} sizes={SIZES} eager />
        </ZoomedPicture>
        {image && (
          <GalleryButton
            name="View in fullscreen"
            path="M3 8V3h5M12 3h5v5M17 12v5h-5M8 17H3v-5"
            place="end-3 top-3"
            onClick={() => setFullscreen(true)}
          />
        )}
      </div>
      {images.length > 1 && <GalleryThumbnails images={images} index={index} onIndex={onIndex} />}
      {isFullscreen && (
        <Suspense>
          <FullscreenGallery
            images={images}
            title={title}
            index={index}
            onIndex={onIndex}
            onClose={() => setFullscreen(false)}
          />
        </Suspense>
      )}
    </section>
  )
}

/**
 * The `sizes` of the large picture. For 94vw a phone with a dense screen would load the largest file, twice the bytes
 * without a visible benefit; a smaller value makes it load 800 px.
 */
const SIZES = '(min-width: 48rem) 52vw, 60vw'

/** Renders a row of thumbnails; each selects its picture. */
function GalleryThumbnails({ images, index, onIndex }: Omit<GalleryProps, 'title'>) {
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

/** Renders a thumbnail from the smallest file: five of them are above the fold on phones. */
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

/** Renders a picture that zooms around the pointer by mouse, tap or keyboard. */
function ZoomedPicture({ children }: { children: ReactNode }) {
  const [origin, setOrigin] = useState<string>()
  const isZoomed = origin !== undefined
  return (
    <button
      type="button"
      aria-pressed={isZoomed}
      className="relative block aspect-square w-full cursor-zoom-in overflow-hidden bg-stone"
      onPointerMove={(event) => event.pointerType === 'mouse' && setOrigin(pointerOrigin(event))}
      onPointerLeave={(event) => event.pointerType === 'mouse' && setOrigin(undefined)}
      onClick={(event) => !isMouse(event) && setOrigin(isZoomed ? undefined : pointerOrigin(event))}
    >
      <span className="sr-only">Zoom: </span>
      <span
        className="absolute inset-0 transition-transform duration-200 ease-out motion-reduce:transition-none"
        style={isZoomed ? { transform: `scale(${ZOOM_FACTOR})`, transformOrigin: origin } : undefined}
      >
        {children}
      </span>
    </button>
  )
}

/** Returns whether a click is by mouse. Hovering with it already zooms, and the click must not undo that. */
function isMouse(event: MouseEvent): boolean {
  return event.nativeEvent instanceof PointerEvent && event.nativeEvent.pointerType === 'mouse'
}

/** Returns the position of the pointer in the box; the middle for a key press, which has no pointer. */
function pointerOrigin(event: MouseEvent): string {
  const box = event.currentTarget.getBoundingClientRect()
  const isKey = event.type === 'click' && event.detail === 0
  const x = isKey ? 50 : ((event.clientX - box.left) / box.width) * 100
  const y = isKey ? 50 : ((event.clientY - box.top) / box.height) * 100
  return `${x.toFixed(1)}% ${y.toFixed(1)}%`
}
