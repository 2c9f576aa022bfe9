import { Agent, request } from 'node:http'
import { buildWebhook } from '#connectors/sandbox-pay/webhooks.ts'

/** The shop's address, and the signing secret of its sandbox provider. */
export type PurchaseTarget = Readonly<{ url: string; secret: string; products: number }>

/** The number of concurrent requests. */
export const WORKERS = 32

/** The number of suppliers of each purchase, with one product each. */
const SUPPLIERS_PER_ORDER = 3

/** A guest's order, and its payment page. */
export type OpenOrder = Readonly<{ id: string; amount: number; page: string; reference: string }>

/** Returns a shipping rate for all guests. */
export async function fetchRate(url: string): Promise<unknown> {
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

/** Orders three products of three suppliers as the `n`-th guest and opens their payment page. */
export async function startPurchase(
  { url, products }: PurchaseTarget,
  rate: unknown,
  n: number,
): Promise<OpenOrder> {
  const { completeOrder } = await post(`${url}/shop/saveOrder`, buildOrderBody(n, { products, rate }))
  const [id, amount] = [String(completeOrder?.['id']), Number(completeOrder?.['totalAmount'])]
  const paymentRequest = { orderID: id, amount, paymentMethod: 'vm' }
  const { redirectURLData } = await post(`${url}/shop/getPymentURL`, paymentRequest)
  const reference = String(redirectURLData?.['transaction_id'])
  return { id, amount, page: getLastSegment(redirectURLData?.['payment_url']), reference }
}

/** Returns the order of the `n`-th guest, of three products of three suppliers. */
export function buildOrderBody(
  n: number,
  { products, rate }: Readonly<{ products: number; rate: unknown }>,
): Readonly<Record<string, unknown>> {
  const items = Array.from({ length: SUPPLIERS_PER_ORDER }, (_, index) => ({
    id: `prd_${(1 + ((n * 7919 + index * 6133) % products)).toString(16).padStart(32, '0')}`,
    quantity: 1,
  }))
  return { ...GUEST, email: `guest-${n}@bench.example`, items, selectedShippingRate: rate }
}

/** Sends the provider's signed webhook event of a paid order; returns whether it was accepted. */
export async function sendPaymentWebhook(
  { url, secret }: PurchaseTarget,
  { amount, page, reference }: OpenOrder,
): Promise<boolean> {
  const paid = {
    id: page,
    reference,
    amount: Math.round(amount * 100),
    currency: 'USD',
    state: 'paid',
    method: 'vm',
  } as const
  const rest = { redirectUrl: '', backUrl: '', notifyUrl: '', webhookCount: 1, dueAt: null }
  const { body, headers } = buildWebhook({ ...paid, ...rest }, secret, new Date())
  const webhookResponse = await send(`${url}/payments/notify/sandbox`, body, headers)
  return webhookResponse.status === 200
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

type CheckoutResponse = { completeOrder?: Record<string, unknown>; redirectURLData?: Record<string, unknown> }

async function post(url: string, body: object): Promise<CheckoutResponse> {
  // The shop's own answers, by their contracts.
  return JSON.parse((await sendJson(url, body)).text) as CheckoutResponse
}

function sendJson(url: string, body: object): Promise<HttpResult> {
  return send(url, JSON.stringify(body), { 'content-type': 'application/json' })
}

/** The status and text of a response. */
export type HttpResult = Readonly<{ status: number; text: string }>

const agent = new Agent({ keepAlive: true, maxSockets: WORKERS })

/**
 * Posts a body and returns the response; rejects where the server does not answer. It uses `node:http`: `fetch` takes three times
 * the work, from the two cores that are measured.
 */
export function send(url: string, body: string, headers: Record<string, string>): Promise<HttpResult> {
  return new Promise((resolve, reject) => {
    const length = { 'content-length': Buffer.byteLength(body) }
    const clientRequest = request(
      url,
      { method: 'POST', agent, headers: { ...headers, ...length } },
      (response) => {
        let text = ''
        response.setEncoding('utf8')
        response.on('data', (part: string) => (text += part))
        response.on('end', () => resolve({ status: response.statusCode ?? 0, text }))
        response.on('error', reject)
      },
    )
    clientRequest.on('error', reject)
    clientRequest.end(body)
  })
}

function getLastSegment(url: unknown): string {
  return String(url).split('/').at(-1) ?? ''
}
