import { Agent, request } from 'node:http'
import { noticeOf } from '#connectors/sandbox-pay/notices.ts'
import type { Load } from './load.ts'

const WORKERS = 32
const SECONDS = 8

/** For how long the shop is bought from before it counts: a shop that was just started compiles its ways first. */
const WARM_UP_SECONDS = 3

/** How the shop is reached, and the secret its sandbox provider signs with. */
export type Shop = Readonly<{ url: string; secret: string; pieces: number }>

/**
 * Whole guest purchases a second: the order is saved (priced, reserved, split), a payment page opened, and the
 * provider's signed notice settles it. Each is another guest's, of two pieces of two suppliers. Load comes from this process.
 */
export async function measurePurchases(shop: Shop): Promise<Load> {
  const rate = await quotedRate(shop.url)
  const tookMs: number[] = []
  let failed = 0
  let next = 0
  const from = performance.now() + WARM_UP_SECONDS * 1000
  const until = from + SECONDS * 1000
  const worker = async () => {
    while (performance.now() < until) {
      const began = performance.now()
      const isDone = await buy(shop, rate, next++)
      if (!isDone) failed += 1
      else if (began >= from) tookMs.push(performance.now() - began)
    }
  }
  await Promise.all(Array.from({ length: WORKERS }, worker))
  tookMs.sort((a, b) => a - b)
  return {
    perSecond: tookMs.length / SECONDS,
    p99Ms: Math.round(tookMs[Math.floor(tookMs.length * 0.99)] ?? 0),
    failed,
  }
}

async function buy({ url, secret, pieces }: Shop, rate: unknown, n: number): Promise<boolean> {
  const items = [1 + ((n * 7919) % pieces), 1 + ((n * 7919 + 1) % pieces)].map((key) => ({
    id: `prd_${key.toString(16).padStart(32, '0')}`,
    quantity: 1,
  }))
  const { completeOrder } = await post(`${url}/shop/saveOrder`, {
    ...GUEST,
    email: `guest-${n}@bench.example`,
    items,
    selectedShippingRate: rate,
  })
  const amount = Number(completeOrder?.['totalAmount'])
  const wish = { orderID: completeOrder?.['id'], amount, paymentMethod: 'vm' }
  const { redirectURLData } = await post(`${url}/shop/getPymentURL`, wish)
  const [id, reference] = [
    pathEnd(redirectURLData?.['payment_url']),
    String(redirectURLData?.['transaction_id']),
  ]
  const paid = {
    id,
    reference,
    amount: Math.round(amount * 100),
    currency: 'USD',
    state: 'paid',
    method: 'vm',
  } as const
  const rest = { redirectUrl: '', backUrl: '', notifyUrl: '', notices: 1, dueAt: null }
  const { body, headers } = noticeOf({ ...paid, ...rest }, secret, new Date())
  const noticed = await send(`${url}/payments/notify/sandbox`, body, headers)
  return noticed.status === 200
}

const GUEST = {
  shippingMethod: 'ship',
  country: 'SG',
  firstName: 'Mei',
  lastName: 'Tan',
  blockNumber: '12',
  streetAddress: 'Tanjong Pagar Road',
  unitNumber: '#04-11',
  zipCode: '079903',
  mobileNumber: '91234567',
}

async function quotedRate(url: string): Promise<unknown> {
  const shipmentDetails = {
    toZip: GUEST.zipCode,
    toCountry: 'SG',
    weight: 2,
    length: 25,
    width: 20,
    height: 15,
  }
  // The shop's own answer, by its contract.
  const { rates } = JSON.parse((await sendJson(`${url}/shipping/rates`, { shipmentDetails })).text) as {
    rates: unknown[]
  }
  return rates[0]
}

type Saved = { completeOrder?: Record<string, unknown>; redirectURLData?: Record<string, unknown> }

async function post(url: string, body: object): Promise<Saved> {
  // The shop's own answers, by their contracts.
  return JSON.parse((await sendJson(url, body)).text) as Saved
}

function sendJson(url: string, body: object): Promise<Answer> {
  return send(url, JSON.stringify(body), { 'content-type': 'application/json' })
}

type Answer = { status: number; text: string }

const agent = new Agent({ keepAlive: true, maxSockets: WORKERS })

/** By `node:http`: `fetch` takes three times the work, from the two cores that are measured. */
function send(url: string, body: string, headers: Record<string, string>): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const length = { 'content-length': Buffer.byteLength(body) }
    const asked = request(url, { method: 'POST', agent, headers: { ...headers, ...length } }, (answer) => {
      let text = ''
      answer.setEncoding('utf8')
      answer.on('data', (part: string) => (text += part))
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text }))
      answer.on('error', reject)
    })
    asked.on('error', reject)
    asked.end(body)
  })
}

function pathEnd(url: unknown): string {
  return String(url).split('/').at(-1) ?? ''
}
