import { useEffect, useReducer, useRef } from 'react'
import { call, isApiFailure } from '#web/app/calls/api.ts'
import type { ChatEvent, StreamState } from '../chat-state.ts'
import { saveOutbox, readOutbox, tabStorage } from '../chat-storage.ts'
import type { ChatOutbox, OutgoingContent } from '../chat-storage.ts'
import { outboxReducer, nextToSend } from './outbox.ts'
import type { OutgoingMessage, OutboxEvent } from './outbox.ts'

/** The delay before a failed message is sent again, in milliseconds, unless the connection is restored earlier. */
const RETRY_MS = 5_000

/** The unsent messages and their actions. */
export type MessageOutbox = Readonly<{
  outbox: ChatOutbox
  write(conversationId: string, content: OutgoingContent): void
  retry(clientId: string): void
  discard(clientId: string): void
}>

type OutboxUpdate = OutboxEvent<OutgoingContent>

/** Sends written messages in order, each once, even after lost connections and reloads of the page. */
export function useOutbox(
  accountId: string,
  { stream, dispatch }: Readonly<{ stream: StreamState; dispatch: (event: ChatEvent) => void }>,
): MessageOutbox {
  const [outbox, happen] = useReducer(outboxReducer<OutgoingContent>, undefined, () =>
    outboxReducer<OutgoingContent>([], { type: 'restored', messages: readOutbox(tabStorage(), accountId) }),
  )
  const next = nextToSend(outbox)
  const sendingId = useRef<string>(undefined)

  useEffect(() => saveOutbox(tabStorage(), accountId, outbox), [accountId, outbox])

  useEffect(() => {
    if (!next || sendingId.current === next.clientId) return
    sendingId.current = next.clientId
    happen({ type: 'begun', clientId: next.clientId })
    void send(next, happen, dispatch).finally(() => {
      sendingId.current = undefined
    })
  }, [next, dispatch])

  useRetry(
    outbox.some(({ state }) => state === 'lost'),
    stream,
    happen,
  )

  return {
    outbox,
    write: (conversationId, content) =>
      happen({
        type: 'written',
        message: { clientId: newClientId(), conversationId, content, writtenAt: Date.now() },
      }),
    retry: (clientId) => happen({ type: 'retried', clientId }),
    discard: (clientId) => happen({ type: 'discarded', clientId }),
  }
}

async function send(
  { clientId, conversationId, content }: OutgoingMessage<OutgoingContent>,
  dispatchOutbox: (event: OutboxUpdate) => void,
  dispatch: (event: ChatEvent) => void,
): Promise<void> {
  const { text, pictures, about } = content
  try {
    const { sent } = await call('POST /chat/conversations/{id}/messages', {
      params: { id: conversationId },
      body: {
        clientId,
        content: text,
        pictures: pictures.map(({ id }) => id),
        ...(about ? { about: { kind: about.kind, id: about.id } } : {}),
      },
    })
    dispatch({ type: 'sent', id: conversationId, message: sent })
    dispatchOutbox({ type: 'sent', clientId })
  } catch (error) {
    if (isPermanentFailure(error)) dispatchOutbox({ type: 'refused', clientId, problem: error.message })
    else dispatchOutbox({ type: 'lost', clientId })
  }
}

/**
 * Returns whether a refusal is permanent. After a rate limit or an expired session the same message can be sent
 * later.
 */
function isPermanentFailure(error: unknown): error is Error {
  return isApiFailure(error) && error.status !== 429 && error.status !== 401
}

/** Retries lost messages after a reconnection, or after a delay. */
function useRetry(isLost: boolean, stream: StreamState, dispatchOutbox: (event: OutboxUpdate) => void): void {
  useEffect(() => {
    if (stream === 'open') dispatchOutbox({ type: 'reached' })
  }, [stream, dispatchOutbox])
  useEffect(() => {
    if (!isLost) return
    const again = (): void => dispatchOutbox({ type: 'reached' })
    const timer = setInterval(() => navigator.onLine && again(), RETRY_MS)
    addEventListener('online', again)
    return () => {
      clearInterval(timer)
      removeEventListener('online', again)
    }
  }, [isLost, dispatchOutbox])
}

/** Returns a new client id; pages without TLS lack `crypto.randomUUID`. */
function newClientId(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
}
