import type { Virtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef } from 'react'
import type { RowSource } from './row-source.ts'

/** Requests the visible rows. */
export function useVisibleRows<Item>(
  places: readonly Readonly<{ index: number }>[],
  rows: RowSource<Item>,
): void {
  const [first, last] = [places[0]?.index, places.at(-1)?.index]
  useEffect(() => {
    if (first !== undefined && last !== undefined) rows.show(first, last)
  }, [first, last, rows])
}

/** Reports the row at the top once scrolling has ended, so that the address can store it. */
export function useTopRow<Scroller extends Element | Window>(
  virtualizer: Virtualizer<Scroller, Element>,
  top: Readonly<{ index: number; onChange: (index: number) => void }> | undefined,
): void {
  const reported = useRef(top?.index ?? 0)
  const hasScrolled = useRef(false)
  const { isScrolling, scrollOffset, options } = virtualizer
  useEffect(() => {
    if (isScrolling) hasScrolled.current = true
    if (isScrolling || !hasScrolled.current) return
    // Rows behind the sticky header are not visible.
    const first = virtualizer.getVirtualItemForOffset((scrollOffset ?? 0) + options.scrollPaddingStart)
    if (first === undefined || first.index === reported.current) return
    reported.current = first.index
    top?.onChange(first.index)
  })
}
