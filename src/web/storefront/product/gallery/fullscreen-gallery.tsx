import { useEffect, useRef, type KeyboardEvent } from 'react'
import { ProductPicture } from '#web/shared/product/product-picture.tsx'
import { GalleryButton, type GalleryProps } from './gallery-button.tsx'
import { wrapIndex, useSwipe } from './swipe.ts'

/** All pictures over the whole screen, one at a time: arrow keys and swipes turn, Escape closes. */
export function FullscreenGallery(props: GalleryProps & { onClose: () => void }) {
  const { images, title, index, onIndex, onClose } = props
  const dialog = useRef<HTMLDialogElement>(null)
  const goTo = (delta: -1 | 1): void => onIndex(wrapIndex(index, delta, images.length))
  const swipe = useSwipe(goTo)
  useEffect(() => dialog.current?.showModal(), [])
  const image = images[index]
  return (
    <dialog
      ref={dialog}
      aria-label={`Pictures of ${title}, fullscreen`}
      onClose={onClose}
      onKeyDown={(event) => goByKey(event, goTo)}
      className="m-0 h-dvh touch-pan-y touch-pinch-zoom max-h-none w-screen max-w-none bg-paper text-ink"
      {...swipe}
    >
      <div className="relative size-full">
        <div className="absolute inset-0 m-auto aspect-square max-h-full max-w-full">
          <ProductPicture image={image} alt={image?.alt || title} sizes="100vw" eager />
        </div>
        <p aria-live="polite" className="absolute inset-x-0 bottom-4 text-center text-sm tabular-nums">
          {`Picture ${index + 1} of ${images.length}`}
        </p>
        {images.length > 1 && (
          <>
            <GalleryButton
              name="Previous picture"
              path="M12 4l-6 6 6 6"
              place="start-3 top-1/2"
              onClick={() => goTo(-1)}
            />
            <GalleryButton
              name="Next picture"
              path="M8 4l6 6-6 6"
              place="end-3 top-1/2"
              onClick={() => goTo(1)}
            />
          </>
        )}
        <GalleryButton
          name="Close fullscreen"
          path="M5 5l10 10M15 5L5 15"
          place="end-3 top-3"
          onClick={() => dialog.current?.close()}
        />
      </div>
    </dialog>
  )
}

function goByKey(event: KeyboardEvent, goTo: (delta: -1 | 1) => void): void {
  if (event.key === 'ArrowLeft') goTo(-1)
  if (event.key === 'ArrowRight') goTo(1)
}
