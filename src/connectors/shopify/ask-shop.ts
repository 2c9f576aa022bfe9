import { z } from 'zod'
import { type AppError, refused, unavailable } from '#core/errors.ts'
import type { Answered, Ask } from '#platform/security/safe-fetch.ts'
import { API_VERSION } from './operations.ts'

/** A Shopify shop and what opens it. */
export type Shop = Readonly<{ address: string; token: string }>

/** How Shopify is spoken to; `wait` gives a shop the time it asks for. */
export type Shopify = Readonly<{ ask: Ask; wait(ms: number): Promise<void> }>

/** A document with its variables, and the shape of its answer. */
export type Question<Data extends z.ZodType> = Readonly<{ document: string; variables?: object; data: Data }>

/** How often one question waits for its turn, and how long at most. */
const MOST_WAITS = 3
const LONGEST_WAIT_MS = 10_000

const Cost = z.object({
  requestedQueryCost: z.number(),
  throttleStatus: z.object({ currentlyAvailable: z.number(), restoreRate: z.number() }),
})

const ShopError = z.object({
  message: z.string(),
  extensions: z.object({ code: z.string().optional(), requiredAccess: z.string().optional() }).optional(),
})

// A shop that says no as a whole says so in a text, about a document in a list.
const Envelope = z.object({
  data: z.unknown().optional(),
  errors: z.union([z.string(), z.array(ShopError)]).optional(),
  extensions: z.object({ cost: Cost.optional().catch(undefined) }).optional(),
})

/**
 * One question to one shop, asked again for a while when the shop is asked too much. Throws `unavailable` for what a later attempt
 * may cure, `refused` for what its owner has to do something about.
 */
export async function askShop<Data extends z.ZodType>(
  { ask, wait }: Shopify,
  shop: Shop,
  question: Question<Data>,
): Promise<z.output<Data>> {
  for (let waits = 0; ; waits += 1) {
    const { data, errors = [], extensions } = envelopeOf(await send(ask, shop, question), shop)
    const throttled = typeof errors !== 'string' && errors.some((error) => codeOf(error) === 'THROTTLED')
    if (!throttled) return readData(question, data, errors)
    if (waits === MOST_WAITS) throw busy()
    await wait(waitFor(extensions?.cost))
  }
}

function send(ask: Ask, { address, token }: Shop, { document, variables = {} }: Question<z.ZodType>) {
  return ask({
    url: `https://${address}/admin/api/${API_VERSION}/graphql.json`,
    headers: { 'x-shopify-access-token': token },
    body: JSON.stringify({ query: document, variables }),
  })
}

function envelopeOf({ status, text }: Answered, { address }: Shop): z.output<typeof Envelope> {
  if (status === 401 || status === 403)
    throw refused(
      'store_access_denied',
      `${address} does not accept this access token. Please check it and save it again.`,
    )
  if (status === 402 || status === 423)
    throw refused('store_refused', `${address} is closed at the moment. Please open it in its Shopify admin.`)
  if (status === 404 || (status >= 300 && status < 400))
    throw refused('store_not_found', `Shopify knows no store called ${address}.`)
  if (status !== 200) throw busy(new Error(`Shopify answered ${status}`))
  return Envelope.parse(jsonIn(text))
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw busy(error)
  }
}

function readData<Data extends z.ZodType>(
  { data: shape }: Question<Data>,
  data: unknown,
  errors: z.output<typeof Envelope>['errors'] = [],
): z.output<Data> {
  if (typeof errors === 'string') throw refused('store_refused', `Shopify says: ${errors.slice(0, 200)}`)
  const [first] = errors
  if (!first) return shape.parse(data)
  if (codeOf(first) === 'ACCESS_DENIED') {
    const right = first.extensions?.requiredAccess ?? first.message
    throw refused('store_rights_missing', `The access token lacks a right: ${right}`)
  }
  throw refused('store_refused', `Shopify says: ${first.message.slice(0, 200)}`)
}

function codeOf({ extensions }: z.output<typeof ShopError>): string | undefined {
  return extensions?.code
}

function waitFor(cost: z.output<typeof Cost> | undefined): number {
  if (!cost) return 1_000
  const { currentlyAvailable, restoreRate } = cost.throttleStatus
  const seconds = Math.ceil((cost.requestedQueryCost - currentlyAvailable) / Math.max(1, restoreRate))
  return Math.min(LONGEST_WAIT_MS, Math.max(1, seconds) * 1_000)
}

function busy(cause?: unknown): AppError {
  return unavailable('store_busy', 'Shopify has too much to do at the moment.', cause)
}
