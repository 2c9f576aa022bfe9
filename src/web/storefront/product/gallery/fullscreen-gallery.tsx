import { ChevronLeft, ChevronRight, X, ZoomIn, ZoomOut } from 'lucide'
import { useMemo, useRef } from 'react'
import type { KeyboardEvent } from 'react'
import Lightbox from 'yet-another-react-lightbox'
import type { ControllerRef, GenericSlide } from 'yet-another-react-lightbox'
import Zoom from 'yet-another-react-lightbox/plugins/zoom'
import type { ProductImageData } from '#features/catalogue/catalog/contract.ts'
import { ProductPicture } from '#web/shared/product/product-picture.tsx'
import { Icon } from '#web/ui/icon.tsx'
import type { IconShapes } from '#web/ui/icon.tsx'
import stylesheetUrl from './fullscreen-gallery.css?url'
import { type GalleryProps, ZOOM_FACTOR } from './gallery-button.tsx'
import { useSwipe } from './swipe.ts'

declare module 'yet-another-react-lightbox' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface extends the library's.
  interface SlideTypes {
    product: GenericSlide & Readonly<{ type: 'product'; image: ProductImageData }>
  }
}

/**
 * Renders all pictures in fullscreen, one at a time. Arrow keys and swipes change the picture, Escape closes, and a
 * double tap, a pinch or the wheel zooms.
 */
export function FullscreenGallery(props: GalleryProps & { onClose: () => void }) {
  const { images, title, index, onIndex, onClose } = props
  const controller = useRef<ControllerRef>(null)
  const zoom = useRef(1)
  const slides = useMemo(() => images.map((image) => ({ type: 'product' as const, image })), [images])
  const step = (delta: -1 | 1): void => (delta < 0 ? controller.current?.prev() : controller.current?.next())
  // On an enlarged picture a finger moves the picture instead.
  const swipe = useSwipe((delta) => zoom.current === 1 && step(delta))
  const isSingle = images.length === 1
  return (
    <>
      {/* Loaded here only, so that no page waits for it. */}
      <link rel="stylesheet" href={stylesheetUrl} precedence="lightbox" />
      <Lightbox
        open
        close={onClose}
        slides={slides}
        index={index}
        plugins={[Zoom]}
        labels={{ ...LABELS, Lightbox: `Pictures of ${title}, fullscreen` }}
        on={{ view: (view) => onIndex(view.index), zoom: (state) => (zoom.current = state.zoom) }}
        animation={{ swipe: 300 }}
        carousel={{ finite: isSingle, preload: 1, padding: 0, spacing: 0 }}
        controller={{ ref: controller, disableSwipeNavigation: true }}
        portal={{ container: { ...swipe, onKeyDownCapture: (event) => stepByKey(event, step) } }}
        zoom={ZOOM}
        render={{
          slide: ({ slide, rect, offset }) => {
            if (slide.type !== 'product') return
            const side = Math.min(rect.width, rect.height)
            return (
              <div className="relative bg-stone" style={{ width: side, height: side }}>
                <ProductPicture
                  image={slide.image}
                  alt={slide.image.alt || title}
                  sizes="100vw"
                  eager={offset === 0}
                />
              </div>
            )
          },
          controls: () => (
            <p
              aria-live="polite"
              className="absolute inset-x-0 bottom-4 mx-auto w-fit rounded-full bg-paper/85 px-3 text-sm text-ink tabular-nums"
            >
              {`Picture ${index + 1} of ${images.length}`}
            </p>
          ),
          ...(isSingle && { buttonPrev: () => null, buttonNext: () => null }),
          ...ICONS,
        }}
      />
    </>
  )
}

/** Changes the picture on arrow keys (PDP-07); the library would move an enlarged one. */
function stepByKey(event: KeyboardEvent, step: (delta: -1 | 1) => void): void {
  if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
  event.stopPropagation()
  step(event.key === 'ArrowLeft' ? -1 : 1)
}

const LABELS = {
  Previous: 'Previous picture',
  Next: 'Next picture',
  Close: 'Close fullscreen',
  'Photo gallery': 'Pictures',
  '{index} of {total}': 'Picture {index} of {total}',
}

/** Zoom in two steps of the factor that pictures have on the page (CONST-11). */
const ZOOM = {
  supports: ['product'],
  maxZoom: ZOOM_FACTOR ** 2,
  zoomInMultiplier: ZOOM_FACTOR,
  doubleClickMaxStops: 2,
  scrollToZoom: true,
} as const

const ICONS = {
  iconPrev: () => renderIcon(ChevronLeft),
  iconNext: () => renderIcon(ChevronRight),
  iconClose: () => renderIcon(X),
  iconZoomIn: () => renderIcon(ZoomIn),
  iconZoomOut: () => renderIcon(ZoomOut),
}

function renderIcon(shapes: IconShapes) {
  return <Icon shapes={shapes} aria-hidden="true" strokeWidth={1.5} />
}
