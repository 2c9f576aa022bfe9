import { Suspense, useState } from 'react'
import { lazyComponent } from '#web/shared/loading/lazy-component.tsx'
import { ProductPicture } from '#web/shared/product/product-picture.tsx'
import { GalleryButton } from './gallery-button.tsx'
import type { GalleryProps } from './gallery-props.ts'
import { GalleryThumbnails } from './gallery-thumbnails.tsx'
import { wrapIndex, useSwipe } from './swipe.ts'
import { ZoomedPicture } from './zoomed-picture.tsx'

/** Fetched when somebody asks for it. */
const FullscreenGallery = lazyComponent(
  async () => (await import('./fullscreen-gallery.tsx')).FullscreenGallery,
)

/** The pictures of a product: one large, to zoom and swipe, the others as thumbnails, all of them in fullscreen. */
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

/** A phone's fine screen would take the largest file for 94vw, twice as heavy and no better to the eye: told less, it takes 800 px. */
const SIZES = '(min-width: 48rem) 52vw, 60vw'
