import { useState } from 'react'
import type { MouseEvent, ReactNode } from 'react'

/** By how much a picture grows (CONST-11). */
export const ZOOM_FACTOR = 1.5

/** A square box whose picture grows under a mouse, at a tap, or by the keyboard, around the place pointed at. */
export function ZoomedPicture({ children }: { children: ReactNode }) {
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

/** With a mouse, pointing is zooming already; a click must not undo it. */
function isMouse(event: MouseEvent): boolean {
  return event.nativeEvent instanceof PointerEvent && event.nativeEvent.pointerType === 'mouse'
}

/** The place of the pointer in the box; for a key press, which has none, the middle. */
function pointerOrigin(event: MouseEvent): string {
  const box = event.currentTarget.getBoundingClientRect()
  const isKey = event.type === 'click' && event.detail === 0
  const x = isKey ? 50 : ((event.clientX - box.left) / box.width) * 100
  const y = isKey ? 50 : ((event.clientY - box.top) / box.height) * 100
  return `${x.toFixed(1)}% ${y.toFixed(1)}%`
}
