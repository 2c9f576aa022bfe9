import type { Virtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { useNavigateTo } from '#web/app/router/navigation.ts'
import type { RowSource } from './row-source.ts'
import type { RowSelection } from './use-row-selection.ts'

type RowKeysOptions<Item> = Readonly<{
  rows: RowSource<Item>
  selection?: RowSelection
  getHref?: (item: Item) => string
  scroller: RefObject<HTMLDivElement | null>
  virtualizer: Virtualizer<HTMLDivElement, Element>
}>

/**
 * Handles the keys of a large table while the checkbox of a row is focused. Arrows, Page Up and Down, Home and End
 * move to another row, and with Shift they select up to it; Space selects, Enter opens, Ctrl+A selects all, Escape
 * clears the selection. Tab leaves the checkboxes, of which only that of `tabStop` is a tab stop.
 */
export function useRowKeys<Item>(options: RowKeysOptions<Item>) {
  const { rows, selection, getHref, scroller, virtualizer } = options
  const [current, setCurrent] = useState(0)
  const focused = useRef<number>(undefined)
  const go = useNavigateTo()
  const latest = useRef(options)
  useEffect(() => {
    latest.current = options
    // The target row is rendered only now.
    if (focused.current === undefined) return
    const box = scroller.current?.querySelector<HTMLElement>(`[data-row-index="${focused.current}"]`)
    if (!box) return
    focused.current = undefined
    box.focus({ preventScroll: true })
  })

  function goTo(index: number): void {
    focused.current = index
    setCurrent(index)
    virtualizer.scrollToIndex(index, { align: 'auto' })
  }

  function press(event: KeyboardEvent): void {
    const index = readIndex(event.target)
    if (index === undefined) return
    const next = findRow(event.key, { index, total: rows.total, page: countVisible(virtualizer) })
    const item = rows.get(index)
    if (next !== undefined) {
      if (event.shiftKey) selection?.extend(next, index)
      goTo(next)
    } else if (event.key === 'Enter' && item !== undefined && getHref) void go(getHref(item))
    else if (event.key === 'Escape') selection?.clear()
    else if (event.key.toLowerCase() === 'a' && (event.ctrlKey || event.metaKey)) selection?.selectAll()
    else return
    event.preventDefault()
  }

  const select = useCallback((index: number, isRange: boolean): void => {
    setCurrent(index)
    const chosen = latest.current.selection
    if (isRange) chosen?.extend(index, index)
    else chosen?.toggle(index)
  }, [])

  const visible = virtualizer.range
  const isVisible = visible !== null && current >= visible.startIndex && current <= visible.endIndex
  return { press, select, tabStop: isVisible ? current : (visible?.startIndex ?? 0) }
}

function readIndex(target: EventTarget): number | undefined {
  const text = target instanceof HTMLElement ? target.dataset['rowIndex'] : undefined
  return text === undefined ? undefined : Number(text)
}

function countVisible({ range }: Pick<Virtualizer<HTMLDivElement, Element>, 'range'>): number {
  return range === null ? 1 : Math.max(1, range.endIndex - range.startIndex - 1)
}

function findRow(
  key: string,
  { index, total, page }: Readonly<{ index: number; total: number; page: number }>,
): number | undefined {
  const steps: Readonly<Record<string, number>> = {
    ArrowDown: index + 1,
    ArrowUp: index - 1,
    PageDown: index + page,
    PageUp: index - page,
    Home: 0,
    End: total - 1,
  }
  const next = steps[key]
  return next === undefined ? undefined : Math.max(0, Math.min(total - 1, next))
}
