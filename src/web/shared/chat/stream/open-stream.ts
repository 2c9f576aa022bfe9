import type { ChatEventData } from '#features/messaging/chat/contract.ts'
import { call } from '#web/app/calls/api.ts'
import { readUser } from '#web/app/session/session.ts'
import type { ChatEvent } from '../chat-state.ts'
import type { StreamEvent } from './event-stream.ts'
import { listenToStream } from './live-stream.ts'
import { shareStream } from './shared-stream.ts'

/** How long the other party counts as typing after a typing event, in milliseconds. */
const TYPING_MS = 5_000

/** Listens to all events of a user's conversations and returns a function that stops it. All tabs share one stream. */
export function openStream(accountId: string, dispatch: (event: ChatEvent) => void): () => void {
  return shareStream({
    name: `chat:${accountId}`,
    listen: (to, signal, position) =>
      listenToStream(
        { ...to, send: requestStream, pause: waitToReconnect, renew: hasValidToken },
        signal,
        position,
      ),
    onEvent: (event) => {
      const chatEvent = toChatEvent(event, Date.now())
      if (chatEvent) dispatch(chatEvent)
    },
    onState: (state) => dispatch({ type: 'stream', state }),
  })
}

/** Returns an event of the stream for the page; undefined for unknown ones. */
export function toChatEvent({ event, data }: StreamEvent, nowMs: number): ChatEvent | undefined {
  const payload = parseJson(data)
  if (payload === undefined) return undefined
  // The contract defines the shapes by the event's name.
  if (event === 'message') return { type: 'message', payload: payload as ChatEventData['message'] }
  if (event === 'read') return { type: 'read', payload: payload as ChatEventData['read'] }
  if (event === 'conversation')
    return { type: 'conversation', conversation: (payload as ChatEventData['conversation']).conversation }
  if (event === 'unread') return { type: 'unread', unread: (payload as ChatEventData['unread']).unread }
  if (event === 'typing')
    return { type: 'typing', id: (payload as ChatEventData['typing']).conversation, until: nowMs + TYPING_MS }
  return event === 'reset' ? { type: 'reset' } : undefined
}

function parseJson(data: string): unknown {
  try {
    const value: unknown = JSON.parse(data)
    return value instanceof Object ? value : undefined
  } catch {
    return undefined
  }
}

function requestStream(lastId: string, signal: AbortSignal): Promise<Response> {
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

/** Returns whether the user is signed in, by a regular call, which may refresh the token. */
async function hasValidToken(): Promise<boolean> {
  try {
    await call('GET /chat/unread')
    return true
  } catch (error) {
    return !(error instanceof Error && 'status' in error && error.status === 401)
  }
}

/**
 * Waits until a delay has passed and the browser is online; it ends early on reconnection or when the page becomes
 * visible.
 */
function waitToReconnect(ms: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const finish = (): void => resolve()
  const onVisible = (): void => (document.hidden ? undefined : resolve())
  const timer = setTimeout(finish, ms)
  addEventListener('online', finish)
  document.addEventListener('visibilitychange', onVisible)
  signal.addEventListener('abort', finish)
  return promise.finally(() => {
    clearTimeout(timer)
    removeEventListener('online', finish)
    document.removeEventListener('visibilitychange', onVisible)
    signal.removeEventListener('abort', finish)
  })
}
