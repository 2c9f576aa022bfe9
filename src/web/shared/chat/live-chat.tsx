import { useNavigateTo } from '#web/app/router/navigation.ts'
import { Drawer } from '#web/ui/drawer.tsx'
import { ChatFrame, useChatPlace } from './chat-frame.tsx'
import { ChatSkeleton, ListSkeleton, ThreadSkeleton } from './chat-skeleton.tsx'
import { ConversationPane } from './conversations/conversation-pane.tsx'
import { EmptyChat, ListFailed, ConversationUnavailable, SignInAgain } from './conversations/empty-views.tsx'
import { ListButton } from './conversations/thread-header.tsx'
import { ThreadPane } from './conversations/thread-pane.tsx'
import { type ConversationSearch, useConversationSearch } from './conversations/use-conversation-search.ts'
import { type ChatSession, useChatSession } from './stream/use-chat-session.ts'
import { type RefObject, useRef, useState, useSyncExternalStore } from 'react'

/** The media query of screens with the list beside the messages (CHAT-10). */
const WIDE_QUERY = '(min-width: 48rem)'

/** Returns whether there is space for the list beside the messages; in browsers only. */
function useIsWide(): boolean {
  return useSyncExternalStore(
    (changed) => {
      const query = matchMedia(WIDE_QUERY)
      query.addEventListener('change', changed)
      return () => query.removeEventListener('change', changed)
    },
    () => matchMedia(WIDE_QUERY).matches,
    () => true,
  )
}

/**
 * Renders the conversations of the account with that public id. The address has the open one, or the other party of a
 * new one.
 */
export function LiveChat(props: {
  accountId: string
  isSupplier: boolean
  search: Readonly<Record<string, string>>
}) {
  const { accountId, isSupplier, search } = props
  const session = useChatSession(accountId, search)
  const conversationSearch = useConversationSearch()
  const { state } = session.chat
  if (state.stream === 'ended') return <ChatFrame list={null} thread={<SignInAgain />} />
  if (state.status === 'loading' && !session.shown) return <ChatSkeleton />
  if (state.status === 'ready' && state.conversations.length === 0 && !session.start.isStarting)
    return (
      <ChatFrame list={null} thread={<EmptyChat problem={session.start.problem} isSupplier={isSupplier} />} />
    )
  return <Panes live={session} found={conversationSearch} />
}

/** Renders list and conversation side by side; on narrow screens the list is a drawer (CHAT-10). */
function Panes({ live, found }: { live: ChatSession; found: ConversationSearch }) {
  const isWide = useIsWide()
  const [isListOpen, setIsListOpen] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  const box = useRef<HTMLTextAreaElement>(null)
  const go = useNavigateTo()
  const { address, isInConsole } = useChatPlace()

  async function choose(id: string): Promise<void> {
    setIsListOpen(false)
    await go(`${address}?conversation=${id}`, { replace: true })
    // On a narrow screen the keyboard would cover the messages.
    requestAnimationFrame(() => (isWide ? (box.current ?? heading.current) : heading.current)?.focus())
  }

  function closeThread(): void {
    if (!isWide) setIsListOpen(true)
    else document.querySelector<HTMLElement>('[data-conversation][aria-current]')?.focus()
  }

  const list = (
    <ConversationListPane
      live={live}
      found={found}
      hasTitle={isWide && !isInConsole}
      onChoose={(id) => void choose(id)}
    />
  )
  const openList = isWide ? undefined : (): void => setIsListOpen(true)
  const controls = { heading, box, openList, leave: closeThread }
  return (
    <>
      <ChatFrame
        list={isWide ? list : null}
        thread={<OpenConversation live={live} wanted={found.wanted} places={controls} />}
      />
      {!isWide && (
        <Drawer isOpen={isListOpen} onClose={() => setIsListOpen(false)} title="Messages" side="left">
          <div className="-mx-6 flex min-h-0 flex-1 flex-col">{isListOpen && list}</div>
        </Drawer>
      )}
    </>
  )
}

function ConversationListPane(props: {
  live: ChatSession
  found: ConversationSearch
  hasTitle: boolean
  onChoose(id: string): void
}) {
  const { live, found, hasTitle, onChoose } = props
  const { chat, typingIds, shownId } = live
  return (
    <ConversationPane
      rows={found.rows ?? chat.state.conversations}
      shownId={shownId}
      typingIds={typingIds}
      search={found.search}
      wanted={found.wanted}
      onSearch={found.setSearch}
      onChoose={onChoose}
      onEnd={() => void chat.loadMore()}
      hasTitle={hasTitle}
    >
      {chat.state.status === 'loading' && <ListSkeleton />}
      {(chat.state.status === 'failed' || found.hasFailed) && (
        <ListFailed onRetry={() => void chat.loadList()} />
      )}
      {found.rows?.length === 0 && (
        <p role="status" className="p-5 text-sm text-ink-soft">
          No conversation has “{found.wanted}”.
        </p>
      )}
    </ConversationPane>
  )
}

/** The functions of the page for the open conversation. */
type ThreadControls = Readonly<{
  heading: RefObject<HTMLHeadingElement | null>
  box: RefObject<HTMLTextAreaElement | null>
  openList: (() => void) | undefined
  leave(): void
}>

function OpenConversation({
  live,
  wanted,
  places,
}: {
  live: ChatSession
  wanted: string
  places: ThreadControls
}) {
  const { shown, start } = live
  if (!shown) return <ConversationPlaceholder live={live} openList={places.openList} />
  return (
    <ThreadPane
      key={shown.id}
      accountId={live.accountId}
      conversation={shown}
      chat={live.chat}
      sending={live.sending}
      isTyping={live.typingIds.includes(shown.id)}
      wanted={wanted}
      about={start.about?.conversationId === shown.id ? start.about.card : null}
      heading={places.heading}
      box={places.box}
      onList={places.openList}
      onDropAbout={start.dropAbout}
      onLeave={places.leave}
    />
  )
}

/** Renders the placeholder of a conversation that does not exist, or is loading. */
function ConversationPlaceholder({
  live,
  openList,
}: {
  live: ChatSession
  openList: (() => void) | undefined
}) {
  const { chat, start, shownId } = live
  const { state } = chat
  const problem = start.problem ?? (shownId === undefined ? undefined : state.threads[shownId]?.problem)
  if (problem === undefined && (start.isStarting || state.status !== 'failed')) return <ThreadSkeleton />
  const retry = (): void => void (shownId === undefined ? chat.loadList() : chat.loadThread(shownId))
  return (
    <>
      {openList && (
        <div className="p-2">
          <ListButton unread={state.unread} onList={openList} />
        </div>
      )}
      <ConversationUnavailable problem={problem} onRetry={retry} />
    </>
  )
}
