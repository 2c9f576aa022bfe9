import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { answerPracticeCall } from '#connectors/practice-shop/practice-calls.ts'
import { practiceShops } from '#connectors/practice-shop/practice-shop.ts'
import {
  findShop,
  type PracticePlatform,
  type PracticeShop,
  setFulfillments,
} from '#connectors/practice-shop/shop-queries.ts'
import { THROTTLED } from '#connectors/practice-shop/shopify/shopify-api.ts'
import { deliverWebhookJob } from '#connectors/practice-shop/webhooks/deliveries.ts'
import type { Database } from '#database/database.ts'
import type { Enqueue } from '#platform/jobs/job.ts'
import { createLog } from '#platform/log.ts'

/** A fault of a call: too many calls, an error, or a response that never comes though the call was performed. */
export type CallFault = 'busy' | 'failing' | 'lost'

/** A webhook as a store sends it. */
export type StoreWebhook = Readonly<{ path: string; body: string; headers: Readonly<Record<string, string>> }>

/** A store to connect: what its owner enters, and its shop. */
type OpenedStore = Readonly<{ typed: Readonly<Record<string, string>>; shop: PracticeShop }>

/** The stores of vendors, outside of the marketplace's process. */
export type PlayedStores = Readonly<{
  url: string
  open(accountId: number, platform: PracticePlatform, hasFulfillments: boolean): Promise<OpenedStore>
  /** Picks the fault of each further call. */
  setFaults(pick: () => CallFault | undefined): void
  /** Stores the webhooks of a change that the stores' owner or a customer makes. */
  enqueue: Enqueue
  /** Returns the webhooks that the stores have to send, oldest first. */
  takeWebhooks(): Promise<StoreWebhook[]>
  close(): Promise<void>
}>

/** The address of practice shops themselves, which is not the marketplace's. */
const HOME = 'http://practice.test'

/** Starts to answer for stores of both platforms; `publicUrl` is the marketplace's, which gets the webhooks. */
export async function startPlayedStores(db: Database, publicUrl: string): Promise<PlayedStores> {
  const clock = () => new Date()
  const waiting: number[] = []
  let pickFault: () => CallFault | undefined = () => undefined
  const collect =
    (ids: number[]): Enqueue =>
    async (_tx, { input }) =>
      void ids.push(Number(Reflect.get(input, 'deliveryId')))
  const answerCall = async (request: IncomingMessage) => {
    const deliveryIds: number[] = []
    const ignore = async () => undefined
    const deps = { db, clock, publicUrl: HOME, enqueue: collect(deliveryIds), wait: ignore }
    const answer = await answerPracticeCall(deps, await toPracticeRequest(request))
    // The change is committed only now.
    waiting.push(...deliveryIds)
    return answer ?? { status: 404, text: '', headers: {} }
  }
  const server = createServer((request, response) => {
    const fault = pickFault()
    void (async () => {
      if (fault === 'failing') return response.writeHead(500).end('<h1>There has been a critical error</h1>')
      if (fault === 'busy') return respondBusy(request, response)
      const { status, headers, text: body } = await answerCall(request)
      if (fault === 'lost') return request.socket.destroy()
      return response.writeHead(status, headers).end(body)
    })().catch(() => request.socket.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    open: (accountId, platform, hasFulfillments) =>
      openStore(db, { accountId, platform, hasFulfillments, now: clock() }),
    setFaults: (pick) => void (pickFault = pick),
    enqueue: collect(waiting),
    takeWebhooks: () => readWebhooks(db, { ids: waiting.splice(0), publicUrl, now: clock() }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function respondBusy(request: IncomingMessage, response: ServerResponse): unknown {
  const isGraphQL = request.url?.endsWith('/graphql.json') ?? false
  return isGraphQL
    ? response.writeHead(200).end(JSON.stringify(THROTTLED))
    : response.writeHead(429).end('<h1>Too Many Requests</h1>')
}

/** Returns a call as practice shops get it: the first folder of its path names the store's host. */
async function toPracticeRequest(request: IncomingMessage) {
  const [, host = '', rest = ''] = /^\/([^/]+)(.*)$/.exec(request.url ?? '') ?? []
  const body = await text(request)
  const own = /^store-([0-9a-f]{32})\.myshopify\.com$/.exec(host)?.[1]
  const names = ['authorization', 'content-type', 'x-shopify-access-token'] as const
  const headers = names.flatMap((name) => {
    const value = request.headers[name]
    return typeof value === 'string' ? [[name, value] as const] : []
  })
  return {
    url: own === undefined ? HOME + rest : `https://psh-${own}.myshopify.com${rest}`,
    headers: Object.fromEntries(headers),
    ...(body === '' ? {} : { body }),
  }
}

type Opening = Readonly<{
  accountId: number
  platform: PracticePlatform
  hasFulfillments: boolean
  now: Date
}>

/** Opens a store under a host of its own: the marketplace would answer for a practice shop itself. */
async function openStore(
  db: Database,
  { accountId, platform, hasFulfillments, now }: Opening,
): Promise<OpenedStore> {
  const opening = { accountId, platform, name: 'Store', hasProducts: false, now }
  const { keys } = await practiceShops(HOME).open(db, opening)
  const shop = await findShop(db, { accountId, platform })
  if (!shop) throw new Error('the store was not opened')
  if (platform === 'woocommerce') await setFulfillments(db, shop.id, hasFulfillments)
  const name = `store-${shop.publicId.replace('psh_', '')}`
  const address =
    platform === 'shopify'
      ? `${name}.myshopify.com`
      : `https://${name}.example/practice-shop/${shop.publicId}`
  return { shop, typed: { platform, shop: address, ...keys } }
}

async function readWebhooks(
  db: Database,
  { ids, publicUrl, now }: Readonly<{ ids: readonly number[]; publicUrl: string; now: Date }>,
): Promise<StoreWebhook[]> {
  const sent: StoreWebhook[] = []
  const { run } = deliverWebhookJob({
    publicUrl,
    send: async (url, { body, headers }) => {
      const path = url.slice(publicUrl.length)
      sent.push({ path, body: String(body), headers: Object.fromEntries(new Headers(headers)) })
      return new Response()
    },
  })
  const context = { db, now, log: createLog('silent'), enqueue: async () => undefined }
  for (const deliveryId of ids) await run({ deliveryId }, context)
  return sent
}
