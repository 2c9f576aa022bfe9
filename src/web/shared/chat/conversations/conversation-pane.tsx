import { ArrowDown, Search } from 'lucide'
import { Icon } from '#web/ui/icon.tsx'
import { useRef } from 'react'
import type { KeyboardEvent, ReactNode } from 'react'
import { ConversationRow } from './conversation-row.tsx'
import type { RowData } from './conversation-row.tsx'
import { useNow } from '#web/ui/use-now.ts'

/** The properties of the conversation list. */
export type ConversationPaneProps = Readonly<{
  rows: readonly RowData[]
  shownId: string | undefined
  typingIds: readonly string[]
  search: string
  /** The search text of the rows; empty for all conversations. */
  wanted: string
  onSearch(search: string): void
  onChoose(id: string): void
  /** Called when the end of the list becomes visible. */
  onEnd?(): void
  /** Whether it has a title; in a drawer the drawer has it. */
  hasTitle?: boolean
  /** The content instead of rows, when there are none. */
  children?: ReactNode
}>

/**
 * Renders the conversations, newest first, with their search (CHAT-01). Arrow keys move from row to row, Enter opens
 * one.
 */
export function ConversationPane(props: ConversationPaneProps) {
  const { rows, shownId, typingIds, search, wanted, onSearch, onChoose, onEnd, hasTitle = true } = props
  const now = useNow()
  const list = useRef<HTMLUListElement>(null)
  const reachable = rows.some(({ id }) => id === shownId) ? shownId : rows[0]?.id
  return (
    <>
      <PaneHead hasTitle={hasTitle} search={search} onSearch={onSearch} />
      <div
        className="min-h-0 flex-1 overflow-y-auto overscroll-contain"
        onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) =>
          scrollTop + clientHeight > scrollHeight - LOAD_MORE_PX && onEnd?.()
        }
      >
        {props.children}
        {/* The buttons within handle the arrow keys. */}
        <ul ref={list} aria-label="Conversations" onKeyDown={(event) => moveFocusByKey(event, list.current)}>
          {rows.map((row) => (
            <li key={row.id}>
              <button
                type="button"
                data-conversation={row.id}
                aria-current={row.id === shownId ? 'true' : undefined}
                tabIndex={row.id === reachable ? 0 : -1}
                onClick={() => onChoose(row.id)}
                className="block w-full focus-visible:-outline-offset-2"
              >
                <ConversationRow
                  row={row}
                  now={now}
                  isShown={row.id === shownId}
                  isTyping={typingIds.includes(row.id)}
                  wanted={wanted}
                />
              </button>
            </li>
          ))}
        </ul>
      </div>
    </>
  )
}

/** The distance from the end of the list at which the next page is requested, in pixels. */
const LOAD_MORE_PX = 400

/** Renders the title, the search box and the sort order of the list. */
export function PaneHead(props: {
  hasTitle: boolean
  search: string
  onSearch?: (search: string) => void
  isInert?: boolean
}) {
  const { hasTitle, search, onSearch, isInert = false } = props
  return (
    <div className="border-b border-line px-4 pt-4 pb-3">
      {hasTitle && <h2 className="mb-3 text-lg">Messages</h2>}
      <div className="relative">
        <Icon
          shapes={Search}
          aria-hidden="true"
          className="pointer-events-none absolute top-1/2 left-4 size-4 -translate-y-1/2 text-ink-soft"
          strokeWidth={1.5}
        />
        <input
          type="search"
          aria-label="Search messages"
          placeholder="Search messages"
          value={search}
          maxLength={200}
          disabled={isInert}
          onChange={({ currentTarget }) => onSearch?.(currentTarget.value)}
          className="block min-h-11 w-full rounded-full border border-line-strong bg-sheet ps-11 pe-4 text-sm placeholder:text-ink-soft disabled:bg-mist"
        />
      </div>
      <p className="mt-3 flex items-center gap-1 text-xs text-ink-soft">
        <Icon shapes={ArrowDown} aria-hidden="true" className="size-3.5" strokeWidth={1.5} />
        Newest
      </p>
    </div>
  )
}

const KEY_STEPS: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowUp: -1,
  Home: -Infinity,
  End: Infinity,
}

function moveFocusByKey(event: KeyboardEvent, list: HTMLElement | null): void {
  const step = KEY_STEPS[event.key]
  if (step === undefined || !list) return
  const rows = [...list.querySelectorAll('button')]
  const at = rows.findIndex((row) => row === document.activeElement)
  event.preventDefault()
  rows[Math.min(rows.length - 1, Math.max(0, at + step))]?.focus()
}
