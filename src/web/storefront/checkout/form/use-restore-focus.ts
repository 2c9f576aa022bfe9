import { useEffect, useRef } from 'react'
import type { RefObject } from 'react'

/**
 * Restores the focus of a button that was busy once it is enabled again. Browsers remove the focus from disabled
 * elements. If the focus has moved elsewhere meanwhile, it stays there.
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
