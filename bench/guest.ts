import { Agent, request } from 'node:http'
import { buildWebhook } from '#connectors/sandbox-pay/webhooks.ts'

/** How the shop is reached, and the secret its sandbox provider signs with. */
export type Shop = Readonly<{ url: string; secret: string; pieces: number }>

/** So many requests at once. */
export const WORKERS = 32

/** Of so many suppliers is what each guest buys, a piece of each. */
const SUPPLIERS = 3

/** What a guest has ordered, and the page on which it is paid. */
export type Order = Readonly<{ id: string; amount: number; page: string; reference: string }>

/** A shipping rate that all guests take. */
export async function quotedRate(url: string): Promise<unknown> {
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

/** The `n`-th guest orders three pieces of three suppliers and opens a page to pay them. */
export async function order({ url, pieces }: Shop, rate: unknown, n: number): Promise<Order> {
  const items = Array.from({ length: SUPPLIERS }, (_, place) => ({
    id: `prd_${(1 + ((n * 7919 + place) % pieces)).toString(16).padStart(32, '0')}`,
    quantity: 1,
  }))
  const { completeOrder } = await post(`${url}/shop/saveOrder`, {
    ...GUEST,
    email: `guest-${n}@bench.example`,
    items,
    selectedShippingRate: rate,
  })
  const [id, amount] = [String(completeOrder?.['id']), Number(completeOrder?.['totalAmount'])]
  const wish = { orderID: id, amount, paymentMethod: 'vm' }
  const { redirectURLData } = await post(`${url}/shop/getPymentURL`, wish)
  const reference = String(redirectURLData?.['transaction_id'])
  return { id, amount, page: pathEnd(redirectURLData?.['payment_url']), reference }
}

/** The provider's signed notice that an order is paid reaches the shop; gives whether it was taken in. */
export async function notify({ url, secret }: Shop, { amount, page, reference }: Order): Promise<boolean> {
  const paid = {
    id: page,
    reference,
    amount: Math.round(amount * 100),
    currency: 'USD',
    state: 'paid',
    method: 'vm',
  } as const
  const rest = { redirectUrl: '', backUrl: '', notifyUrl: '', notices: 1, dueAt: null }
  const { body, headers } = buildWebhook({ ...paid, ...rest }, secret, new Date())
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
