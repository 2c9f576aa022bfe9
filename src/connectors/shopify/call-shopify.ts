import { z } from 'zod'
import { type AppError, refused, unavailable } from '#core/errors.ts'
import type { SafeResponse, SafeFetch } from '#platform/security/safe-fetch.ts'
import { API_VERSION } from './operations.ts'

/** A Shopify store with its access token. */
export type ShopifyStore = Readonly<{ address: string; token: string }>

/** The transport of Shopify calls; `wait` pauses for the time that a store requires. */
export type ShopifyClient = Readonly<{ ask: SafeFetch; wait(ms: number): Promise<void> }>

/** A document with its variables, and the shape of its response. */
export type GraphQLRequest<Data extends z.ZodType> = Readonly<{
  document: string
  variables?: object
  data: Data
}>

/** The most retries of a request after rate limiting, and the longest delay. */
const MAX_RETRIES = 3
const MAX_WAIT_MS = 10_000

const Cost = z.object({
  requestedQueryCost: z.number(),
  throttleStatus: z.object({ currentlyAvailable: z.number(), restoreRate: z.number() }),
})

const ShopError = z.object({
  message: z.string(),
  extensions: z.object({ code: z.string().optional(), requiredAccess: z.string().optional() }).optional(),
})

// A refusal of the whole request has a text as `errors`, errors of a document are a list.
const Envelope = z.object({
  data: z.unknown().optional(),
  errors: z.union([z.string(), z.array(ShopError)]).optional(),
  extensions: z.object({ cost: Cost.optional().catch(undefined) }).optional(),
})

/**
 * Calls a store's API, with a few retries when it is rate limited. Throws `unavailable` when a retry may help,
 * `refused` when the store's owner must act.
 */
export async function callShopify<Data extends z.ZodType>(
  { ask, wait }: ShopifyClient,
  store: ShopifyStore,
  request: GraphQLRequest<Data>,
): Promise<z.output<Data>> {
  for (let retries = 0; ; retries += 1) {
    const { data, errors = [], extensions } = readEnvelope(await sendRequest(ask, store, request), store)
    const throttled =
      typeof errors !== 'string' && errors.some((error) => getErrorCode(error) === 'THROTTLED')
    if (!throttled) return readData(request, data, errors)
    if (retries === MAX_RETRIES) throw busyError()
    await wait(getWaitMs(extensions?.cost))
  }
}

function sendRequest(
  safeFetch: SafeFetch,
  { address, token }: ShopifyStore,
  { document, variables = {} }: GraphQLRequest<z.ZodType>,
) {
  return safeFetch({
    url: `https://${address}/admin/api/${API_VERSION}/graphql.json`,
    headers: { 'x-shopify-access-token': token },
    body: JSON.stringify({ query: document, variables }),
  })
}

function readEnvelope({ status, text }: SafeResponse, { address }: ShopifyStore): z.output<typeof Envelope> {
  if (status === 401 || status === 403)
    throw refused('store_access_denied', `${address} rejected this access token. Check it and save it again.`)
  if (status === 402 || status === 423)
    throw refused('store_refused', `${address} is closed. Open it in its Shopify admin.`)
  if (status === 404 || (status >= 300 && status < 400))
    throw refused('store_not_found', `Shopify knows no store called ${address}.`)
  if (status !== 200) throw busyError(new Error(`Shopify answered ${status}`))
  return Envelope.parse(parseJson(text))
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw busyError(error)
  }
}

function readData<Data extends z.ZodType>(
  { data: shape }: GraphQLRequest<Data>,
  data: unknown,
  errors: z.output<typeof Envelope>['errors'] = [],
): z.output<Data> {
  if (typeof errors === 'string') throw refused('store_refused', `Shopify says: ${errors.slice(0, 200)}`)
  const [first] = errors
  if (!first) return shape.parse(data)
  if (getErrorCode(first) === 'ACCESS_DENIED') {
    const missingScope = first.extensions?.requiredAccess ?? first.message
    throw refused('store_rights_missing', `The access token is missing a scope: ${missingScope}`)
  }
  throw refused('store_refused', `Shopify says: ${first.message.slice(0, 200)}`)
}

function getErrorCode({ extensions }: z.output<typeof ShopError>): string | undefined {
  return extensions?.code
}

function getWaitMs(cost: z.output<typeof Cost> | undefined): number {
  if (!cost) return 1_000
  const { currentlyAvailable, restoreRate } = cost.throttleStatus
  const seconds = Math.ceil((cost.requestedQueryCost - currentlyAvailable) / Math.max(1, restoreRate))
  return Math.min(MAX_WAIT_MS, Math.max(1, seconds) * 1_000)
}

function busyError(cause?: unknown): AppError {
  return unavailable('store_busy', 'Shopify is busy. Please try again in a moment.', cause)
}
