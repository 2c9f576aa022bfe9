import { useEffect, useRef } from 'react'
import type { RefObject } from 'react'

/**
 * Returns a ref that focuses its element when it mounts, unless disabled. It is for an element that replaces the
 * pressed button.
 */
export function useFocusOnMount<Element extends HTMLElement>(isEnabled = true): RefObject<Element | null> {
  const element = useRef<Element>(null)
  const first = useRef(isEnabled)
  useEffect(() => {
    if (first.current) element.current?.focus()
  }, [])
  return element
}
