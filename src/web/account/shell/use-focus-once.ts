import { useEffect, useRef } from 'react'
import type { RefObject } from 'react'

/** For the element that takes the place of the button that was pressed: it gets the focus when it is there. */
export function useFocusOnce<Element extends HTMLElement>(): RefObject<Element | null> {
  const element = useRef<Element>(null)
  useEffect(() => element.current?.focus(), [])
  return element
}
