import { unavailable } from '#core/errors.ts'
import type { RedDotSettings } from './accounts.ts'
import { readMessage, type WireMessage } from './wire.ts'

/** Sends a request; `fetch`, or its replacement in tests. */
export type RequestSender = (url: string, init: RequestInit) => Promise<Response>

/** The dependencies of calls to Red Dot: the transport, and the operator's settings. */
export type RedDot = Readonly<{ send: RequestSender; settings: RedDotSettings }>

const TIMEOUT_MS = 10_000

/** A question to Red Dot: a JSON body, or a form as the Merchant API wants it. */
export type RedDotRequest = Readonly<{ url: string; body: string; type: 'application/json' | typeof FORM }>

/** The media type of forms. */
export const FORM = 'application/x-www-form-urlencoded'

/**
 * Sends a request to Red Dot and returns its response, parsed but not verified yet. Refusals come as messages too,
 * with whatever status. Throws `unavailable` when there is no answer in ten seconds, too many questions were asked,
 * Red Dot fails, or what came is no message.
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
  throw unreachable(new Error(`Red Dot answered ${status} with what is no message`))
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
