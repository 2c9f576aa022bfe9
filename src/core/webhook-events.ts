import type { ActorType } from './access/permissions.ts'

const ORDER_EVENTS = {
  'order.accepted': 'The supplier has accepted the order.',
  'order.in_progress': 'The supplier is making or packing the order.',
  'order.shipped': 'A parcel is on its way, with its tracking number.',
  'order.delivered': 'The parcels have arrived.',
  'order.completed': 'The order is closed and its earnings are available.',
  'order.cancel_requested': 'The buyer asks to cancel the order.',
  'order.cancelled': 'The order is cancelled.',
  'order.rejected': 'The supplier can’t send the order.',
  'order.in_case': 'A case about the order was opened.',
  'order.refunded': 'The order was refunded.',
} as const

const SUBMITTED = { 'order.submitted': 'A new order waits to be accepted.' } as const
const PAID = { 'order.paid_hold': 'An order is paid, and can be cancelled for a short time.' } as const

const CASE_EVENTS = {
  'case.opened': 'A buyer has opened a case.',
  'case.updated': 'Somebody else has to act in a case now.',
  'case.closed': 'A case has ended.',
} as const

const PAYOUT_EVENTS = {
  'payout.prepared': 'A payout is ready to be sent.',
  'payout.sent': 'A payout is on its way.',
  'payout.confirmed': 'A payout has arrived.',
  'payout.failed': 'A payout has failed.',
} as const

const SHOP_ORDER_EVENTS = {
  'shop_order.to_pay': 'An order of your store waits for your payment.',
  'shop_order.blocked': 'An order of your store needs your attention.',
  'shop_order.in_progress': 'An order of your store is paid and with its suppliers.',
  'shop_order.completed': 'All parcels of an order of your store have arrived.',
  'shop_order.closed': 'An order of your store was cancelled or refunded.',
} as const

/** The events that an endpoint can receive with their descriptions, by the type of its account. */
export const WEBHOOK_EVENTS: Readonly<Record<ActorType, Readonly<Record<string, string>>>> = {
  manufacturer: { ...SUBMITTED, ...ORDER_EVENTS, ...CASE_EVENTS, ...PAYOUT_EVENTS },
  vendor: { ...SHOP_ORDER_EVENTS, ...PAID, ...SUBMITTED, ...ORDER_EVENTS },
  operator: { ...PAID, ...SUBMITTED, ...ORDER_EVENTS, ...CASE_EVENTS, ...PAYOUT_EVENTS },
}

/** The event of a test delivery; every endpoint can receive it. */
export const TEST_EVENT = 'test.sent'

/** A JavaScript program that receives webhooks and checks their signature, for Node.js without packages. */
export const RECEIVER_EXAMPLE = `import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'

const secret = process.env.WEBHOOK_SECRET // whsec_…

export function isGenuine(headers, body, now = Date.now()) {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures = '' } = headers
  if (Math.abs(now / 1000 - Number(timestamp)) > 300) return false
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const expected = Buffer.from(createHmac('sha256', key).update(\`\${id}.\${timestamp}.\${body}\`).digest('base64'))
  return signatures.split(' ').some((one) => {
    const given = Buffer.from(one.replace('v1,', ''))
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
}

createServer(async (request, response) => {
  const chunks = await Array.fromAsync(request)
  const body = Buffer.concat(chunks).toString()
  if (!isGenuine(request.headers, body)) return response.writeHead(400).end()
  // The same event can arrive twice: use webhook-id to handle it once.
  console.log(JSON.parse(body))
  response.writeHead(204).end()
}).listen(process.env.PORT ?? 4000)
`
