import { setTimeout as delay } from 'node:timers/promises'
import {
  buildOrderBody,
  fetchRate,
  type HttpResult,
  send,
  sendPaymentWebhook,
} from '../money/guest-purchase.ts'

type Purchase = Readonly<{ key: string; orderId: string; page?: string }>

/** The shop's confirmations to a guest until `at`; `page` is the payment page of a confirmed payment. */
export type Confirmed = Purchase & Readonly<{ at: number }>

/** The responses to guests: the confirmations, and the number of requests to retry. */
export type GuestStats = Readonly<{
  confirmed: readonly Confirmed[]
  /** The number of repeated requests, after a 503 or without a response. */
  repeated: number
  sent: number
  /** Responses that guests must never get. */
  unexpected: readonly string[]
  /** The longest time without any confirmation, in milliseconds. */
  longestGapMs: number
}>

/** Guests that buy until `finish`, after which they complete their orders. */
export type Guests = Readonly<{ finish(): Promise<GuestStats> }>

type GuestOptions = Readonly<{ url: string; secret: string; products: number; round: number; count: number }>

/** The most guests of a round. */
const GUESTS_PER_ROUND = 100_000

/** The time after which a guest gives up, in milliseconds. */
const PATIENCE_MS = 90_000

const PAUSE_MS = 250

/** Starts `count` guests who buy one order after the other, each under a key, repeated until it is confirmed. */
export async function startGuests(options: GuestOptions): Promise<Guests> {
  const rate = await fetchRate(options.url)
  const confirmed: Confirmed[] = []
  const unexpected: string[] = []
  const counts = { sent: 0, repeated: 0 }
  const gap = createGapMeter()
  let next = options.round * GUESTS_PER_ROUND
  let isOver = false
  const request = async (
    what: string,
    attempt: () => Promise<HttpResult>,
  ): Promise<HttpResult | undefined> => {
    const deadline = performance.now() + PATIENCE_MS
    while (performance.now() < deadline) {
      counts.sent += 1
      const answer = await attempt().catch(() => undefined)
      if (answer?.status === 200) {
        gap.mark()
        return answer
      }
      if (answer && answer.status !== 503) {
        unexpected.push(`${what}: ${answer.status} ${answer.text.slice(0, 300)}`)
        return undefined
      }
      counts.repeated += 1
      await delay(PAUSE_MS)
    }
    unexpected.push(`${what}: nothing in ${PATIENCE_MS / 1_000} s`)
    return undefined
  }
  const guests = Array.from({ length: options.count }, async () => {
    while (!isOver) {
      const one = await buy(next++, { ...options, rate, request })
      if (one) confirmed.push({ ...one, at: Date.now() })
    }
  })
  return {
    finish: async () => {
      isOver = true
      await Promise.all(guests)
      return { ...counts, confirmed, unexpected, longestGapMs: gap.longestMs() }
    },
  }
}

type BuyOptions = GuestOptions &
  Readonly<{
    rate: unknown
    request(what: string, attempt: () => Promise<HttpResult>): Promise<HttpResult | undefined>
  }>

async function buy(
  n: number,
  { url, secret, products, rate, request }: BuyOptions,
): Promise<Purchase | undefined> {
  const key = `cluster-${n}`
  const body = JSON.stringify(buildOrderBody(n, { products, rate }))
  const saved = await request('saveOrder', () =>
    send(`${url}/shop/saveOrder`, body, { 'content-type': 'application/json', 'idempotency-key': key }),
  )
  const order = readField(saved, 'completeOrder')
  if (!order) return undefined
  const [orderId, amount] = [String(order['id']), Number(order['totalAmount'])]
  const payment = JSON.stringify({ orderID: orderId, amount, paymentMethod: 'vm' })
  const opened = readField(
    await request('getPymentURL', () =>
      send(`${url}/shop/getPymentURL`, payment, { 'content-type': 'application/json' }),
    ),
    'redirectURLData',
  )
  const page = String(opened?.['payment_url']).split('/').at(-1) ?? ''
  if (!opened) return { key, orderId }
  const paid = { id: orderId, amount, page, reference: String(opened['transaction_id']) }
  const accepted = await request('webhook', async () => {
    const isAccepted = await sendPaymentWebhook({ url, secret, products }, paid)
    return { status: isAccepted ? 200 : 503, text: '' }
  })
  return accepted ? { key, orderId, page } : { key, orderId }
}

function readField(answer: HttpResult | undefined, field: string): Record<string, unknown> | undefined {
  if (!answer) return undefined
  // The shop's own answers, by their contracts.
  return (JSON.parse(answer.text) as Record<string, Record<string, unknown> | undefined>)[field]
}

/** Measures the longest time between two marks. */
function createGapMeter() {
  let last = performance.now()
  let longest = 0
  return {
    mark: () => {
      longest = Math.max(longest, performance.now() - last)
      last = performance.now()
    },
    longestMs: () => Math.round(longest),
  }
}
