import { useEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'

/**
 * A button with a small sheet under it, which closes by Escape, by a click outside and by `close`. `label` is the
 * button's name for readers where its content does not say it.
 */
export function Popover(props: {
  label?: string
  button: ReactNode
  buttonClass: string
  sheetClass?: string
  children: (close: () => void) => ReactNode
}) {
  const { label, button, buttonClass, sheetClass = '', children } = props
  // Dismissed by a choice or Escape, focus returns to the button; left for something else, it stays there.
  const [state, setState] = useState<'open' | 'dismissed' | 'left'>('left')
  const isOpen = state === 'open'
  const root = useRef<HTMLDivElement>(null)
  const opener = useRef<HTMLButtonElement>(null)
  useCloseOutside(root, isOpen, () => setState('left'))

  useEffect(() => {
    if (state === 'dismissed') opener.current?.focus()
  }, [state])

  function close(): void {
    setState('dismissed')
  }

  return (
    <div ref={root} className="relative" onKeyDown={(event) => event.key === 'Escape' && isOpen && close()}>
      <button
        ref={opener}
        type="button"
        aria-label={label}
        aria-expanded={isOpen}
        onClick={() => setState(isOpen ? 'dismissed' : 'open')}
        className={buttonClass}
      >
        {button}
      </button>
      {isOpen && <div className={`sheet absolute top-full z-30 mt-2 ${sheetClass}`}>{children(close)}</div>}
    </div>
  )
}

/** Calls `close` at a press or a focus outside of `root`, as long as `isOpen`. */
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
