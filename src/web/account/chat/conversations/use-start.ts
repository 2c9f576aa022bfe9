import { useEffect, useRef, useState } from 'react'
import type { AboutCardData } from '#features/messaging/chat/contract.ts'
import { call, messageOf } from '#web/app/calls/api.ts'
import { useGo } from '#web/app/navigation.ts'
import type { ChatEvent } from '../chat-state.ts'

/** The beginning of a conversation from a store, a piece or an order. */
export type Start = Readonly<{
  isStarting: boolean
  /** Why there is none, in words for the reader. */
  problem: string | undefined
  /** What goes with the first message, and in which conversation. */
  about: Readonly<{ conversationId: string; card: AboutCardData }> | undefined
  dropAbout(): void
}>

/** What a conversation begins from, as links to the page say it. */
type Origin = Readonly<{ store?: string; product?: string; order?: string }>

/** What the address begins a conversation from: `?supplier=`, `?product=` or `?order=`. */
export function originOf(search: Readonly<Record<string, string>>): Origin | undefined {
  const { supplier, product, order } = search
  if (product) return { product }
  if (order) return { order }
  return supplier ? { store: supplier } : undefined
}

/** Opens the conversation that the address asks for, and goes to it: it is the same one each time. */
export function useStart(search: Readonly<Record<string, string>>, hear: (event: ChatEvent) => void): Start {
  const origin = originOf(search)
  const wish = origin && JSON.stringify(origin)
  const [problem, setProblem] = useState<{ wish: string; text: string }>()
  const [about, setAbout] = useState<Start['about']>()
  const go = useRef(useGo())

  useEffect(() => {
    if (wish === undefined) return
    const body: Origin = JSON.parse(wish)
    let isWanted = true
    call('POST /chat/conversations', { body }).then(
      async ({ conversation, about: card }) => {
        if (!isWanted) return
        hear({ type: 'conversation', conversation })
        setAbout(card ? { conversationId: conversation.id, card } : undefined)
        await go.current(`/chat?conversation=${conversation.id}`, { replace: true })
      },
      (error: unknown) => {
        const text = messageOf(error, 'The conversation could not be opened. Please try again in a moment.')
        if (isWanted) setProblem({ wish, text })
      },
    )
    return () => {
      isWanted = false
    }
  }, [wish, hear])

  const ownProblem = problem !== undefined && problem.wish === wish ? problem.text : undefined
  return {
    isStarting: wish !== undefined && ownProblem === undefined,
    problem: ownProblem,
    about,
    dropAbout: () => setAbout(undefined),
  }
}
