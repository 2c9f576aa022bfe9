import { unavailable } from '#core/errors.ts'
import { SECOND } from '#core/time.ts'
import type { Database } from '#database/database.ts'
import type { Enqueue } from '#platform/jobs/job.ts'
import type { SafeRequest, SafeResponse } from '#platform/security/safe-fetch.ts'
import { findShop, type PracticeShop } from './shop-queries.ts'
import { answerShopifyCall, THROTTLED } from './shopify/shopify-api.ts'
import { toShopNotFound, answerWooCall } from './woocommerce/woo-api.ts'

/** The dependencies of practice calls; `wait` delays slow ones. */
export type PracticeCallDeps = Readonly<{
  db: Database
  publicUrl: string
  enqueue: Enqueue
  clock: () => Date
  wait: (ms: number) => Promise<unknown>
}>

/** The delay of a slow response in milliseconds, longer than any client waits for a store. */
const SLOW_MS = 20 * SECOND

/** Answers a request to a practice shop; undefined for any other URL. */
export async function answerPracticeCall(
  deps: PracticeCallDeps,
  request: SafeRequest,
): Promise<SafeResponse | undefined> {
  const target = readTarget(request.url, deps.publicUrl)
  if (!target) return undefined
  const shop = await findShop(deps.db, { publicId: target.publicId })
  if (!shop) return target.platform === 'shopify' ? undefined : toShopNotFound()
  const isGraphQL = target.path.endsWith('/graphql.json')
  return withFaults(deps, { shop, isGraphQL }, () => answer(deps, { shop, request, path: target.path }))
}

type Target = Readonly<{ platform: PracticeShop['platform']; publicId: string; path: string }>

function readTarget(text: string, publicUrl: string): Target | undefined {
  const { hostname, pathname } = new URL(text)
  const name = /^psh-([0-9a-f]{32})\.myshopify\.com$/.exec(hostname)?.[1]
  if (name !== undefined) return { platform: 'shopify', publicId: `psh_${name}`, path: pathname }
  if (!text.startsWith(`${publicUrl}/practice-shop/`)) return undefined
  const found = /\/practice-shop\/(psh_[0-9a-f]{32})\/wp-json(\/.*)?$/.exec(pathname)
  return { platform: 'woocommerce', publicId: found?.[1] ?? '', path: found?.[2] ?? '' }
}

type Call = Readonly<{ shop: PracticeShop; request: SafeRequest; path: string }>

function answer(
  { db, enqueue, clock }: PracticeCallDeps,
  { shop, request, path }: Call,
): Promise<SafeResponse> {
  const now = clock()
  if (shop.platform === 'shopify') return answerShopifyCall(db, { shop, request, enqueue, now })
  return answerWooCall(db, {
    shop,
    path,
    query: new URL(request.url).searchParams,
    authorization: request.headers?.['authorization'],
    body: request.body,
    enqueue,
    now,
  })
}

/** Runs a call with the faults that the shop's owner has set. */
async function withFaults(
  { wait }: PracticeCallDeps,
  { shop, isGraphQL }: Readonly<{ shop: PracticeShop; isGraphQL: boolean }>,
  answerCall: () => Promise<SafeResponse>,
): Promise<SafeResponse> {
  switch (shop.answers) {
    case 'slow':
      await wait(SLOW_MS)
      throw unavailable('server_unreachable', `${shop.name} did not answer in time.`)
    case 'failing':
      return { status: 500, text: '<h1>There has been a critical error</h1>', headers: {} }
    case 'busy':
      return isGraphQL
        ? { status: 200, text: JSON.stringify(THROTTLED), headers: {} }
        : { status: 429, text: '<h1>Too Many Requests</h1>', headers: {} }
    case 'lost':
      await answerCall()
      throw unavailable('server_unreachable', `${shop.name} broke off before it answered.`)
    case 'locked':
      return shop.platform === 'shopify'
        ? {
            status: 401,
            text: JSON.stringify({ errors: '[API] Invalid API key or access token' }),
            headers: {},
          }
        : answerCall()
    default:
      return answerCall()
  }
}
