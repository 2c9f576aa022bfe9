import { createServer, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { answerPracticeCall } from '#connectors/practice-shop/practice-calls.ts'
import { practiceShops } from '#connectors/practice-shop/practice-shop.ts'
import type { Database } from '#database/database.ts'
import type { SafeResponse } from '#platform/security/safe-fetch.ts'

/** The values that a supplier enters to connect a site. */
type TypedSite = Readonly<Record<'platform' | 'shop' | 'key' | 'secret', string>>

/** WooCommerce practice shops that answer over the network, like other sites. */
export type PracticeServer = Readonly<{
  url: string
  /** Opens the site of an account with its products; `origin` is its address, such as a gate before this server. */
  open(accountId: number, origin: string): Promise<TypedSite>
  close(): Promise<void>
}>

/** The URL that practice shops use as their own, which is not the marketplace's. */
const HOME = 'http://practice.test'

/** Starts to answer for the practice shops of a database, which is looked up with each call. */
export async function startPracticeServer({
  db,
  clock,
}: Readonly<{ db: () => Database; clock: () => Date }>): Promise<PracticeServer> {
  const server = createServer((request, response) => {
    void answerRequest(request, { db: db(), clock })
      .then(({ status, text: body, headers }) => response.writeHead(status, headers).end(body))
      .catch(() => request.socket.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    async open(accountId, origin) {
      const opening = { platform: 'woocommerce', name: 'Atelier', hasProducts: true, now: clock() } as const
      const opened = await practiceShops(HOME).open(db(), { accountId, ...opening })
      const { key = '', secret = '' } = opened.keys
      return { platform: 'woocommerce', shop: opened.address.replace(HOME, origin), key, secret }
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function answerRequest(
  request: IncomingMessage,
  { db, clock }: Readonly<{ db: Database; clock: () => Date }>,
): Promise<SafeResponse> {
  const body = await text(request)
  const { authorization } = request.headers
  const ignore = async () => undefined
  const answer = await answerPracticeCall(
    { db, clock, publicUrl: HOME, enqueue: ignore, wait: ignore },
    {
      url: HOME + (request.url ?? '/'),
      ...(authorization === undefined ? {} : { headers: { authorization } }),
      ...(body === '' ? {} : { body }),
    },
  )
  return answer ?? { status: 404, text: '', headers: {} }
}
