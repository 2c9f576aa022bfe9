import { Agent, request, type ClientRequest } from 'node:http'
import type { Database } from '#database/database.ts'
import { openConversation } from '#features/messaging/chat/service.ts'
import { toOwnActor } from '#platform/http/calls/actor.ts'
import { createTestSupplier } from '#tests/shop/factories.ts'
import { type CreatedAccount, createSignedInAccount } from '#tests/shop/accounts.ts'

/** Two users in a conversation, each with an open page. */
export type BenchConversation = Readonly<{ id: string; shopper: CreatedAccount; owner: CreatedAccount }>

/** Creates conversations between signed-in users. */
export async function createConversations(db: Database, count: number): Promise<BenchConversation[]> {
  const conversations: BenchConversation[] = []
  for (let n = 0; n < count; n += 1) {
    const now = new Date()
    const store = await createTestSupplier(db)
    const owner = await createSignedInAccount(db, now, { type: 'manufacturer', owns: store })
    const shopper = await createSignedInAccount(db, now)
    const { conversation } = await openConversation(db, {
      actor: toOwnActor(shopper),
      from: { store: store.publicId },
      now,
      countNew: async () => undefined,
    })
    conversations.push({ id: conversation.id, shopper, owner })
  }
  return conversations
}

/** The readers of messages by client ID: called when the page of the reader has the message. */
const deliveryCallbacks = new Map<string, () => void>()
const openRequests: ClientRequest[] = []
const pages = new Agent({ keepAlive: false, maxSockets: Infinity })
const senders = new Agent({ keepAlive: true, maxSockets: 64 })

/** Opens a user's page at a process; it is open when its first event arrives. */
export function openChatPage(url: string, { headers }: CreatedAccount): Promise<void> {
  return new Promise((resolve, reject) => {
    const clientRequest = request(`${url}/chat/stream`, { agent: pages, headers }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`a stream was refused: ${response.statusCode}`))
      response.setEncoding('utf8')
      response.on('error', () => undefined)
      response.on('data', (text: string) => {
        resolve()
        for (const [, marker = ''] of text.matchAll(/"sender":"other","content":"bench (\d+)"/g))
          deliveryCallbacks.get(marker)?.()
      })
    })
    clientRequest.on('error', reject)
    clientRequest.end()
    openRequests.push(clientRequest)
  })
}

/** Closes all pages. */
export function closeAllPages(): void {
  for (const page of openRequests.splice(0)) page.destroy()
  senders.destroy()
}

let sentCount = 0

/** Sends a message; returns the milliseconds until the other party's page received it. */
export function sendTimedMessage({
  url,
  talk,
  isFromStore,
}: Readonly<{ url: string; talk: BenchConversation; isFromStore: boolean }>): Promise<number> {
  const marker = String((sentCount += 1))
  const body = JSON.stringify({ clientId: `bench-${marker}-00`, content: `bench ${marker}` })
  const { headers } = isFromStore ? talk.owner : talk.shopper
  const startedAt = performance.now()
  return new Promise((resolve, reject) => {
    deliveryCallbacks.set(marker, () => {
      deliveryCallbacks.delete(marker)
      resolve(performance.now() - startedAt)
    })
    const clientRequest = request(
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
      (response) => {
        if (response.statusCode !== 200) reject(new Error(`a message was refused: ${response.statusCode}`))
        response.resume()
      },
    )
    clientRequest.on('error', reject)
    clientRequest.end(body)
  })
}
