import { setTimeout as delay } from 'node:timers/promises'
import { openDatabase } from '#database/connections/open-database.ts'
import {
  type BenchConversation,
  closeAllPages,
  createConversations,
  openChatPage,
  sendTimedMessage,
} from '../../pages/chat-pages.ts'
import type { ClusterShop } from '../shops.ts'
import type { Proof } from './proof.ts'
import { runUnderPurchases } from './under-purchases.ts'

/** How long a change may stay invisible without notifications: a page's age, and a second for a busy machine. */
const MAX_PAGE_MS = 61_000
const MAX_MESSAGE_MS = 21_000

/** How long a change may stay invisible with Valkey. */
const MAX_NOTIFIED_MS = 5_000

/** Ends Valkey by SIGKILL and starts it again after a page and a chat have become current without it. No request fails. */
export const KILL_VALKEY: Proof = {
  name: '9 Valkey killed',
  run: (shop, round) =>
    runUnderPurchases({
      shop,
      round,
      maxGapMs: 5_000,
      maxRepeated: 0,
      cause: async () => {
        const viewer = await openViewer(shop)
        try {
          const before = await viewer.measure()
          await shop.cluster.killValkey()
          const without = await viewer.measure().finally(shop.cluster.startValkey)
          const overdue = [
            ...(before.pageMs > MAX_NOTIFIED_MS
              ? [`a page was outdated for ${before.pageMs} ms with Valkey`]
              : []),
            ...(without.pageMs > MAX_PAGE_MS ? [`a page was outdated for ${without.pageMs} ms`] : []),
            ...(without.chatMs > MAX_MESSAGE_MS ? [`a message took ${without.chatMs} ms`] : []),
          ]
          if (overdue.length > 0) throw new Error(overdue.join('; '))
          return [
            `a changed page is current after ${before.pageMs} ms with Valkey, ${without.pageMs} ms without`,
            `a message to an open chat takes ${before.chatMs} ms and ${without.chatMs} ms`,
          ].join('; ')
        } finally {
          await viewer.close()
        }
      },
    }),
}

/** Opens a chat and the page of a product at the web process that hears of changes by Valkey. */
async function openViewer({ cluster, webs }: ClusterShop) {
  const [sender, viewer] = [webs[0]?.url ?? '', webs.at(-1)?.url ?? '']
  const database = await openDatabase({ url: cluster.directUrl, dataDir: '', log: () => undefined })
  const [talk] = await createConversations(database.db, 1)
  if (!talk) throw new Error('unreachable')
  await openChatPage(viewer, talk.owner)
  return {
    measure: async () => {
      const [pageMs, chatMs] = await Promise.all([
        measurePage(database, viewer),
        measureChat({ talk, sender }),
      ])
      return { pageMs, chatMs }
    },
    close: async () => {
      closeAllPages()
      await database.close()
    },
  }
}

async function measureChat({ talk, sender }: Readonly<{ talk: BenchConversation; sender: string }>) {
  return Math.round(await sendTimedMessage({ url: sender, talk, isFromStore: false }))
}

const PRODUCT = 'select public_id as id, name from products where is_listed order by id limit 1'

const RENAME = `
  with renamed as (update products set name = $1 where public_id = $2 returning public_id)
  select pg_notify('catalogue', public_id) from renamed`

/** Renames a product and returns how long a web process shows its earlier page. */
async function measurePage({ pool }: Awaited<ReturnType<typeof openDatabase>>, web: string): Promise<number> {
  const { rows } = await pool.query<{ id: string; name: string }>(PRODUCT)
  const [product] = rows
  if (!product) throw new Error('the shop has no product')
  const page = `${web}/product/${product.id}`
  const read = async () => {
    const answer = await fetch(page)
    if (!answer.ok) throw new Error(`${page} answers ${answer.status}`)
    return answer.text()
  }
  // Now it is cached.
  if (!(await read()).includes(product.name)) throw new Error(`${page} does not name the product`)
  const name = `Renamed ${Date.now()}`
  // As the shop notifies its processes.
  await pool.query(RENAME, [name, product.id])
  const startedAt = performance.now()
  while (!(await read()).includes(name)) {
    if (performance.now() - startedAt > 2 * MAX_PAGE_MS) throw new Error(`${page} stays outdated`)
    await delay(50)
  }
  return Math.round(performance.now() - startedAt)
}
