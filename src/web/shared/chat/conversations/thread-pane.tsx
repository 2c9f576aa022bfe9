import { useEffect, useMemo, useRef, useState } from 'react'
import type { RefObject } from 'react'
import type { AboutCardData, ConversationData } from '#features/messaging/chat/contract.ts'
import { Button } from '#web/ui/button.tsx'
import { LiveRegion } from '#web/ui/live-region.tsx'
import { ThreadSkeleton } from '../chat-skeleton.tsx'
import type { Thread } from '../chat-state.ts'
import { saveChatDraft, readChatDrafts, tabStorage } from '../chat-storage.ts'
import { Composer } from '../messages/composer.tsx'
import { MessageList } from '../messages/message-list.tsx'
import { toVisibleMessages } from '../messages/visible-messages.ts'
import { ThreadHeader } from './thread-header.tsx'
import { useMessageAnnouncement } from '../messages/use-message-announcement.ts'
import type { Chat } from '../use-chat.ts'
import { useNow } from '#web/ui/use-now.ts'
import type { MessageOutbox } from '../messages/use-outbox.ts'
import { usePictureUploads } from '../pictures/use-picture-uploads.ts'
import { useReadReceipts } from '../messages/use-read-receipts.ts'
import { useScrollAnchor } from '../messages/use-scroll-anchor.ts'
import { useTypingNotifier } from '../stream/use-typing-notifier.ts'

/** The most pictures of a message, as in the contract. */
const MAX_MESSAGE_PICTURES = 4

/** The properties of an open conversation. */
export type ThreadPaneProps = Readonly<{
  accountId: string
  conversation: ConversationData
  chat: Chat
  sending: MessageOutbox
  isTyping: boolean
  wanted: string
  /** The product or order of the address, which is attached to the first message. */
  about: AboutCardData | null
  heading: RefObject<HTMLHeadingElement | null>
  box: RefObject<HTMLTextAreaElement | null>
  /** Opens the list if it is a drawer. */
  onList: (() => void) | undefined
  onDropAbout(): void
  onLeave(): void
}>

/** Renders the open conversation: the other party, messages, and the composer. */
export function ThreadPane(props: ThreadPaneProps) {
  const { conversation, chat, heading, onList } = props
  const thread = chat.state.threads[conversation.id]
  return (
    <>
      <ThreadHeader
        conversation={conversation}
        heading={heading}
        unreadElsewhere={chat.state.unread - conversation.unread}
        onList={onList}
        onChanged={(changed) => chat.dispatch({ type: 'conversation', conversation: changed })}
      />
      <ConversationNotices conversation={conversation} isLost={chat.state.stream === 'lost'} />
      {thread?.problem && thread.messages.length === 0 && (
        <ThreadFailure problem={thread.problem} onRetry={() => void chat.loadThread(conversation.id)} />
      )}
      {!thread && <ThreadSkeleton />}
      {thread && !(thread.problem && thread.messages.length === 0) && (
        <OpenThread {...props} thread={thread} />
      )}
    </>
  )
}

function OpenThread(props: ThreadPaneProps & { thread: Thread }) {
  const { conversation, thread, chat, sending, about, box, isTyping, wanted } = props
  const { id } = conversation
  const now = useNow()
  const visibleMessages = useMemo(
    () =>
      toVisibleMessages(
        thread.messages,
        sending.outbox.filter((one) => one.conversationId === id),
        now,
      ),
    [thread.messages, sending.outbox, id, now],
  )
  const scroll = useScrollAnchor(visibleMessages, id, () => void (thread.hasOlder && chat.loadOlder(id)))
  const last = thread.messages.at(-1)?.number ?? 0
  const lastSeenNumber = useLastSeenNumber(id, last, scroll.isAtEnd)
  useReadReceipts(conversation, scroll.isAtEnd ? last : 0, chat.dispatch)
  const announcement = useMessageAnnouncement(conversation, thread.messages)
  const newCount = thread.messages.filter(
    ({ number, sender }) => number > lastSeenNumber && sender === 'other',
  ).length
  return (
    <>
      <MessageList
        conversation={conversation}
        shown={visibleMessages}
        place={scroll}
        hasOlder={thread.hasOlder}
        news={newCount}
        isTyping={isTyping}
        wanted={wanted}
        onOlder={() => void chat.loadOlder(id)}
        onRetry={sending.retry}
        onDiscard={sending.discard}
      />
      <LiveRegion message={announcement} />
      {conversation.canWrite ? (
        <MessageEditor {...props} about={about} box={box} onSent={scroll.toEnd} />
      ) : (
        <p className="border-t border-line px-5 py-4 text-sm text-ink-soft">
          {explainReadOnly(conversation)}
        </p>
      )}
    </>
  )
}

/** Returns the number of the newest message that was visible. */
function useLastSeenNumber(id: string, last: number, isAtEnd: boolean): number {
  const [seen, setSeen] = useState({ id, upTo: last })
  useEffect(() => {
    if (isAtEnd || seen.id !== id) setSeen({ id, upTo: last })
  }, [id, last, isAtEnd, seen.id])
  return seen.id === id ? seen.upTo : last
}

/** Renders the editor, whose text is stored by conversation, so that users can switch to another one meanwhile. */
function MessageEditor(props: ThreadPaneProps & { onSent(): void }) {
  const { accountId, conversation, sending, about, box, onDropAbout, onLeave, onSent } = props
  const { id } = conversation
  const [text, setText] = useState(() => readChatDrafts(tabStorage(), accountId)[id] ?? '')
  const pictures = usePictureUploads(
    `/chat/conversations/${encodeURIComponent(id)}/pictures`,
    MAX_MESSAGE_PICTURES,
  )
  const notifyTyping = useTypingNotifier(id)
  const onSentRef = useRef(onSent)
  useEffect(() => {
    onSentRef.current = onSent
  })

  function change(changed: string): void {
    setText(changed)
    saveChatDraft(tabStorage(), accountId, { conversationId: id, text: changed })
    if (changed.trim() !== '') notifyTyping()
  }

  return (
    <Composer
      box={box}
      text={text}
      about={about}
      pictures={pictures}
      onText={change}
      onDropAbout={onDropAbout}
      onLeave={onLeave}
      onSend={(content) => {
        sending.write(id, content)
        change('')
        if (content.about) onDropAbout()
        // After it is rendered.
        requestAnimationFrame(() => onSentRef.current())
      }}
    />
  )
}

/** Renders the notices of a conversation above the composer. */
function ConversationNotices({ conversation, isLost }: { conversation: ConversationData; isLost: boolean }) {
  return (
    <div role="status" className="text-xs text-ink-soft">
      {isLost && (
        <p className="border-b border-line bg-danger-mist px-5 py-2 text-ink">
          You’re offline. Your messages are sent when you’re back online.
        </p>
      )}
      {conversation.answersBy === 'mail' && (
        <p className="border-b border-line bg-mist px-5 py-2">
          {conversation.name} gets your messages by email, with your address to reply to. A reply may take
          longer.
        </p>
      )}
    </div>
  )
}

function ThreadFailure({ problem, onRetry }: { problem: string; onRetry: () => void }) {
  return (
    <div role="alert" className="m-auto flex flex-col items-center gap-4 p-6 text-center">
      <p>{problem}</p>
      <Button variant="outline" onClick={onRetry}>
        Try again
      </Button>
    </div>
  )
}

function explainReadOnly({ isBlockedByMe, name }: ConversationData): string {
  return isBlockedByMe
    ? `You blocked ${name}. Unblock them in the menu above to write again.`
    : `You can no longer write to ${name}.`
}
