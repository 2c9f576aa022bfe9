import { ButtonLink } from '#web/ui/button.tsx'
import { ChatFrame } from '#web/shared/chat/chat-frame.tsx'
import { ConversationRow } from '#web/shared/chat/conversations/conversation-row.tsx'
import { PaneHead } from '#web/shared/chat/conversations/conversation-pane.tsx'
import { Avatar } from '#web/shared/chat/conversations/avatar.tsx'
import { MessageBubble } from '#web/shared/chat/messages/message-bubble.tsx'
import { originFrom } from '#web/shared/chat/conversations/use-conversation-start.ts'
import { useNow } from '#web/ui/use-now.ts'

const MINUTE_MS = 60_000

/** Sample conversations of fictional users. */
const SAMPLE_CONVERSATIONS = [
  { name: 'Example Goldsmiths', lastMessage: 'Yes, it can be made in size 54.', minutes: 5, unread: 1 },
  { name: 'Example Pearl House', lastMessage: 'You: Thank you, that helps.', minutes: 60, unread: 0 },
  { name: 'Example Stone Cutters', lastMessage: 'The parcel leaves tomorrow.', minutes: 60 * 24, unread: 0 },
] as const

const SAMPLE_MESSAGES = [
  { sender: 'me', content: 'Can this ring be made in size 54?', minutes: 9 },
  { sender: 'other', content: 'Yes, it can be made in size 54.', minutes: 5 },
] as const

/** Renders an example of the page for visitors, and a link to sign in (CHAT-07). */
export function SampleChat({ search }: { search: Readonly<Record<string, string>> }) {
  const now = useNow()
  const minutesAgo = (minutes: number): string => new Date(now.getTime() - minutes * MINUTE_MS).toISOString()
  const list = (
    <div inert className="flex min-h-0 flex-1 flex-col opacity-70">
      <PaneHead hasTitle search="" isInert />
      <ul>
        {SAMPLE_CONVERSATIONS.map((example, place) => (
          <li key={example.name}>
            <ConversationRow
              row={{
                ...example,
                id: example.name,
                avatar: null,
                lastSender: null,
                lastAt: minutesAgo(example.minutes),
                found: null,
              }}
              now={now}
              isShown={place === 0}
              isTyping={false}
              wanted=""
            />
          </li>
        ))}
      </ul>
    </div>
  )
  return (
    <ChatFrame
      isExample
      list={list}
      thread={<SampleThread next={signInTarget(search)} before={minutesAgo} />}
    />
  )
}

function SampleThread({ next, before }: { next: string; before: (minutes: number) => string }) {
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3 border-b border-line bg-accent-mist px-5 py-4">
        <p className="text-sm">
          <strong className="font-medium">This is an example.</strong> Sign in to talk to suppliers and
          buyers.
        </p>
        <ButtonLink href={next} size="sm">
          Sign In
        </ButtonLink>
      </div>
      <div inert className="flex min-h-0 flex-1 flex-col opacity-70">
        <div className="flex items-center gap-3 border-b border-line px-5 py-3">
          <Avatar name="Example Goldsmiths" src={null} />
          <div>
            <p className="font-medium">Example Goldsmiths</p>
            <p className="text-xs text-ink-soft">goldsmiths@example.com</p>
          </div>
        </div>
        <div className="flex flex-1 flex-col justify-end gap-3 p-5">
          {SAMPLE_MESSAGES.map(({ sender, content, minutes }) => (
            <MessageBubble
              key={content}
              message={{
                sender,
                content,
                pictures: [],
                about: null,
                createdAt: before(minutes),
                isErased: false,
                isRemoved: false,
              }}
              otherName="Example Goldsmiths"
              wanted=""
            />
          ))}
        </div>
        <div className="flex gap-2 border-t border-line p-3">
          <input
            disabled
            aria-label="Type a message"
            placeholder="Type a message"
            className="min-h-11 min-w-0 flex-1 rounded-md border border-line-strong bg-mist px-4 text-base"
          />
          <button
            type="button"
            disabled
            className="min-h-11 rounded-full bg-mist px-6 text-sm font-medium text-ink-soft"
          >
            Send
          </button>
        </div>
      </div>
    </>
  )
}

/** Returns the address after the sign-in: the conversation with that store, product or order. */
function signInTarget(search: Readonly<Record<string, string>>): string {
  const [param, value] = Object.entries(originFrom(search) ?? {})[0] ?? []
  if (param === undefined || value === undefined) return '/login?next=/chat'
  const name = param === 'store' ? 'supplier' : param
  return `/login?next=${encodeURIComponent(`/chat?${name}=${encodeURIComponent(value)}`)}`
}
