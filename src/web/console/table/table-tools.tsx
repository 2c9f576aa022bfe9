import { ChevronLeft, ChevronRight, Search, X } from 'lucide'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Icon } from '#web/ui/icon.tsx'
import { Link } from '#web/ui/link.tsx'
import { formatNumber } from '../data/format.ts'
import { Action, IconAction } from '../parts/button.tsx'

/** A saved view above a table: its name, its number of rows, and its address. */
export type ViewTab = Readonly<{ id: string; label: string; href: string; count?: number | undefined }>

/** Renders the tabs of the saved views above a table. */
export function ViewTabs(props: { label: string; tabs: readonly ViewTab[]; current: string }) {
  const { current } = props
  const bar = useRef<HTMLElement>(null)
  const tab = useRef<HTMLLIElement>(null)
  useEffect(() => {
    // On a phone the current one may be outside the visible area.
    if (!bar.current || !tab.current) return
    const { offsetLeft, offsetWidth } = tab.current
    bar.current.scrollLeft = offsetLeft - bar.current.offsetLeft - (bar.current.clientWidth - offsetWidth) / 2
  }, [current])
  return (
    <nav ref={bar} aria-label={props.label} className="overflow-x-auto border-b border-line">
      <ul className="flex px-2">
        {props.tabs.map(({ id, label, href, count }) => (
          <li key={id} ref={id === current ? tab : undefined} className="shrink-0">
            <Link
              href={href}
              aria-current={id === current ? 'page' : undefined}
              className="relative flex min-h-11 items-center gap-1.5 px-2.5 text-sm font-medium text-ink-soft hover:text-ink aria-[current=page]:text-ink aria-[current=page]:after:absolute aria-[current=page]:after:inset-x-2 aria-[current=page]:after:bottom-0 aria-[current=page]:after:h-0.5 aria-[current=page]:after:bg-accent"
            >
              {label}
              {count !== undefined && (
                <span className="font-normal text-ink-soft tabular-nums">{formatNumber(count)}</span>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

const TYPING_MS = 300

/** Renders a search over a table; `onSearch` is called after a pause in typing, or at once by Enter. */
export function TableSearch(props: {
  label: string
  placeholder: string
  value: string
  onSearch: (text: string) => void
}) {
  const { label, placeholder, value, onSearch } = props
  const [typed, setTyped] = useState<string>()
  const text = typed ?? value
  useEffect(() => {
    if (typed === undefined || typed.trim() === value) return undefined
    const timer = setTimeout(() => onSearch(typed.trim()), TYPING_MS)
    return () => clearTimeout(timer)
  }, [typed, value, onSearch])
  return (
    <form
      role="search"
      onSubmit={(event) => {
        event.preventDefault()
        onSearch(text.trim())
      }}
      className="relative min-w-0 flex-1 max-md:basis-full md:max-w-xs"
    >
      <Icon
        shapes={Search}
        aria-hidden="true"
        className="absolute start-2.5 top-1/2 size-4 -translate-y-1/2 text-ink-soft"
      />
      <input
        type="search"
        aria-label={label}
        placeholder={placeholder}
        value={text}
        maxLength={100}
        onChange={(event) => setTyped(event.target.value)}
        className="h-8 w-full rounded-md border border-line bg-sheet ps-8 pe-2 text-sm placeholder:text-ink-soft hover:border-line-strong max-md:h-11 max-md:text-base"
      />
    </form>
  )
}

/** Renders a filter as a native select, which becomes a chip with a cross when selected. */
export function FilterChip(props: {
  label: string
  value: string | undefined
  options: readonly Readonly<{ value: string; label: string }>[]
  onChange: (value: string | undefined) => void
}) {
  const { label, value, options, onChange } = props
  return (
    <span
      className={`inline-flex h-8 items-center rounded-full border text-xs max-md:h-11 ${
        value === undefined ? 'border-dashed border-line-strong' : 'border-line bg-mist'
      }`}
    >
      <select
        aria-label={label}
        value={value ?? ''}
        onChange={(event) => onChange(event.target.value || undefined)}
        className="h-full max-w-48 appearance-none truncate rounded-full bg-transparent px-3 text-ink"
      >
        <option value="">{label}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      {value !== undefined && (
        <IconAction
          label={`Remove the filter ${label}`}
          icon={X}
          onClick={() => onChange(undefined)}
          className="me-0.5 size-7! rounded-full!"
        />
      )}
    </span>
  )
}

/** Renders the number of rows of a large table. */
export function TableTotal({ total, noun }: { total: number; noun: string }) {
  return (
    <p
      aria-live="polite"
      className="flex min-h-11 items-center border-t border-line px-4 text-xs text-ink-soft tabular-nums"
    >
      {formatNumber(total)} {noun}
    </p>
  )
}

/** Renders the page number of a table, with links to the previous and next page. */
export function TablePages(props: {
  page: number
  pages: number
  total: number
  pageSize: number
  /** The noun for the rows, such as `orders`. */
  noun: string
  onPage: (page: number) => void
}) {
  const { page, pages, total, pageSize, noun, onPage } = props
  const first = (page - 1) * pageSize + 1
  const last = Math.min(total, page * pageSize)
  return (
    <div className="flex min-h-12 items-center justify-between gap-3 border-t border-line px-4 text-xs text-ink-soft">
      <p aria-live="polite" className="tabular-nums">
        {pages > 1
          ? `${formatNumber(first)}–${formatNumber(last)} of ${formatNumber(total)} ${noun}`
          : `${formatNumber(total)} ${noun}`}
      </p>
      {pages > 1 && (
        <div className="flex gap-1">
          <IconAction
            label="Previous page"
            icon={ChevronLeft}
            disabled={page <= 1}
            onClick={() => onPage(page - 1)}
          />
          <IconAction
            label="Next page"
            icon={ChevronRight}
            disabled={page >= pages}
            onClick={() => onPage(page + 1)}
          />
        </div>
      )}
    </div>
  )
}

/** Renders the actions on the selected rows, at the bottom of the window. */
export function BulkBar(props: { count: number; onClear: () => void; children: ReactNode }) {
  if (props.count === 0) return null
  return (
    <div
      role="toolbar"
      aria-label="Selected rows"
      className="fixed inset-x-2 bottom-3 z-20 mx-auto flex max-w-fit flex-wrap items-center justify-center gap-2 rounded-md bg-ink px-3 py-2 text-paper shadow-sheet"
    >
      <p className="px-1 text-sm tabular-nums">{formatNumber(props.count)} selected</p>
      {props.children}
      <Action
        variant="quiet"
        icon={X}
        onClick={props.onClear}
        aria-label="Clear the selection"
        className="px-2! text-paper! hover:bg-ink-soft!"
      />
    </div>
  )
}
