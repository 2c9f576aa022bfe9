import { setTimeout as delay } from 'node:timers/promises'
import { openDatabase } from '#database/connections/open-database.ts'
import { SHARED_SECRETS_KEY, startRunningShop } from '#tests/shop/running-shop.ts'
import {
  closeAllPages,
  openChatPage,
  sendTimedMessage,
  createConversations,
  type BenchConversation,
} from './pages/chat-pages.ts'
import { measurePeakMb, getResidentMb } from './shop/process-memory.ts'
import type { Measurement, Row } from './table.ts'

/** The open pages per process, two per conversation. */
const STREAMS = 2_000

/** Messages a second, and for how long they are sent before and while they count. */
const RATE = 200
const WARM_UP_SECONDS = 3
const SECONDS = 15

/** Open pages of conversations, and how long a message is on its way to one while two processes take messages. */
export const CHAT: Measurement = { what: 'chat, open pages and messages', run: measureChat }

async function measureChat(): Promise<Row[]> {
  const firstShop = await startRunningShop({ LOG_LEVEL: 'error', SECRETS_KEY: SHARED_SECRETS_KEY })
  const database = await openDatabase({ dataDir: firstShop.dataDir, log: () => undefined })
  const secondShop = await startRunningShop({ LOG_LEVEL: 'error', DATABASE_URL: database.url })
  try {
    const conversations = await createConversations(database.db, STREAMS / 2)
    const memoryBefore = getResidentMb(secondShop.pid())
    await openAllPages(conversations, secondShop.url)
    const tookMs: number[] = []
    const pages = { talks: conversations, urls: [firstShop.url, secondShop.url], tookMs }
    const peakMemory = await measurePeakMb(secondShop.pid(), () => sendAllMessages(pages))
    tookMs.sort((a, b) => a - b)
    const percentile = (share: number) => tookMs[Math.floor(tookMs.length * share)] ?? Infinity
    return [
      {
        what: `chat: memory of a process with ${STREAMS} open streams, at ${RATE} messages/s`,
        figure: peakMemory,
        unit: 'MB',
        bar: 300,
        note: `${Math.round(memoryBefore)} MB before`,
      },
      {
        what: `chat: a message to an open page, p99, at ${RATE}/s across two processes`,
        figure: percentile(0.99),
        unit: 'ms',
        bar: 150,
        note: `half of them ${Math.round(percentile(0.5))} ms; ${RATE * SECONDS - tookMs.length} of ${RATE * SECONDS} lost`,
      },
    ]
  } finally {
    closeAllPages()
    await secondShop.remove()
    await database.close()
    await firstShop.remove()
  }
}

/** Runs some at a time, the way a rush of visitors arrives. */
async function openAllPages(conversations: readonly BenchConversation[], url: string): Promise<void> {
  const accounts = conversations.flatMap(({ shopper, owner }) => [shopper, owner])
  for (let from = 0; from < accounts.length; from += 50)
    await Promise.all(accounts.slice(from, from + 50).map((account) => openChatPage(url, account)))
}

type SendOptions = Readonly<{
  talks: readonly BenchConversation[]
  urls: readonly string[]
  tookMs: number[]
}>

/** Sends messages at an even pace, whatever is pending. Shopper and store take turns, and so do the processes. */
async function sendAllMessages({ talks, urls, tookMs }: SendOptions): Promise<void> {
  const startedAt = performance.now()
  for (let n = 0; n < RATE * (WARM_UP_SECONDS + SECONDS); n += 1) {
    await delay(Math.max(0, startedAt + (n * 1000) / RATE - performance.now()))
    const conversation = talks[n % talks.length]
    const url = urls[n % urls.length]
    if (!conversation || !url) continue
    const isCounted = n >= RATE * WARM_UP_SECONDS
    // Lost messages count as missing.
    void sendTimedMessage({
      url,
      talk: conversation,
      isFromStore: Math.floor(n / talks.length) % 2 === 1,
    }).then(
      (ms) => void (isCounted && tookMs.push(ms)),
      () => undefined,
    )
  }
  await delay(2_000)
}
