import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'

/**
 * The scroll position of a list of messages. At the end it follows new ones, elsewhere the visible messages stay in
 * place.
 */
export type ScrollAnchor = Readonly<{
  boxRef: (element: HTMLDivElement | null) => void
  isAtEnd: boolean
  onScroll(): void
  toEnd(): void
}>

/** The distance from the end that counts as at the end, in pixels. */
const END_TOLERANCE_PX = 48

/** The distance from the beginning at which older messages are requested, in pixels. */
const LOAD_OLDER_PX = 300

/**
 * Preserves the scroll position of the list whose rows have `data-row`. `renderKey` changes whenever the rows do,
 * `threadId` with the conversation, which starts at its end; `onNearStart` requests older ones.
 */
export function useScrollAnchor(renderKey: unknown, threadId: string, onNearStart: () => void): ScrollAnchor {
  const element = useRef<HTMLDivElement>(null)
  const anchor = useRef<{ row: Element; top: number } | undefined>(undefined)
  const isAtEndRef = useRef(true)
  const [isAtEnd, setIsAtEnd] = useState(true)

  const scrollToEnd = useCallback(() => {
    const box = element.current
    if (box) box.scrollTop = box.scrollHeight
    isAtEndRef.current = true
    setIsAtEnd(true)
  }, [])

  const saveAnchor = useCallback(() => {
    const box = element.current
    if (!box) return
    isAtEndRef.current = box.scrollTop + box.clientHeight >= box.scrollHeight - END_TOLERANCE_PX
    setIsAtEnd(isAtEndRef.current)
    const top = box.getBoundingClientRect().top
    const row = [...box.querySelectorAll('[data-row]')].find(
      (one) => one.getBoundingClientRect().bottom > top,
    )
    anchor.current = row && { row, top: row.getBoundingClientRect().top }
  }, [])

  useLayoutEffect(() => scrollToEnd(), [threadId, scrollToEnd])

  useLayoutEffect(() => {
    const box = element.current
    if (!box) return
    const savedAnchor = anchor.current
    if (isAtEndRef.current) box.scrollTop = box.scrollHeight
    else if (savedAnchor?.row.isConnected)
      box.scrollTop += savedAnchor.row.getBoundingClientRect().top - savedAnchor.top
    saveAnchor()
  }, [renderKey, saveAnchor])

  // A phone's keyboard and a growing input reduce the list's height: its end stays visible.
  useEffect(() => {
    if (!element.current) return
    const watch = new ResizeObserver(() => isAtEndRef.current && scrollToEnd())
    watch.observe(element.current)
    return () => watch.disconnect()
  }, [scrollToEnd, threadId])

  return {
    boxRef: useCallback((one: HTMLDivElement | null) => void (element.current = one), []),
    isAtEnd,
    toEnd: scrollToEnd,
    onScroll: () => {
      saveAnchor()
      if (element.current && element.current.scrollTop < LOAD_OLDER_PX) onNearStart()
    },
  }
}
