import { createHash, timingSafeEqual } from 'node:crypto'
import type { WireMessage, WireValue } from './wire.ts'

/** The signed fields of the request for a payment page, as they are sent. */
export type SignedRequest = Readonly<{
  mid: string
  order_id: string
  payment_type: string
  amount: string
  ccy: string
}>

/**
 * Returns the signature of a request for a payment page. It is SHA-512 over five fields and the key of the merchant
 * ID, in lower-case hex (reddotpayment.com/developers, "Redirect API", first phase).
 */
export function signRequest(request: SignedRequest, secretKey: string): string {
  const { mid, order_id, payment_type, amount, ccy } = request
  const fields = [mid, order_id, payment_type, amount, ccy].map((field) => field.trim())
  return sha512(fields.join('') + secretKey)
}

/**
 * Returns the signature of all other messages. The values without the signature are sorted by name in byte order,
 * within nested messages too, and concatenated with the key; SHA-512 in lower-case hex.
 */
export function signMessage(message: WireMessage, secretKey: string): string {
  const { signature: _, ...signed } = message
  return sha512(joinValues(signed) + secretKey)
}

/** Returns whether a message has a valid signature, in constant time. */
export function isSigned(message: WireMessage, secretKey: string): boolean {
  return isSameDigest(message['signature'], signMessage(message, secretKey))
}

/**
 * Returns the signature of a request to the older Merchant API, which refunds. It is `name=value` sorted and joined
 * by `&`, then the key; MD5 in lower-case hex.
 */
export function signForm(fields: Readonly<Record<string, string>>, secretKey: string): string {
  const pairs = Object.entries(fields)
    .filter(([name]) => name !== 'signature')
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
  return createHash('md5')
    .update(`${pairs.join('&')}&secret_key=${secretKey}`)
    .digest('hex')
}

/** Returns whether a response of the Merchant API has a valid signature. */
export function isFormSigned(fields: Readonly<Record<string, string>>, secretKey: string): boolean {
  return isSameDigest(fields['signature'], signForm(fields, secretKey))
}

function joinValues(value: WireValue): string {
  if (typeof value === 'string') return value
  if (isList(value)) return value.map(joinValues).join('')
  return Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, inner]) => joinValues(inner))
    .join('')
}

/** Returns whether a value is a list; the type of `Array.isArray` excludes readonly ones. */
function isList(value: WireValue): value is readonly WireValue[] {
  return Array.isArray(value)
}

function isSameDigest(value: WireValue | undefined, expected: string): boolean {
  const digest = Buffer.from(expected)
  const claimed = Buffer.from(typeof value === 'string' ? value : '')
  return claimed.length === digest.length && timingSafeEqual(claimed, digest)
}

function sha512(text: string): string {
  return createHash('sha512').update(text).digest('hex')
}
