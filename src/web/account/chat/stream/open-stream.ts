import type { ChatEventData } from '#features/messaging/chat/contract.ts'
import { call } from '#web/app/calls/api.ts'
import { readUser } from '#web/app/session/session.ts'
import type { ChatEvent } from '../chat-state.ts'
import type { StreamEvent } from './event-stream.ts'
import { keepListening } from './live-stream.ts'
import { shareStream } from './shared-stream.ts'

/** How long the other party counts as typing after it was told so, in milliseconds. */
const TYPING_MS = 5_000

/** Listens to everything that happens in somebody's conversations, with all tabs of the browser; gives what stops it. */
export function openStream(personId: string, hear: (event: ChatEvent) => void): () => void {
  return shareStream({
    name: `chat:${personId}`,
    listen: (to, signal, position) =>
      keepListening(
        { ...to, send: sendForStream, pause: pauseUnlessHopeful, renew: hasGoodToken },
        signal,
        position,
      ),
    onEvent: (event) => {
      const told = chatEventOf(event, Date.now())
      if (told) hear(told)
    },
    onState: (state) => hear({ type: 'stream', state }),
  })
}

/** What an event of the stream means for the page; undefined for what it does not know. */
export function chatEventOf({ event, data }: StreamEvent, nowMs: number): ChatEvent | undefined {
  const told = parsed(data)
  if (told === undefined) return undefined
  // The shapes are the contract's, by the name of the event.
  if (event === 'message') return { type: 'message', told: told as ChatEventData['message'] }
  if (event === 'read') return { type: 'read', told: told as ChatEventData['read'] }
  if (event === 'conversation')
    return { type: 'conversation', conversation: (told as ChatEventData['conversation']).conversation }
  if (event === 'unread') return { type: 'unread', unread: (told as ChatEventData['unread']).unread }
  if (event === 'typing')
    return { type: 'typing', id: (told as ChatEventData['typing']).conversation, until: nowMs + TYPING_MS }
  return event === 'reset' ? { type: 'reset' } : undefined
}

function parsed(data: string): unknown {
  try {
    const value: unknown = JSON.parse(data)
    return value instanceof Object ? value : undefined
  } catch {
    return undefined
  }
}

function sendForStream(lastId: string, signal: AbortSignal): Promise<Response> {
  return fetch('/chat/stream', {
    headers: {
      accept: 'text/event-stream',
      authorization: `Bearer ${readUser()?.accessToken ?? ''}`,
      ...(lastId === '' ? {} : { 'last-event-id': lastId }),
    },
    cache: 'no-store',
    signal,
  })
}

/** An ordinary call, which may bring a fresh token along, says whether somebody is signed in. */
async function hasGoodToken(): Promise<boolean> {
  try {
    await call('GET /chat/unread')
    return true
  } catch (error) {
    return !(error instanceof Error && 'status' in error && error.status === 401)
  }
}

/** Waits, but not without a connection, and no longer when one comes or the page is looked at again. */
function pauseUnlessHopeful(ms: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const end = (): void => resolve()
  const seen = (): void => (document.hidden ? undefined : resolve())
  const timer = setTimeout(end, ms)
  addEventListener('online', end)
  document.addEventListener('visibilitychange', seen)
  signal.addEventListener('abort', end)
  return promise.finally(() => {
    clearTimeout(timer)
    removeEventListener('online', end)
    document.removeEventListener('visibilitychange', seen)
    signal.removeEventListener('abort', end)
  })
}
