import { ArrowDown } from 'lucide'
import { Icon } from '#web/ui/icon.tsx'
import { Suspense, useState } from 'react'
import type { ChatPictureData, ConversationData } from '#features/messaging/chat/contract.ts'
import { lazyComponent } from '#web/shared/loading/lazy-component.tsx'
import { Button } from '#web/ui/button.tsx'
import { MessageBubble } from './message-bubble.tsx'
import type { VisibleMessage } from './visible-messages.ts'
import type { ScrollAnchor } from './use-scroll-anchor.ts'

const PictureView = lazyComponent(async () => (await import('../pictures/picture-view.tsx')).PictureView)

/** The properties of the list of messages. */
type MessageListProps = Readonly<{
  conversation: ConversationData
  shown: readonly VisibleMessage[]
  place: ScrollAnchor
  hasOlder: boolean
  /** The number of messages that arrived while the user had scrolled up. */
  news: number
  isTyping: boolean
  wanted: string
  onOlder(): void
  onRetry(clientId: string): void
  onDiscard(clientId: string): void
}>

/** Renders the messages of a conversation, a line above each day; scrolling up loads older ones. */
export function MessageList(props: MessageListProps) {
  const { conversation, place, hasOlder, news, isTyping, onOlder } = props
  const { boxRef, isAtEnd, onScroll, toEnd } = place
  const [picture, setPicture] = useState<ChatPictureData>()
  return (
    <div className="relative min-h-0 flex-1">
      {/* It scrolls, so it must be reachable by keyboard. */}
      <div
        ref={boxRef}
        role="region"
        aria-label={`Messages with ${conversation.name}`}
        {...FOCUSABLE}
        onScroll={onScroll}
        className="flex h-full flex-col overflow-y-auto overscroll-contain px-4 py-4 [overflow-anchor:none] focus-visible:-outline-offset-2 md:px-6"
      >
        {hasOlder && (
          <Button variant="quiet" size="sm" className="self-center" onClick={onOlder}>
            Earlier messages
          </Button>
        )}
        <Rows {...props} onPicture={setPicture} />
        <p className="mt-2 min-h-5 text-end text-xs text-ink-soft">
          {isTyping && `${conversation.name} is typing`}
        </p>
      </div>
      {!isAtEnd && (
        <Button
          size="sm"
          variant={news > 0 ? 'primary' : 'outline'}
          className={`absolute bottom-3 left-1/2 -translate-x-1/2 ${news > 0 ? '' : 'bg-sheet'}`}
          onClick={toEnd}
        >
          <Icon shapes={ArrowDown} aria-hidden="true" className="size-4" strokeWidth={1.5} />
          {news > 0 ? 'New messages' : 'Latest messages'}
        </Button>
      )}
      {picture && (
        <Suspense>
          <PictureView picture={picture} onClose={() => setPicture(undefined)} />
        </Suspense>
      )}
    </div>
  )
}

/** A scrollable element must be focusable, even without focusable content. */
const FOCUSABLE = { tabIndex: 0 }

function Rows(props: MessageListProps & { onPicture(picture: ChatPictureData): void }) {
  const { conversation, shown, wanted, onPicture, onRetry, onDiscard } = props
  const lastOfMine = shown.findLast(({ bubble, outgoing }) => bubble.sender === 'me' && !outgoing)
  return (
    <ol className="mt-auto flex flex-col gap-3">
      {shown.map((message) => (
        <li key={message.key} data-row={message.key}>
          {message.day && <p className="py-2 text-center text-xs text-ink-soft">{message.day}</p>}
          <MessageBubble
            message={message.bubble}
            otherName={conversation.name}
            wanted={wanted}
            onPicture={onPicture}
          >
            <DeliveryStatus
              one={message}
              isRead={message === lastOfMine && (message.number ?? Infinity) <= conversation.otherReadUpTo}
              onRetry={onRetry}
              onDiscard={onDiscard}
            />
          </MessageBubble>
        </li>
      ))}
    </ol>
  )
}

/** Renders the delivery status of the user's own message; others have none. */
function DeliveryStatus(props: {
  one: VisibleMessage
  isRead: boolean
  onRetry(clientId: string): void
  onDiscard(clientId: string): void
}) {
  const { one, isRead, onRetry, onDiscard } = props
  if (!one.outgoing) return isRead ? <span>Read</span> : null
  const { clientId, state, problem } = one.outgoing
  if (state === 'waiting' || state === 'sending') return <span>Sending…</span>
  return (
    <>
      {problem && <span className="text-danger">{problem}</span>}
      <button
        type="button"
        onClick={() => onRetry(clientId)}
        className="min-h-6 text-danger underline underline-offset-4"
      >
        Not sent, try again
      </button>
      <button
        type="button"
        onClick={() => onDiscard(clientId)}
        className="min-h-6 underline underline-offset-4"
      >
        Remove
      </button>
    </>
  )
}
