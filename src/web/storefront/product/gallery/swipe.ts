import { useRef } from 'react'
import type { TouchEvent } from 'react'

/** The shortest horizontal move that counts as a swipe, in CSS pixels (CONST-11). */
const SWIPE_THRESHOLD_PX = 50

/** Returns the step of a gallery after a finger moved `dx` pixels: a move to the left is forward. */
export function swipeStep(dx: number): -1 | 0 | 1 {
  if (Math.abs(dx) <= SWIPE_THRESHOLD_PX) return 0
  return dx < 0 ? 1 : -1
}

/** Returns the index `step` further of `count`, wrapping at the ends. */
export function wrapIndex(index: number, step: number, count: number): number {
  return count === 0 ? 0 : (index + step + count) % count
}

/** Returns the handlers for one-finger swipes; `onStep` gets 1 for forward and -1 for back. */
export function useSwipe(onStep: (step: -1 | 1) => void) {
  const startX = useRef<number | undefined>(undefined)
  return {
    onTouchStart(event: TouchEvent) {
      startX.current = event.touches.length === 1 ? event.touches[0]?.clientX : undefined
    },
    onTouchEnd(event: TouchEvent) {
      const endX = event.changedTouches[0]?.clientX
      const step = startX.current === undefined || endX === undefined ? 0 : swipeStep(endX - startX.current)
      startX.current = undefined
      if (step !== 0) onStep(step)
    },
    onTouchCancel() {
      startX.current = undefined
    },
  }
}
