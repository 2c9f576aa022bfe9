import { useEffect, useRef } from 'react'

/** Calls `close` on a press or focus outside of `root` while `isOpen`. */
export function useCloseOutside(root: { current: Element | null }, isOpen: boolean, close: () => void): void {
  const latest = useRef(close)
  useEffect(() => {
    latest.current = close
  })
  useEffect(() => {
    if (!isOpen) return
    const listen = (event: Event): void => {
      if (event.target instanceof Node && !root.current?.contains(event.target)) latest.current()
    }
    document.addEventListener('pointerdown', listen)
    document.addEventListener('focusin', listen)
    return () => {
      document.removeEventListener('pointerdown', listen)
      document.removeEventListener('focusin', listen)
    }
  }, [root, isOpen])
}
