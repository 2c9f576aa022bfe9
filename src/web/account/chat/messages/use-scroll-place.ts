import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'

/** The place in a scrolled list of messages: at its end it stays there, elsewhere what is seen stays where it is. */
export type ScrollPlace = Readonly<{
  boxRef: (element: HTMLDivElement | null) => void
  isAtEnd: boolean
  onScroll(): void
  toEnd(): void
}>

/** So near the end counts as at the end, in pixels. */
const NEAR_PX = 48

/** So near the beginning what is older is asked for, in pixels. */
const OLDER_PX = 300

/**
 * Keeps the place of the list whose rows carry `data-row`. `drawn` changes whenever the rows do, `threadId` with the
 * conversation, which begins at its end; `onNearStart` asks for what is older.
 */
export function useScrollPlace(drawn: unknown, threadId: string, onNearStart: () => void): ScrollPlace {
  const element = useRef<HTMLDivElement>(null)
  const anchor = useRef<{ row: Element; top: number } | undefined>(undefined)
  const isEnd = useRef(true)
  const [isAtEnd, setIsAtEnd] = useState(true)

  const toEnd = useCallback(() => {
    const box = element.current
    if (box) box.scrollTop = box.scrollHeight
    isEnd.current = true
    setIsAtEnd(true)
  }, [])

  const note = useCallback(() => {
    const box = element.current
    if (!box) return
    isEnd.current = box.scrollTop + box.clientHeight >= box.scrollHeight - NEAR_PX
    setIsAtEnd(isEnd.current)
    const top = box.getBoundingClientRect().top
    const row = [...box.querySelectorAll('[data-row]')].find(
      (one) => one.getBoundingClientRect().bottom > top,
    )
    anchor.current = row && { row, top: row.getBoundingClientRect().top }
  }, [])

  useLayoutEffect(() => toEnd(), [threadId, toEnd])

  useLayoutEffect(() => {
    const box = element.current
    if (!box) return
    const seen = anchor.current
    if (isEnd.current) box.scrollTop = box.scrollHeight
    else if (seen?.row.isConnected) box.scrollTop += seen.row.getBoundingClientRect().top - seen.top
    note()
  }, [drawn, note])

  // The keyboard of a phone and a growing text take away from the list's height: its end stays in sight.
  useEffect(() => {
    if (!element.current) return
    const watch = new ResizeObserver(() => isEnd.current && toEnd())
    watch.observe(element.current)
    return () => watch.disconnect()
  }, [toEnd, threadId])

  return {
    boxRef: useCallback((one: HTMLDivElement | null) => void (element.current = one), []),
    isAtEnd,
    toEnd,
    onScroll: () => {
      note()
      if (element.current && element.current.scrollTop < OLDER_PX) onNearStart()
    },
  }
}
