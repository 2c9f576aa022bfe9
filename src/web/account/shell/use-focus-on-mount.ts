import { useEffect, useRef } from 'react'
import type { RefObject } from 'react'

/**
 * For the element that takes the place of the button that was pressed: it gets the focus when it is there, unless that is not
 * wanted.
 */
export function useFocusOnMount<Element extends HTMLElement>(isEnabled = true): RefObject<Element | null> {
  const element = useRef<Element>(null)
  const first = useRef(isEnabled)
  useEffect(() => {
    if (first.current) element.current?.focus()
  }, [])
  return element
}
