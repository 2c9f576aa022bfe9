import { z } from 'zod'
import { type AppError, refused, unavailable } from '#core/errors.ts'
import type { SafeResponse } from '#platform/security/safe-fetch.ts'

/** A refusal in WordPress's form. */
export const Refusal = z.object({ code: z.string(), message: z.string() })

/** Returns the error message of a failed response, for the site's owner. */
export function toError(
  { status, text, headers }: SafeResponse,
  { address, isWrite }: Readonly<{ address: string; isWrite: boolean }>,
): AppError {
  if (status >= 300 && status < 400) return redirectError(headers['location'] ?? '', address)
  if (status === 429 || status === 408 || status >= 500) return siteFailureError(status, address)
  const refusal = Refusal.safeParse(extractJson(text))
  if (!refusal.success) return blockedError(status, address)
  const detail = ` It says: ${refusal.data.message.slice(0, 200)}`
  if (status === 401 || status === 403)
    return isWrite
      ? refused('store_rights_missing', 'This key is read-only. Create one with Read/Write permissions.')
      : refused('store_access_denied', `${address} rejected this key and secret.${detail}`)
  if (status === 404 && refusal.data.code.endsWith('_invalid_id'))
    return refused('store_item_not_found', `This no longer exists at ${address}.`)
  if (status === 404)
    return refused(
      'store_not_found',
      `No WooCommerce found at ${address}. Check the address, and that the plugin is active.`,
    )
  return refused('store_refused', `${address} rejected the request.${detail}`)
}

/**
 * Returns the error for a redirect, without its URL, which may contain the keys: only the site's own address is
 * shown.
 */
function redirectError(location: string, address: string): AppError {
  const url = URL.parse(location, `${address}/`)
  if (!url) return refused('server_address', `${address} redirects to another address.`)
  const target = `${url.origin}${url.pathname}`
    .replace(/(\/index\.php)?\/wp-json(\/.*)?$/, '')
    .replace(/\/+$/, '')
  // WordPress redirects to itself when it does not recognise the URL as one of its REST API.
  if (target === address) return htmlPageError(address)
  return refused('server_address', `${address} redirects to ${target}. Enter that address.`)
}

function siteFailureError(status: number, address: string): AppError {
  const cause = new Error(`it answered ${status}`)
  return [429, 408, 503].includes(status)
    ? unavailable('store_busy', `${address} is busy or under maintenance. Please try again later.`, cause)
    : unavailable('store_error', `${address} answered with an internal error (${status}).`, cause)
}

/** Returns the error for a response that comes from a firewall or proxy instead of WordPress. */
function blockedError(status: number, address: string): AppError {
  if (status === 404) return htmlPageError(address)
  if (status === 401 || status === 403)
    return refused(
      'store_refused',
      `A firewall or a password in front of ${address} refused the request (${status}). Allow requests to its /wp-json/ path.`,
    )
  return refused('store_refused', `${address} rejected the request (${status}).`)
}

/** Returns the error for an HTML page instead of a response. With plain permalinks WordPress serves no API URLs. */
export function htmlPageError(address: string): AppError {
  return refused(
    'store_not_found',
    `${address} returned a web page instead of its REST API. Check the address. If it is right, choose any structure except Plain in WordPress under Settings > Permalinks.`,
  )
}

/** The most characters that are scanned for the beginning of the JSON: a server may send brackets only. */
const MAX_SCANNED_CHARACTERS = 20_000_000

/**
 * Extracts the JSON of a response that may begin with warnings of a broken plug-in, which can contain brackets.
 * Undefined when there is none.
 */
export function extractJson(text: string): unknown {
  for (const candidate of findJsonCandidates(text)) {
    try {
      return JSON.parse(candidate)
    } catch {
      // Not valid JSON from this bracket on; the next one is tried.
    }
  }
  return undefined
}

function* findJsonCandidates(text: string): Generator<string> {
  yield text
  let scanned = 0
  for (const { index } of text.matchAll(/[{[]/g)) {
    scanned += text.length - index
    if (scanned > MAX_SCANNED_CHARACTERS) return
    yield text.slice(index)
  }
}
