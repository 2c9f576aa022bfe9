import { createHash } from 'node:crypto'
import type { Capability } from '#features/money/payments/port.ts'

/** A way to pay, by its documented name. */
export type PaymentMethod = Capability['method']

/** All of them, in the order in which they are shown. */
export const METHODS: readonly PaymentMethod[] = ['vm', 'discover', 'paynow', 'upop', 'alipay']

/** The way to pay stands first in an order id, so that it is seen which merchant id knows of it. */
const METHOD_PREFIXES: Readonly<Record<PaymentMethod, string>> = {
  vm: 'V',
  discover: 'D',
  paynow: 'P',
  upop: 'U',
  alipay: 'A',
}

/** Crockford's 32 letters: none is taken for another. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/**
 * Returns the order ID by which Red Dot knows one of our payments. It has 16 letters and digits, of which 75 bits
 * come from our reference, which itself is too long (20 characters at most, fewer for Alipay and UnionPay).
 */
export function toOrderId(reference: string, method: PaymentMethod): string {
  const digest = createHash('sha256').update(reference).digest()
  const code = [...digest.subarray(0, 15)].map((byte) => ALPHABET.charAt(byte % 32))
  return METHOD_PREFIXES[method] + code.join('')
}

/** Returns whether an order ID is that of a reference. */
export function isOrderIdFor(orderId: string, reference: string): boolean {
  return orderId.slice(1) === toOrderId(reference, 'vm').slice(1)
}

/** Returns the payment method of an order or transaction ID; undefined for others' IDs. */
export function methodFromId(orderId: string): PaymentMethod | undefined {
  return METHODS.find((method) => orderId.startsWith(METHOD_PREFIXES[method]))
}
