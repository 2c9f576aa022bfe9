import { useEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { useCloseOutside } from './use-close-outside.ts'

/**
 * Renders a button with a small sheet below it. Escape, a click outside and `close` close it. `label` is the button's
 * accessible name if its content does not state it. `startsOpen` is for a button that was pressed before this component
 * loaded: it is open and has the focus.
 */
export function Popover(props: {
  label?: string
  button: ReactNode
  buttonClass: string
  sheetClass?: string
  startsOpen?: boolean
  children: (close: () => void) => ReactNode
}) {
  const { label, button, buttonClass, sheetClass = '', startsOpen = false, children } = props
  // If dismissed by a choice or Escape, the focus returns to the button; if the user moved elsewhere, it stays there.
  const [state, setState] = useState<'open' | 'dismissed' | 'left'>(startsOpen ? 'open' : 'left')
  const isOpen = state === 'open'
  const root = useRef<HTMLDivElement>(null)
  const opener = useRef<HTMLButtonElement>(null)
  useCloseOutside(root, isOpen, () => setState('left'))

  useEffect(() => {
    if (startsOpen) opener.current?.focus()
  }, [startsOpen])

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
