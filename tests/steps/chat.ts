import type { Database } from '#database/database.ts'
import type { ChatEventData } from '#features/messaging/chat/contract.ts'
import type { App } from '#main/http/app.ts'
import { type MadeSupplier, supplierInTrade } from '../shop/factories.ts'
import { type MadePerson, personSignedIn } from '../shop/people.ts'
import { type Answer, SHOP_URL, type TestShop } from '../shop/shop.ts'

/** A shopper, a store with its owner, and their conversation. */
export type Talk = Readonly<{
  shopper: MadePerson
  owner: MadePerson
  store: MadeSupplier
  id: string
}>

/** Two who have a conversation in which nothing was said yet. */
export async function talkIn(shop: TestShop): Promise<Talk> {
  const shopper = await personSignedIn(shop.db, shop.now(), { firstName: 'Mei', lastName: 'Tan' })
  const { store, owner } = await ownedStore(shop.db, shop.now())
  const id = await opened(shop, shopper, { store: store.publicId })
  return { shopper, owner, store, id }
}

/** A store whose owner is signed in. */
export async function ownedStore(
  db: Database,
  now: Date,
  name = 'Atelier Luce',
): Promise<{ store: MadeSupplier; owner: MadePerson }> {
  const store = await supplierInTrade(db, { name })
  const owner = await personSignedIn(db, now, { type: 'manufacturer', firstName: 'Aldo', owns: store })
  return { store, owner }
}

/** Opens a conversation; gives its id. */
export async function opened(
  shop: TestShop,
  person: MadePerson,
  from: Readonly<Record<string, string>>,
): Promise<string> {
  return field(await shop.post('/chat/conversations', from, person.headers), 'conversation', 'id')
}

let sent = 0

/** Sends a message; further fields of its body stand in `more`. */
export function say(
  shop: TestShop,
  { id, from, more = {} }: Readonly<{ id: string; from: MadePerson; more?: object }>,
  content: string,
): Promise<Answer> {
  sent += 1
  const body = { clientId: `client-${sent}-0000`, content, ...more }
  return shop.post(`/chat/conversations/${id}/messages`, body, from.headers)
}

/** What stands in an answer under these names, one within the other. */
export function field<Value = string>({ body }: Pick<Answer, 'body'>, ...names: string[]): Value {
  let value: unknown = body
  for (const name of names) value = value instanceof Object ? Reflect.get(value, name) : undefined
  // The caller says what it is, and looks at it.
  return value as Value
}

/** An event as a page gets it. */
export type HeardEvent = Readonly<{ id: string | undefined; event: string; data: unknown }>

/** A page's stream: `next` waits for the next event of that name, others before it are left out of account. */
export type OpenStream = Readonly<{
  next<Name extends keyof ChatEventData>(
    name: Name,
  ): Promise<{ id: string | undefined; data: ChatEventData[Name] }>
  /** All events that came up to now, in order. */
  heard: readonly HeardEvent[]
  /** Waits until the server has ended the stream. */
  ended(): Promise<void>
  close(): Promise<void>
}>

/** Opens the stream of a signed-in page. Throws when it is refused. */
export async function openStream(app: App, person: MadePerson, position?: string): Promise<OpenStream> {
  const headers = { ...person.headers, ...(position === undefined ? {} : { 'last-event-id': position }) }
  const response = await app.http.request(`${SHOP_URL}/chat/stream`, { headers })
  if (!response.body || response.status !== 200) throw new Error(`the stream was refused: ${response.status}`)
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  const heard: HeardEvent[] = []
  let looked = 0
  let rest = ''
  const readOn = async (): Promise<boolean> => {
    const { done, value } = await reader.read()
    const parts = (rest + (value ?? '')).split('\n\n')
    rest = parts.pop() ?? ''
    heard.push(...parts.filter((part) => !part.startsWith(':')).map(eventOf))
    return !done
  }
  return {
    heard,
    async next(name) {
      for (;;) {
        const found = heard[looked]
        if (found) looked += 1
        // The test looks at what it is.
        if (found?.event === name) return { id: found.id, data: found.data as ChatEventData[typeof name] }
        if (!found && !(await readOn())) throw new Error(`the stream ended before ${name}`)
      }
    },
    async ended() {
      while (await readOn());
    },
    close: () => reader.cancel(),
  }
}

function eventOf(text: string): HeardEvent {
  const fields = new Map(
    text.split('\n').map((line) => [line.split(': ')[0], line.slice(line.indexOf(': ') + 2)]),
  )
  return {
    id: fields.get('id'),
    event: fields.get('event') ?? '',
    data: JSON.parse(fields.get('data') ?? 'null'),
  }
}
