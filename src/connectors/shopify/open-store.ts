import { z } from 'zod'
import type { StoreAccess } from '#features/stores/connections/port.ts'
import { refused, unavailable } from '#core/errors.ts'
import type { SafeFetch } from '#platform/security/safe-fetch.ts'
import { toShopifyAddress } from './store-address.ts'
import type { ShopifyStore } from './call-shopify.ts'

const Keys = z.union([
  z.object({ accessToken: z.string() }),
  z.object({ clientId: z.string(), clientSecret: z.string() }),
])

const TokenResponse = z.object({ access_token: z.string().min(1) })

/**
 * A shop with what opens it: the token of an app that was made in the shop, or one for a day that an app of the Dev Dashboard gets
 * by its ID and secret (client credentials grant). Throws `store_access_denied` where these are not accepted.
 */
export async function openShopifyStore(
  safeFetch: SafeFetch,
  { address: storedAddress, keys: storedKeys }: StoreAccess,
): Promise<ShopifyStore> {
  // Keys go to Shopify and nowhere else, whatever the address says.
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
