import { useEffect, useRef, useState } from 'react'
import type { AboutCardData } from '#features/messaging/chat/contract.ts'
import { call, explainError } from '#web/app/calls/api.ts'
import { useNavigateTo } from '#web/app/router/navigation.ts'
import { useChatPlace } from '../chat-frame.tsx'
import type { ChatEvent } from '../chat-state.ts'

/** The start of a conversation from a store, a product or an order. */
export type ConversationStart = Readonly<{
  isStarting: boolean
  /** The error message, if it could not be opened. */
  problem: string | undefined
  /** The product or order to attach to the first message, and its conversation. */
  about: Readonly<{ conversationId: string; card: AboutCardData }> | undefined
  dropAbout(): void
}>

/** The origin of a conversation, as in links to the page. */
type Origin = Readonly<{ store?: string; product?: string; order?: string }>

/** Returns the origin of a conversation from the address: `?supplier=`, `?product=` or `?order=`. */
export function originFrom(search: Readonly<Record<string, string>>): Origin | undefined {
  const { supplier, product, order } = search
  if (product) return { product }
  if (order) return { order }
  return supplier ? { store: supplier } : undefined
}

/** Opens the conversation of the address's origin, always the same one, and navigates to it. */
export function useConversationStart(
  search: Readonly<Record<string, string>>,
  dispatch: (event: ChatEvent) => void,
): ConversationStart {
  const origin = originFrom(search)
  const originKey = origin && JSON.stringify(origin)
  const [problem, setProblem] = useState<{ origin: string; text: string }>()
  const [about, setAbout] = useState<ConversationStart['about']>()
  const go = useRef(useNavigateTo())
  const { address } = useChatPlace()

  useEffect(() => {
    if (originKey === undefined) return
    const body: Origin = JSON.parse(originKey)
    let isCurrent = true
    call('POST /chat/conversations', { body }).then(
      async ({ conversation, about: card }) => {
        if (!isCurrent) return
        dispatch({ type: 'conversation', conversation })
        setAbout(card ? { conversationId: conversation.id, card } : undefined)
        await go.current(`${address}?conversation=${conversation.id}`, { replace: true })
      },
      (error: unknown) => {
        const text = explainError(error, 'We couldn’t open the conversation. Please try again in a moment.')
        if (isCurrent) setProblem({ origin: originKey, text })
      },
    )
    return () => {
      isCurrent = false
    }
  }, [originKey, dispatch, address])

  const currentProblem = problem !== undefined && problem.origin === originKey ? problem.text : undefined
  return {
    isStarting: originKey !== undefined && currentProblem === undefined,
    problem: currentProblem,
    about,
    dropAbout: () => setAbout(undefined),
  }
}
