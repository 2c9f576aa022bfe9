import { type RefCallback, useCallback, useState } from 'react'

/** What a chart is drawn at before it knows how wide it is. */
const FIRST_WIDTH = 600

/** Returns a ref for an element and how wide it is, in pixels, kept up to date. */
export function useWidth(): [RefCallback<HTMLElement>, number] {
  const [width, setWidth] = useState(FIRST_WIDTH)
  const ref = useCallback((element: HTMLElement | null) => {
    if (!element) return undefined
    const observer = new ResizeObserver(([entry]) => entry && setWidth(entry.contentRect.width))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [ref, width]
}
