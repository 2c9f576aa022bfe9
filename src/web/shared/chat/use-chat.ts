import { useCallback, useEffect, useReducer, useRef } from 'react'
import { call, explainError } from '#web/app/calls/api.ts'
import { chatReducer, EMPTY_CHAT } from './chat-state.ts'
import type { ChatEvent, ChatState } from './chat-state.ts'
import { openStream } from './stream/open-stream.ts'

/** A user's conversations, live, and the functions that load more of them. */
export type Chat = Readonly<{
  state: ChatState
  dispatch(event: ChatEvent): void
  loadList(): Promise<void>
  loadMore(): Promise<void>
  loadThread(id: string): Promise<void>
  loadOlder(id: string): Promise<void>
}>

const THREAD_FAILED = 'We couldn’t load the messages. Please try again.'

/** Returns the conversations of the account with that public ID; `selectedId` is the open one. */
export function useChat(accountId: string, selectedId: string | undefined): Chat {
  const [state, dispatch] = useReducer(chatReducer, EMPTY_CHAT)
  const latest = useRef(state)
  useEffect(() => {
    latest.current = state
  })

  useEffect(() => openStream(accountId, dispatch), [accountId])

  const loadList = useCallback(() => loadFirstPage(dispatch), [])
  const loadThread = useCallback((id: string) => fetchThread(id, latest.current, dispatch), [])
  const runOnce = useSingleFlight()

  // Only a change of `staleness` matters: it means that events may have been missed.
  const { staleness } = state
  useEffect(() => void loadList(), [loadList, staleness])
  useEffect(() => {
    if (selectedId !== undefined) void loadThread(selectedId)
  }, [loadThread, selectedId, staleness])

  return {
    state,
    dispatch,
    loadList,
    loadThread,
    loadMore: () => runOnce('list', () => loadNextPage(latest.current, dispatch)),
    loadOlder: (id) => runOnce(id, () => fetchOlder(id, latest.current, dispatch)),
  }
}

/** Returns a function that runs a request unless the same one is already running. */
function useSingleFlight(): (name: string, request: () => Promise<void>) => Promise<void> {
  const busy = useRef(new Set<string>())
  return async (name, request) => {
    if (busy.current.has(name)) return
    busy.current.add(name)
    await request().finally(() => busy.current.delete(name))
  }
}

type Dispatch = (event: ChatEvent) => void

async function loadFirstPage(dispatch: Dispatch): Promise<void> {
  try {
    dispatch({ type: 'listed', page: await call('GET /chat/conversations') })
  } catch {
    dispatch({ type: 'list_failed' })
  }
}

/** Loads the next page of the list; after a failure, scrolling requests it again. */
async function loadNextPage({ nextCursor }: ChatState, dispatch: Dispatch): Promise<void> {
  if (nextCursor === null) return
  const page = await call('GET /chat/conversations', { query: { cursor: nextCursor } }).catch(() => undefined)
  if (page) dispatch({ type: 'listed_more', page })
}

/** Loads the newest messages, or those after the loaded ones. */
async function fetchThread(id: string, { threads }: ChatState, dispatch: Dispatch): Promise<void> {
  const last = threads[id]?.messages.at(-1)
  try {
    if (!last) {
      const { conversation } = await call('GET /chat/conversations/{id}', { params: { id } })
      const { messages, hasMore, ...row } = conversation
      dispatch({ type: 'conversation', conversation: row })
      return dispatch({ type: 'thread', page: { id, messages, hasMore } })
    }
    const query = { after: last.number, limit: 100 }
    const page = await call('GET /chat/conversations/{id}/messages', { params: { id }, query })
    dispatch({ type: 'newer', page: { id, messages: page.messages, hasMore: page.hasMore } })
    // Too many were missed: the newest page is loaded, before which there is a gap.
    if (page.hasMore) {
      const newest = await call('GET /chat/conversations/{id}/messages', { params: { id } })
      dispatch({ type: 'thread', page: { id, messages: newest.messages, hasMore: newest.hasMore } })
    }
  } catch (error) {
    dispatch({ type: 'thread_failed', id, problem: explainError(error, THREAD_FAILED) })
  }
}

async function fetchOlder(id: string, { threads }: ChatState, dispatch: Dispatch): Promise<void> {
  const first = threads[id]?.messages[0]
  if (!first || first.number <= 1) return
  const query = { before: first.number, limit: 50 }
  const page = await call('GET /chat/conversations/{id}/messages', { params: { id }, query }).catch(
    () => undefined,
  )
  if (page) dispatch({ type: 'older', page: { id, messages: page.messages, hasMore: page.hasMore } })
}
