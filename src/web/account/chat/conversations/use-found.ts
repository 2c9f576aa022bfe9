import { useEffect, useState } from 'react'
import type { ConversationData } from '#features/messaging/chat/contract.ts'
import { call } from '#web/app/calls/api.ts'

/** What a search among the conversations is at: what was typed, and what was found for `wanted`. */
export type Found = Readonly<{
  search: string
  setSearch(search: string): void
  /** What the rows were found by, empty where nothing is searched for. */
  wanted: string
  rows: readonly ConversationData[] | undefined
  hasFailed: boolean
}>

/** How long one must stop typing before the shop is asked, in milliseconds. */
const REST_MS = 250

/** Finds conversations by the name or the text of any message (CHAT-08). */
export function useFound(): Found {
  const [search, setSearch] = useState('')
  const [answer, setAnswer] = useState<{ wanted: string; rows?: readonly ConversationData[] }>({ wanted: '' })
  const wanted = search.trim()

  useEffect(() => {
    if (wanted === '') return setAnswer({ wanted: '' })
    const gone = new AbortController()
    const timer = setTimeout(() => {
      call('GET /chat/conversations', { query: { search: wanted, limit: 50 } }, { signal: gone.signal }).then(
        ({ conversations }) => setAnswer({ wanted, rows: conversations }),
        () => gone.signal.aborted || setAnswer({ wanted }),
      )
    }, REST_MS)
    return () => {
      clearTimeout(timer)
      gone.abort()
    }
  }, [wanted])

  const isSearched = wanted !== '' && answer.wanted !== ''
  return {
    search,
    setSearch,
    wanted: isSearched ? answer.wanted : '',
    rows: isSearched ? answer.rows : undefined,
    hasFailed: isSearched && answer.rows === undefined,
  }
}
