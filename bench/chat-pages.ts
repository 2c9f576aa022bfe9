import { Agent, request, type ClientRequest } from 'node:http'
import type { Database } from '#database/database.ts'
import { openConversation } from '#features/messaging/chat/service.ts'
import { supplierInTrade } from '#tests/shop/factories.ts'
import { type MadePerson, personSignedIn } from '#tests/shop/people.ts'

/** Two who talk, each with a page open. */
export type Talk = Readonly<{ id: string; shopper: MadePerson; owner: MadePerson }>

/** So many conversations of people who are signed in. */
export async function talksIn(db: Database, count: number): Promise<Talk[]> {
  const talks: Talk[] = []
  for (let n = 0; n < count; n += 1) {
    const now = new Date()
    const store = await supplierInTrade(db)
    const owner = await personSignedIn(db, now, { type: 'manufacturer', owns: store })
    const shopper = await personSignedIn(db, now)
    const { conversation } = await openConversation(db, {
      actor: { ...shopper, sessionId: 0, confirmedUntil: null },
      from: { store: store.publicId },
      now,
      countNew: async () => undefined,
    })
    talks.push({ id: conversation.id, shopper, owner })
  }
  return talks
}

/** Who waits for the message of which client id: told when the page of its reader has it. */
const awaited = new Map<string, () => void>()
const open: ClientRequest[] = []
const pages = new Agent({ keepAlive: false, maxSockets: Infinity })
const senders = new Agent({ keepAlive: true, maxSockets: 64 })

/** Opens somebody's page at a process; it is open when its first event is there. */
export function openPage(url: string, { headers }: MadePerson): Promise<void> {
  return new Promise((resolve, reject) => {
    const asked = request(`${url}/chat/stream`, { agent: pages, headers }, (answer) => {
      if (answer.statusCode !== 200) reject(new Error(`a stream was refused: ${answer.statusCode}`))
      answer.setEncoding('utf8')
      answer.on('error', () => undefined)
      answer.on('data', (text: string) => {
        resolve()
        for (const [, mark = ''] of text.matchAll(/"sender":"other","content":"bench (\d+)"/g))
          awaited.get(mark)?.()
      })
    })
    asked.on('error', reject)
    asked.end()
    open.push(asked)
  })
}

/** Leaves all pages. */
export function closeAll(): void {
  for (const page of open.splice(0)) page.destroy()
  senders.destroy()
}

let sent = 0

/** Sends a message; gives after how many milliseconds the other party's page had it. */
export function send({
  url,
  talk,
  isFromStore,
}: Readonly<{ url: string; talk: Talk; isFromStore: boolean }>): Promise<number> {
  const mark = String((sent += 1))
  const body = JSON.stringify({ clientId: `bench-${mark}-00`, content: `bench ${mark}` })
  const { headers } = isFromStore ? talk.owner : talk.shopper
  const began = performance.now()
  return new Promise((resolve, reject) => {
    awaited.set(mark, () => {
      awaited.delete(mark)
      resolve(performance.now() - began)
    })
    const asked = request(
      `${url}/chat/conversations/${talk.id}/messages`,
      {
        method: 'POST',
        agent: senders,
        headers: {
          ...headers,
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
        },
      },
      (answer) => {
        if (answer.statusCode !== 200) reject(new Error(`a message was refused: ${answer.statusCode}`))
        answer.resume()
      },
    )
    asked.on('error', reject)
    asked.end(body)
  })
}
