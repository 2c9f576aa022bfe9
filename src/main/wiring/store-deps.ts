import { withPracticeShops } from '#connectors/practice-shop/practice-shop.ts'
import { shopify } from '#connectors/shopify/shopify.ts'
import { wooCommerce } from '#connectors/woocommerce/woocommerce.ts'
import { unavailable } from '#core/errors.ts'
import type { StoreConnectionDeps } from '#features/stores/connections/service.ts'
import { checkPublicUrl, type SafeFetch, createSafeFetch } from '#platform/security/safe-fetch.ts'
import type { Enqueue } from '#platform/jobs/job.ts'
import { createSealer } from '#platform/security/sealing.ts'
import type { AppSetup } from './setup.ts'
import { setTimeout as delay } from 'node:timers/promises'

/** Returns the clients of connected stores and the key that encrypts their credentials, for requests and jobs. */
export function createStoreDeps(
  { config, db, send, clock }: AppSetup,
  enqueue: Enqueue,
): StoreConnectionDeps {
  const fetchFromOutside = config.fakeStoresUrl
    ? createFakeStoreFetch(config.fakeStoresUrl, send)
    : createSafeFetch({ hosts: config.storeHosts, timeoutMs: config.storeTimeoutMs })
  const { publicUrl } = config
  const wait = (ms: number) => delay(ms)
  const safeFetch = withPracticeShops(fetchFromOutside, { db, publicUrl, enqueue, clock, wait })
  const sealer = createSealer(config)
  const connectors = {
    shopify: shopify({ ask: safeFetch, wait }),
    woocommerce: wooCommerce(safeFetch, config.storeHosts),
  }
  return { connectorFor: (platform) => connectors[platform], sealer, enqueue, publicUrl, clock }
}

/** Returns the sender of webhooks: to the public internet only, or to the fake server in tests. */
export function createWebhookSender({ config, send }: Pick<AppSetup, 'config' | 'send'>): {
  send: SafeFetch
  checkAddress(url: string): Promise<void>
} {
  return config.fakeStoresUrl
    ? { send: createFakeStoreFetch(config.fakeStoresUrl, send), checkAddress: () => Promise.resolve() }
    : { send: createSafeFetch(), checkAddress: (url) => checkPublicUrl(url) }
}

/**
 * Returns a `fetch` that sends requests for any store to one server of this machine. Each store is a path named after
 * its host: for tests and trials. The setting is refused in production.
 */
export function createFakeStoreFetch(base: string, send: AppSetup['send']): SafeFetch {
  return async ({ url, headers = {}, body }) => {
    const { host, pathname, search } = new URL(url)
    const answer = await send(`${base}/${host}${pathname}${search}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body }),
      redirect: 'manual',
    }).catch((error: unknown) => {
      throw unavailable('server_unreachable', `${host} could not be reached.`, error)
    })
    return { status: answer.status, text: await answer.text(), headers: Object.fromEntries(answer.headers) }
  }
}
