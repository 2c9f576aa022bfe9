import type { ConversationData } from '#features/messaging/chat/contract.ts'
import { Avatar } from './avatar.tsx'
import { HighlightedText } from '../messages/highlighted-text.tsx'
import { formatTimeAgo } from './relative-time.ts'
import { splitByMatch } from '../messages/text-segments.ts'

/** The data of a conversation's row. */
export type RowData = Pick<
  ConversationData,
  'id' | 'name' | 'avatar' | 'lastMessage' | 'lastSender' | 'lastAt' | 'unread' | 'found'
>

/** Renders a conversation in the list: avatar, name, last message, and its age (CHAT-02). */
export function ConversationRow(props: {
  row: RowData
  now: Date
  isShown: boolean
  isTyping: boolean
  wanted: string
}) {
  const { row, now, isShown, isTyping, wanted } = props
  return (
    <span
      className={`flex items-center gap-3 border-s-2 px-4 py-3 text-start ${
        isShown ? 'border-accent bg-mist' : 'border-transparent hover:bg-mist'
      }`}
    >
      <Avatar name={row.name} src={row.avatar} />
      <span className="min-w-0 flex-1">
        <span className="flex items-baseline justify-between gap-2">
          <span className={`truncate text-sm ${row.unread > 0 ? 'font-semibold' : 'font-medium'}`}>
            <HighlightedText segments={splitByMatch(row.name, wanted)} />
          </span>{' '}
          <time dateTime={row.lastAt} className="shrink-0 text-xs text-ink-soft tabular-nums">
            {formatTimeAgo(new Date(row.lastAt), now)}
          </time>
        </span>{' '}
        <span className="flex items-center justify-between gap-2">
          <span className={`truncate text-xs ${row.unread > 0 ? 'text-ink' : 'text-ink-soft'}`}>
            {isTyping ? (
              <span className="text-accent">is typing…</span>
            ) : (
              <LastMessage row={row} wanted={wanted} />
            )}
          </span>
          {row.unread > 0 && (
            <span className="grid h-5 min-w-5 shrink-0 place-items-center rounded-full bg-accent px-1.5 text-xs leading-none font-semibold text-on-accent tabular-nums">
              {row.unread > 99 ? '99+' : row.unread}
              <span className="sr-only"> unread</span>
            </span>
          )}
        </span>
      </span>
    </span>
  )
}

function LastMessage({ row, wanted }: { row: RowData; wanted: string }) {
  if (wanted !== '' && row.found !== null)
    return <HighlightedText segments={splitByMatch(row.found, wanted)} />
  if (row.lastMessage === '') return 'No messages yet'
  return `${row.lastSender === 'me' ? 'You: ' : ''}${row.lastMessage}`
}
