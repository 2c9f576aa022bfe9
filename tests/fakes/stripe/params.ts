import { z } from 'zod'

const IntegerText = z.string().regex(/^\d+$/, 'Invalid integer').transform(Number)
const Metadata = z.record(z.string().max(40), z.string().max(500)).default({})
const Flag = z.enum(['true', 'false'])

/**
 * The parameters of `POST /v1/checkout/sessions` that an adapter may send, as of 2026-10-28.endive. Others are
 * refused as Stripe refuses unknown parameters.
 */
export const SessionParams = z.strictObject({
  mode: z.literal('payment'),
  client_reference_id: z.string().max(200).optional(),
  customer_email: z.email().max(800).optional(),
  allowed_payment_method_types: z.array(z.enum(['card', 'paynow', 'alipay'])).optional(),
  adaptive_pricing: z.strictObject({ enabled: Flag }).optional(),
  line_items: z
    .array(
      z.strictObject({
        quantity: IntegerText,
        price_data: z.strictObject({
          currency: z.string().regex(/^[a-z]{3}$/, 'Invalid currency'),
          unit_amount: IntegerText,
          product_data: z.strictObject({ name: z.string().min(1).max(250) }),
        }),
      }),
    )
    .min(1)
    .max(100),
  payment_intent_data: z
    .strictObject({
      description: z.string().max(1000).optional(),
      transfer_group: z.string().optional(),
      metadata: Metadata,
    })
    .default({ metadata: {} }),
  metadata: Metadata,
  success_url: z.url(),
  cancel_url: z.url().optional(),
  expires_at: IntegerText.optional(),
})
export type SessionParams = z.output<typeof SessionParams>

/** The parameters of `POST /v1/refunds`. */
export const RefundParams = z.strictObject({
  payment_intent: z.string(),
  amount: IntegerText.pipe(z.int().positive()).optional(),
  reason: z.enum(['duplicate', 'fraudulent', 'requested_by_customer']).optional(),
  metadata: Metadata,
})
export type RefundParams = z.output<typeof RefundParams>

/** The smallest charge of each accepted currency. */
export const MIN_AMOUNTS: Readonly<Record<string, number>> = { usd: 50, sgd: 50, jpy: 50, hkd: 400, eur: 50 }

/** The currencies of methods that do not accept all. */
export const METHOD_CURRENCIES: Readonly<Record<string, readonly string[]>> = {
  paynow: ['sgd'],
  alipay: ['aud', 'cad', 'cny', 'eur', 'gbp', 'hkd', 'jpy', 'nzd', 'sgd', 'usd', 'myr'],
}

type Tree = { [name: string]: Tree | string }

/** Decodes a form with brackets to a tree; names that count from 0 become a list. */
export function decodeForm(form: string): unknown {
  const root: Tree = {}
  for (const [name, value] of new URLSearchParams(form)) {
    const path = name.replaceAll(']', '').split('[')
    const last = path.pop() ?? ''
    let node = root
    for (const segment of path) {
      const next = node[segment] ?? {}
      if (typeof next === 'string') throw new Error(`${name} is both a value and a group`)
      node[segment] = next
      node = next
    }
    node[last] = value
  }
  return toArrays(root)
}

function toArrays(tree: Tree | string): unknown {
  if (typeof tree === 'string') return tree
  const keys = Object.keys(tree)
  const isList = keys.length > 0 && keys.every((key, index) => key === String(index))
  if (isList) return keys.map((key) => toArrays(tree[key] ?? ''))
  return Object.fromEntries(Object.entries(tree).map(([key, value]) => [key, toArrays(value)]))
}
