import { useEffect, useRef } from 'react'
import type { RefObject } from 'react'

/**
 * A button that was busy gets the focus back once it can be pressed again: browsers take it from what is disabled. It
 * is left where it is when it went elsewhere meanwhile.
 */
export function useRestoreFocus(isBusy: boolean): RefObject<HTMLButtonElement | null> {
  const button = useRef<HTMLButtonElement>(null)
  const wasBusy = useRef(false)
  useEffect(() => {
    const isFinished = wasBusy.current && !isBusy
    wasBusy.current = isBusy
    if (isFinished && document.activeElement === document.body) button.current?.focus({ preventScroll: true })
  }, [isBusy])
  return button
}
