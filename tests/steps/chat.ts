import type { Database } from '#database/database.ts'
import type { ChatEventData } from '#features/messaging/chat/contract.ts'
import type { App } from '#main/http/app.ts'
import { type CreatedSupplier, createTestSupplier } from '../shop/factories.ts'
import { type CreatedAccount, createSignedInAccount } from '../shop/accounts.ts'
import { type ApiResponse, SHOP_URL, type TestShop } from '../shop/shop.ts'

/** A shopper, a store with its owner, and their conversation. */
export type TestConversation = Readonly<{
  shopper: CreatedAccount
  owner: CreatedAccount
  store: CreatedSupplier
  id: string
}>

/** Creates two accounts with a conversation without messages. */
export async function createConversation(shop: TestShop): Promise<TestConversation> {
  const shopper = await createSignedInAccount(shop.db, shop.now(), { firstName: 'Mei', lastName: 'Tan' })
  const { store, owner } = await createOwnedSupplier(shop.db, shop.now())
  const id = await startConversation(shop, shopper, { store: store.publicId })
  return { shopper, owner, store, id }
}

/** Creates a store with a signed-in owner. */
export async function createOwnedSupplier(
  db: Database,
  now: Date,
  name = 'Atelier Luce',
): Promise<{ store: CreatedSupplier; owner: CreatedAccount }> {
  const supplier = await createTestSupplier(db, { name })
  const owner = await createSignedInAccount(db, now, {
    type: 'manufacturer',
    firstName: 'Aldo',
    owns: supplier,
  })
  return { store: supplier, owner }
}

/** Creates a conversation; returns its ID. */
export async function startConversation(
  shop: TestShop,
  account: CreatedAccount,
  from: Readonly<Record<string, string>>,
): Promise<string> {
  return getField(await shop.post('/chat/conversations', from, account.headers), 'conversation', 'id')
}

let sentCount = 0

/** Sends a message; `more` has further fields of its body. */
export function postMessage(
  shop: TestShop,
  { id, from, more = {} }: Readonly<{ id: string; from: CreatedAccount; more?: object }>,
  content: string,
): Promise<ApiResponse> {
  sentCount += 1
  const body = { clientId: `client-${sentCount}-0000`, content, ...more }
  return shop.post(`/chat/conversations/${id}/messages`, body, from.headers)
}

/** Returns the value at a path of names in a response. */
export function getField<Value = string>({ body }: Pick<ApiResponse, 'body'>, ...names: string[]): Value {
  let value: unknown = body
  for (const name of names) value = value instanceof Object ? Reflect.get(value, name) : undefined
  // The caller states the type, and checks it.
  return value as Value
}

/** An event as a page gets it. */
export type ReceivedEvent = Readonly<{ id: string | undefined; event: string; data: unknown }>

/** A page's stream: `next` waits for the next event of that name, others before it are left out of account. */
export type TestStream = Readonly<{
  next<Name extends keyof ChatEventData>(
    name: Name,
  ): Promise<{ id: string | undefined; data: ChatEventData[Name] }>
  /** Returns all events until now, in order. */
  events: readonly ReceivedEvent[]
  /** Waits until the server has ended the stream. */
  ended(): Promise<void>
  close(): Promise<void>
}>

/** Opens the stream of a signed-in page. Throws when it is refused. */
export async function openStream(
  app: App,
  account: CreatedAccount,
  lastEventId?: string,
): Promise<TestStream> {
  const headers = {
    ...account.headers,
    ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }),
  }
  const response = await app.http.request(`${SHOP_URL}/chat/stream`, { headers })
  if (!response.body || response.status !== 200) throw new Error(`the stream was refused: ${response.status}`)
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  const events: ReceivedEvent[] = []
  let readCount = 0
  let rest = ''
  const readOn = async (): Promise<boolean> => {
    const { done, value } = await reader.read()
    const chunks = (rest + (value ?? '')).split('\n\n')
    rest = chunks.pop() ?? ''
    events.push(...chunks.filter((part) => !part.startsWith(':')).map(parseEvent))
    return !done
  }
  return {
    events,
    async next(name) {
      for (;;) {
        const event = events[readCount]
        if (event) readCount += 1
        // The test checks the type.
        if (event?.event === name) return { id: event.id, data: event.data as ChatEventData[typeof name] }
        if (!event && !(await readOn())) throw new Error(`the stream ended before ${name}`)
      }
    },
    async ended() {
      while (await readOn());
    },
    close: () => reader.cancel(),
  }
}

function parseEvent(text: string): ReceivedEvent {
  const fields = new Map(
    text.split('\n').map((line) => [line.split(': ')[0], line.slice(line.indexOf(': ') + 2)]),
  )
  return {
    id: fields.get('id'),
    event: fields.get('event') ?? '',
    data: JSON.parse(fields.get('data') ?? 'null'),
  }
}
