import { setTimeout as delay } from 'node:timers/promises'
import { openDatabase } from '#database/open-database.ts'
import { runningShop } from '#tests/shop/running-shop.ts'
import { closeAll, openPage, send, talksIn, type Talk } from './chat-pages.ts'
import { mostResidentMb, residentMb } from './process-memory.ts'
import type { Measurement, Row } from './table.ts'

/** Pages that are open at one process: two a conversation. */
const STREAMS = 2_000

/** Messages a second, and for how long they are sent before and while they count. */
const RATE = 200
const WARM_UP_SECONDS = 3
const SECONDS = 15

/** Open pages of conversations, and how long a message is on its way to one while two processes take messages. */
export const CHAT: Measurement = { what: 'chat, open pages and messages', run: measureChat }

async function measureChat(): Promise<Row[]> {
  const here = await runningShop({ LOG_LEVEL: 'error' })
  const database = await openDatabase({ dataDir: here.dataDir, log: () => undefined })
  const there = await runningShop({ LOG_LEVEL: 'error', DATABASE_URL: database.url })
  try {
    const talks = await talksIn(database.db, STREAMS / 2)
    const before = residentMb(there.pid())
    await openAll(talks, there.url)
    const tookMs: number[] = []
    const pages = { talks, urls: [here.url, there.url], tookMs }
    const most = await mostResidentMb(there.pid(), () => sendAll(pages))
    tookMs.sort((a, b) => a - b)
    const at = (part: number) => tookMs[Math.floor(tookMs.length * part)] ?? Infinity
    return [
      {
        what: `chat: memory of a process with ${STREAMS} open streams, at ${RATE} messages/s`,
        figure: most,
        unit: 'MB',
        bar: 300,
        note: `${Math.round(before)} MB before`,
      },
      {
        what: `chat: a message to an open page, p99, at ${RATE}/s across two processes`,
        figure: at(0.99),
        unit: 'ms',
        bar: 150,
        note: `half of them ${Math.round(at(0.5))} ms; ${RATE * SECONDS - tookMs.length} of ${RATE * SECONDS} lost`,
      },
    ]
  } finally {
    closeAll()
    await there.remove()
    await database.close()
    await here.remove()
  }
}

/** Some at a time, as a crowd of people comes. */
async function openAll(talks: readonly Talk[], url: string): Promise<void> {
  const people = talks.flatMap(({ shopper, owner }) => [shopper, owner])
  for (let from = 0; from < people.length; from += 50)
    await Promise.all(people.slice(from, from + 50).map((person) => openPage(url, person)))
}

type Sending = Readonly<{ talks: readonly Talk[]; urls: readonly string[]; tookMs: number[] }>

/** Sends at an even pace, whatever is still on its way: from shopper and store in turn, to each process in turn. */
async function sendAll({ talks, urls, tookMs }: Sending): Promise<void> {
  const began = performance.now()
  for (let n = 0; n < RATE * (WARM_UP_SECONDS + SECONDS); n += 1) {
    await delay(Math.max(0, began + (n * 1000) / RATE - performance.now()))
    const talk = talks[n % talks.length]
    const url = urls[n % urls.length]
    if (!talk || !url) continue
    const isCounted = n >= RATE * WARM_UP_SECONDS
    // What is lost counts by being missing.
    void send({ url, talk, isFromStore: Math.floor(n / talks.length) % 2 === 1 }).then(
      (ms) => void (isCounted && tookMs.push(ms)),
      () => undefined,
    )
  }
  await delay(2_000)
}
