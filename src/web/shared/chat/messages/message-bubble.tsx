import type { ReactNode } from 'react'
import type { AboutCardData, ChatPictureData } from '#features/messaging/chat/contract.ts'
import { AboutCardView } from '../conversations/about-card-view.tsx'
import { HighlightedText } from './highlighted-text.tsx'
import { formatTime } from '../conversations/relative-time.ts'
import { splitText } from './text-segments.ts'

/** The data of a bubble, sent or not. */
export type BubbleData = Readonly<{
  sender: 'me' | 'other'
  content: string
  pictures: readonly ChatPictureData[]
  about: AboutCardData | null
  createdAt: string
  isErased: boolean
  isRemoved: boolean
}>

/**
 * Renders a message: the user's on the left, the other party's on the right (CHAT-04). `children` is the delivery
 * status.
 */
export function MessageBubble(props: {
  message: BubbleData
  otherName: string
  wanted: string
  onPicture?: (picture: ChatPictureData) => void
  children?: ReactNode
}) {
  const { message, otherName, wanted, onPicture, children } = props
  const isMine = message.sender === 'me'
  const missing = explainMissing(message)
  return (
    <div className={`flex flex-col gap-1 ${isMine ? 'items-start' : 'items-end'}`}>
      <span className="sr-only">{isMine ? 'You' : otherName}</span>
      {message.about && <AboutCardView about={message.about} />}
      {message.pictures.length > 0 && (
        <div className={`flex max-w-[85%] flex-wrap gap-1 ${isMine ? '' : 'justify-end'}`}>
          {message.pictures.map((picture) => (
            <MessagePicture key={picture.id} picture={picture} onOpen={onPicture} />
          ))}
        </div>
      )}
      {(message.content !== '' || missing !== undefined) && (
        <p
          className={`max-w-[85%] rounded-md px-4 py-2.5 text-sm wrap-anywhere whitespace-pre-wrap md:max-w-[70%] ${
            isMine ? 'bg-accent-mist' : 'bg-stone'
          } ${missing === undefined ? '' : 'text-ink-soft italic'}`}
        >
          {missing ?? <HighlightedText segments={splitText(message.content, wanted)} />}
        </p>
      )}
      <p className="flex flex-wrap items-center gap-x-2 text-xs text-ink-soft">
        <time dateTime={message.createdAt} className="tabular-nums">
          {formatTime(new Date(message.createdAt))}
        </time>
        {children}
      </p>
    </div>
  )
}

/** Explains why a message has no text; undefined for unchanged ones. */
function explainMissing({ isErased, isRemoved }: BubbleData): string | undefined {
  if (isErased) return 'This message was deleted with its account.'
  return isRemoved ? 'This message was removed by our support.' : undefined
}

/** Renders a picture, whose width and height reserve its space before it has loaded. */
function MessagePicture(props: {
  picture: ChatPictureData
  onOpen: ((picture: ChatPictureData) => void) | undefined
}) {
  const { picture, onOpen } = props
  return (
    <button
      type="button"
      aria-label="View full picture"
      onClick={() => onOpen?.(picture)}
      className="overflow-hidden rounded-md bg-stone"
    >
      <img
        src={picture.smallUrl}
        alt=""
        width={picture.width}
        height={picture.height}
        loading="lazy"
        decoding="async"
        className="h-44 w-auto max-w-full object-cover"
      />
    </button>
  )
}
