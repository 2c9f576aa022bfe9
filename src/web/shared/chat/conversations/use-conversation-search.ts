import { useEffect, useState } from 'react'
import type { ConversationData } from '#features/messaging/chat/contract.ts'
import { call } from '#web/app/calls/api.ts'

/** The state of a conversation search: the typed text, and the results for `wanted`. */
export type ConversationSearch = Readonly<{
  search: string
  setSearch(search: string): void
  /** The search text of the rows; empty without a search. */
  wanted: string
  rows: readonly ConversationData[] | undefined
  hasFailed: boolean
}>

/** The pause in typing before the search is requested, in milliseconds. */
const DEBOUNCE_MS = 250

/** Finds conversations by the name or the text of any message (CHAT-08). */
export function useConversationSearch(): ConversationSearch {
  const [search, setSearch] = useState('')
  const [answer, setAnswer] = useState<{ wanted: string; rows?: readonly ConversationData[] }>({ wanted: '' })
  const query = search.trim()

  useEffect(() => {
    if (query === '') return setAnswer({ wanted: '' })
    const controller = new AbortController()
    const timer = setTimeout(() => {
      call(
        'GET /chat/conversations',
        { query: { search: query, limit: 50 } },
        { signal: controller.signal },
      ).then(
        ({ conversations }) => setAnswer({ wanted: query, rows: conversations }),
        () => controller.signal.aborted || setAnswer({ wanted: query }),
      )
    }, DEBOUNCE_MS)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [query])

  const isSearched = query !== '' && answer.wanted !== ''
  return {
    search,
    setSearch,
    wanted: isSearched ? answer.wanted : '',
    rows: isSearched ? answer.rows : undefined,
    hasFailed: isSearched && answer.rows === undefined,
  }
}
