import { useEffect, useId, useRef, useState } from 'react'
import type { KeyboardEvent, ReactNode } from 'react'

/** A tab: its label and its content. */
export type Tab = Readonly<{ id: string; label: string; panel: ReactNode }>

type Props = Readonly<{
  tabs: readonly Tab[]
  label: string
  /** The ID of the tab that is open at first. */
  first: string
  /** The ID of the tab that an address with the same hash opens. */
  hashOf: string
}>

/** Renders tabs by the WAI-ARIA pattern: arrow keys, Home and End move and select. */
export function ProductTabs({ tabs, label, first, hashOf }: Props) {
  const indexOf = (id: string) => tabs.findIndex((tab) => tab.id === id)
  const [selected, setSelected] = useState(indexOf(first))
  useHash(hashOf, () => setSelected(indexOf(hashOf)))
  const prefix = useId()
  const buttons = useRef<(HTMLButtonElement | null)[]>([])
  function moveByKey(event: KeyboardEvent): void {
    const next = nextTab(event.key, selected, tabs.length)
    if (next === undefined) return
    event.preventDefault()
    setSelected(next)
    buttons.current[next]?.focus()
  }
  return (
    <div>
      <div
        role="tablist"
        aria-label={label}
        tabIndex={-1}
        onKeyDown={moveByKey}
        className="flex gap-8 border-b border-line"
      >
        {tabs.map((tab, index) => (
          <button
            key={tab.id}
            ref={(button) => {
              buttons.current[index] = button
            }}
            type="button"
            role="tab"
            id={`${prefix}${tab.id}-tab`}
            aria-controls={`${prefix}${tab.id}`}
            aria-selected={index === selected}
            tabIndex={index === selected ? 0 : -1}
            onClick={() => setSelected(index)}
            className="-mb-px min-h-12 border-b-2 border-transparent text-base text-ink-soft aria-selected:border-ink aria-selected:text-ink"
          >
            {tab.label}
          </button>
        ))}
      </div>
      {tabs.map((tab, index) => (
        <div
          key={tab.id}
          role="tabpanel"
          id={`${prefix}${tab.id}`}
          aria-labelledby={`${prefix}${tab.id}-tab`}
          hidden={index !== selected}
          className="pt-8"
        >
          {tab.panel}
        </div>
      ))}
    </div>
  )
}

/** Calls back when the address has this hash: on mount, and when a link leads there. */
function useHash(hash: string, callback: () => void): void {
  const callbackRef = useRef(callback)
  useEffect(() => {
    callbackRef.current = callback
  })
  useEffect(() => {
    const check = () => {
      if (location.hash === `#${hash}`) callbackRef.current()
    }
    check()
    addEventListener('hashchange', check)
    return () => removeEventListener('hashchange', check)
  }, [hash])
}

/** Returns the tab that a key selects; undefined for other keys. */
export function nextTab(key: string, selected: number, count: number): number | undefined {
  if (key === 'ArrowRight') return (selected + 1) % count
  if (key === 'ArrowLeft') return (selected + count - 1) % count
  if (key === 'Home') return 0
  return key === 'End' ? count - 1 : undefined
}
