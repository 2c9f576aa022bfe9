import type { z } from 'zod'
import { type AppError, refused } from '#core/errors.ts'
import type { SafeResponse, SafeFetch } from '#platform/security/safe-fetch.ts'
import type { WooUnits } from './units.ts'
import { toError, extractJson, Refusal, htmlPageError } from './site-responses.ts'

/** A WooCommerce site with its key; `address` has no trailing slash. */
export type WooSite = Readonly<{ address: string; key: string; secret: string }>

/** The transport of calls to sites. Sites in `keysInQuery` get their keys in the query; `units` caches units. */
export type WooClient = Readonly<{
  ask: SafeFetch
  keysInQuery: Set<string>
  units: Map<string, WooUnits>
}>

/** A request to a site: `path` below `/wp-json`. With a body it is a POST, without one a GET. */
export type WooRequest<Data extends z.ZodType> = Readonly<{
  path: string
  body?: object
  data: Data
  timeoutMs?: number
}>

/** A response, with the number of pages if it is a list. */
export type WooResponse<Data> = Readonly<{ data: Data; pages: number }>

/** The most remembered sites that need their keys in the query; the oldest is probed again. */
const MAX_QUERY_KEY_SITES = 1_000

/**
 * Calls a site's API (woocommerce.com, REST API v3). Throws `unavailable` when a retry may help, `refused` when the
 * site's owner must act. A write must follow a successful read: a refusal then means that the key is read-only.
 */
export async function callWooCommerce<Data extends z.ZodType>(
  client: WooClient,
  site: WooSite,
  request: WooRequest<Data>,
): Promise<WooResponse<z.output<Data>>> {
  const { address } = site
  const response = await sendRequest(client, site, request)
  if (response.status < 200 || response.status >= 300)
    throw toError(response, { address, isWrite: request.body !== undefined })
  const json = extractJson(response.text)
  const parsed = request.data.safeParse(json)
  if (!parsed.success) throw json === undefined ? htmlPageError(address) : notWooCommerceError(address)
  return { data: parsed.data, pages: Number(response.headers['x-wp-totalpages'] ?? 1) }
}

function notWooCommerceError(address: string): AppError {
  return refused(
    'store_not_found',
    `${address} didn’t respond like WooCommerce. Check that its REST API is on.`,
  )
}

/**
 * Sends a request with Basic authentication. If the site ignores the key, it is sent in the query (WooCommerce's own
 * workaround), by https only.
 */
async function sendRequest(
  client: WooClient,
  site: WooSite,
  request: WooRequest<z.ZodType>,
): Promise<SafeResponse> {
  const { ask, keysInQuery } = client
  if (keysInQuery.has(site.address)) return ask(toQueryKeyRequest(site, request))
  const { key, secret } = site
  const authorization = `Basic ${Buffer.from(`${key}:${secret}`).toString('base64')}`
  const response = await ask({ ...toRequest(site, request), headers: { authorization } })
  if (!isMissingKeyResponse(response) || !site.address.startsWith('https://')) return response
  const retryResponse = await ask(toQueryKeyRequest(site, request))
  if (retryResponse.status !== 401) rememberSite(keysInQuery, site.address)
  return retryResponse
}

function toQueryKeyRequest(site: WooSite, request: WooRequest<z.ZodType>): Parameters<SafeFetch>[0] {
  const { url, ...asked } = toRequest(site, request)
  const keys = new URLSearchParams({ consumer_key: site.key, consumer_secret: site.secret })
  return { ...asked, url: `${url}${url.includes('?') ? '&' : '?'}${keys.toString()}` }
}

function toRequest(
  { address }: WooSite,
  { path, body, timeoutMs }: WooRequest<z.ZodType>,
): Parameters<SafeFetch>[0] {
  return {
    url: `${address}/wp-json${path}`,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  }
}

/** Returns whether a response is that for requests without any key; a wrong key has another code. */
function isMissingKeyResponse({ status, text }: SafeResponse): boolean {
  if (status !== 401) return false
  const refusal = Refusal.safeParse(extractJson(text))
  return refusal.success && refusal.data.code.startsWith('woocommerce_rest_cannot_')
}

function rememberSite(addresses: Set<string>, address: string): void {
  const [oldest] = addresses
  if (addresses.size >= MAX_QUERY_KEY_SITES && oldest !== undefined) addresses.delete(oldest)
  addresses.add(address)
}
