import { createHash } from 'node:crypto'
import type { Capability } from '#features/money/payments/port.ts'

/** A payment method by its documented name. */
export type PaymentMethod = Capability['method']

/** All payment methods in display order. */
export const METHODS: readonly PaymentMethod[] = ['vm', 'discover', 'paynow', 'upop', 'alipay']

/** The prefixes of order ids by payment method, which identify the merchant id to query. */
const METHOD_PREFIXES: Readonly<Record<PaymentMethod, string>> = {
  vm: 'V',
  discover: 'D',
  paynow: 'P',
  upop: 'U',
  alipay: 'A',
}

/** Crockford's 32 characters, which cannot be confused with each other. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/**
 * Returns the order id of one of our payments at Red Dot. It has 16 letters and digits, with 75 bits from our
 * reference, which itself is too long (at most 20 characters, fewer for Alipay and UnionPay).
 */
export function toOrderId(reference: string, method: PaymentMethod): string {
  const digest = createHash('sha256').update(reference).digest()
  const code = [...digest.subarray(0, 15)].map((byte) => ALPHABET.charAt(byte % 32))
  return METHOD_PREFIXES[method] + code.join('')
}

/** Returns whether an order id belongs to a reference. */
export function isOrderIdFor(orderId: string, reference: string): boolean {
  return orderId.slice(1) === toOrderId(reference, 'vm').slice(1)
}

/** Returns the payment method of an order or transaction id; undefined for ids that are not ours. */
export function methodFromId(orderId: string): PaymentMethod | undefined {
  return METHODS.find((method) => orderId.startsWith(METHOD_PREFIXES[method]))
}
