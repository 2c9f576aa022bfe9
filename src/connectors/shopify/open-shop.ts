import { z } from 'zod'
import type { StoreAccess } from '#features/stores/connections/port.ts'
import { refused, unavailable } from '#core/errors.ts'
import type { Ask } from '#platform/security/safe-fetch.ts'
import { addressOf } from './address-of.ts'
import type { Shop } from './ask-shop.ts'

const Keys = z.union([
  z.object({ accessToken: z.string() }),
  z.object({ clientId: z.string(), clientSecret: z.string() }),
])

const Granted = z.object({ access_token: z.string().min(1) })

/**
 * A shop with what opens it: the token of an app that was made in the shop, or one for a day that an app of the Dev Dashboard gets
 * by its ID and secret (client credentials grant). Throws `store_access_denied` where these are not accepted.
 */
export async function openShop(ask: Ask, { address: kept, keys: given }: StoreAccess): Promise<Shop> {
  // Keys go to Shopify and nowhere else, whatever the address says.
  const address = addressOf(kept)
  const keys = Keys.parse(given)
  if ('accessToken' in keys) return { address, token: keys.accessToken }
  const { clientId, clientSecret } = keys
  const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret }
  const { status, text } = await ask({
    url: `https://${address}/admin/oauth/access_token`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(form).toString(),
  })
  if (status === 429 || status >= 500)
    throw unavailable('store_busy', 'Shopify has too much to do at the moment.')
  if (status === 404) throw refused('store_not_found', `Shopify knows no store called ${address}.`)
  const granted = Granted.safeParse(jsonIn(text))
  if (status !== 200 || !granted.success)
    throw refused(
      'store_access_denied',
      `${address} does not accept this client ID and secret. Is the app installed in your store?`,
    )
  return { address, token: granted.data.access_token }
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
