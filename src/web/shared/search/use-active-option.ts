import { useState } from 'react'
import type { KeyboardEvent, RefObject } from 'react'

/** The active option of a combobox's list: its ID, and the input's key handler. */
export type ActiveOption = Readonly<{
  activeId: string | undefined
  /**
   * Handles arrow keys, which move the active option, and Enter, which follows it; returns whether it handled the
   * key.
   */
  press(event: KeyboardEvent): boolean
  reset(): void
}>

const KEY_STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }

/** Returns the active option below `root`, while the focus stays in the input (ARIA 1.2, combobox). */
export function useActiveOption(root: RefObject<HTMLElement | null>): ActiveOption {
  const [activeId, setActiveId] = useState<string>()

  function handleKey(event: KeyboardEvent): boolean {
    const options = [...(root.current?.querySelectorAll<HTMLElement>('[role="option"]') ?? [])]
    const at = options.findIndex(({ id }) => id === activeId)
    const step = KEY_STEPS[event.key]
    if (event.key === 'Enter' && at >= 0) options[at]?.click()
    else if (step !== undefined && options.length > 0) {
      // The input itself is one more position, before the first option.
      const positions = options.length + 1
      const next = options[((at + 1 + step + positions) % positions) - 1]
      setActiveId(next?.id)
      next?.scrollIntoView({ block: 'nearest' })
    } else return false
    event.preventDefault()
    return true
  }

  return { activeId, press: handleKey, reset: () => setActiveId(undefined) }
}
