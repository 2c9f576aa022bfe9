import { z } from 'zod'
import type { StoreAccess } from '#features/stores/connections/port.ts'
import { refused, unavailable, invalid } from '#core/errors.ts'
import type { SafeFetch } from '#platform/security/safe-fetch.ts'
import type { ShopifyStore } from './call-shopify.ts'

const Keys = z.union([
  z.object({ accessToken: z.string() }),
  z.object({ clientId: z.string(), clientSecret: z.string() }),
])

const TokenResponse = z.object({ access_token: z.string().min(1) })

/**
 * Opens a Shopify store by its access token or client credentials. The token is that of an app created in the store,
 * or one for a day that an app of the Dev Dashboard gets by its ID and secret (client credentials grant). Throws
 * `store_access_denied` when they are refused.
 */
export async function openShopifyStore(
  safeFetch: SafeFetch,
  { address: storedAddress, keys: storedKeys }: StoreAccess,
): Promise<ShopifyStore> {
  // Keys are sent only to Shopify, whatever the stored address is.
  const address = toShopifyAddress(storedAddress)
  const keys = Keys.parse(storedKeys)
  if ('accessToken' in keys) return { address, token: keys.accessToken }
  const { clientId, clientSecret } = keys
  const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret }
  const { status, text } = await safeFetch({
    url: `https://${address}/admin/oauth/access_token`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(form).toString(),
  })
  if (status === 429 || status >= 500)
    throw unavailable('store_busy', 'Shopify is busy. Please try again in a moment.')
  if (status === 404) throw refused('store_not_found', `Shopify knows no store called ${address}.`)
  const tokenResponse = TokenResponse.safeParse(parseJson(text))
  if (status !== 200 || !tokenResponse.success)
    throw refused(
      'store_access_denied',
      `${address} rejected this client ID and secret. Check that the app is installed in your store.`,
    )
  return { address, token: tokenResponse.data.access_token }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * Returns the store address of `my-store`, `my-store.myshopify.com`, or a URL that contains it, such as the admin's.
 * Throws `store_address` (400).
 */
export function toShopifyAddress(input: string): string {
  const text = input.trim().toLowerCase()
  const admin = /^(?:https?:\/\/)?admin\.shopify\.com\/store\/([^/?#]+)/.exec(text)?.[1]
  const name =
    admin ??
    text
      .replace(/^https?:\/\//, '')
      .replace(/[/?#].*$/, '')
      .replace(/\.myshopify\.com$/, '')
  if (!/^[a-z0-9][a-z0-9-]{0,59}$/.test(name))
    throw invalid('store_address', 'Enter your Shopify address, such as your-store.myshopify.com.')
  return `${name}.myshopify.com`
}
