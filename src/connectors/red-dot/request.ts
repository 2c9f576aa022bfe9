import { unavailable } from '#core/errors.ts'
import type { RedDotSettings } from './accounts.ts'
import { readMessage, type WireMessage } from './wire.ts'

/** Sends a request; `fetch`, or its replacement in tests. */
export type RequestSender = (url: string, init: RequestInit) => Promise<Response>

/** The dependencies of calls to Red Dot: the transport, and the operator's settings. */
export type RedDot = Readonly<{ send: RequestSender; settings: RedDotSettings }>

const TIMEOUT_MS = 10_000

/** A request to Red Dot: a JSON body, or a form for the Merchant API. */
export type RedDotRequest = Readonly<{ url: string; body: string; type: 'application/json' | typeof FORM }>

/** The media type of forms. */
export const FORM = 'application/x-www-form-urlencoded'

/**
 * Sends a request to Red Dot and returns its response, parsed but not verified. Refusals are responses, too, with any
 * status. Throws `unavailable` for no response in ten seconds, too many requests, a failure of Red Dot, or an invalid
 * message.
 */
export async function sendRedDotRequest(
  send: RequestSender,
  { url, body, type }: RedDotRequest,
): Promise<WireMessage> {
  const { status, text } = await fetchText(send, url, {
    method: 'POST',
    body,
    headers: { 'content-type': type, accept: 'application/json' },
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  if (status === 429 || status >= 500) throw unreachable(new Error(`Red Dot answered ${status}`))
  const message = readMessage(text)
  if (message) return message
  throw unreachable(new Error(`Red Dot answered ${status} without a readable message`))
}

async function fetchText(
  send: RequestSender,
  url: string,
  init: RequestInit,
): Promise<{ status: number; text: string }> {
  try {
    const answer = await send(url, init)
    return { status: answer.status, text: await answer.text() }
  } catch (cause) {
    throw unreachable(cause)
  }
}

/** Returns the error for a missing or invalid response of Red Dot; its cause is for the log. */
export function unreachable(cause: unknown) {
  return unavailable(
    'provider_unreachable',
    'The payment provider can’t be reached right now. Please try again.',
    cause,
  )
}
