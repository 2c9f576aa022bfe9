import type { OrderBody } from './order-body.ts'

/** An attempt to save an order: its request, and the key by which the server recognises a repetition. */
export type OrderAttempt = Readonly<{
  contentHash: string
  idempotencyKey: string
  body: OrderBody
  /** The saved order and the end of its payment time (ISO 8601); missing while unknown. */
  saved?: Readonly<{ orderId: string; expiresAt: string }>
}>

/** The session storage key of the last attempt. */
export const ATTEMPT_KEY = 'orderAttempt'

/** The part of `Storage` that attempts need. */
export type AttemptStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/**
 * Returns the attempt for `body`, and creates one if missing. The same content is sent again unchanged with the same
 * key, so that a repetition after a lost response or a reload cannot place a second order; other content gets a new
 * key. An order whose payment time is over is not sent again.
 */
export function findOrCreateAttempt(
  storage: AttemptStorage | undefined,
  body: OrderBody,
  now: Date,
): OrderAttempt {
  const contentHash = hashText(orderContent(body))
  const last = readAttempt(storage)
  if (last?.contentHash === contentHash && !isExpired(last, now)) return last
  const attempt = { contentHash, idempotencyKey: createIdempotencyKey(), body }
  storeAttempt(storage, attempt)
  return attempt
}

/** Records the order that an attempt created. */
export function recordSavedOrder(
  storage: AttemptStorage | undefined,
  attempt: OrderAttempt,
  saved: Readonly<{ orderId: string; expiresAt: string }>,
): void {
  storeAttempt(storage, { ...attempt, saved })
}

/** Returns the unpaid order that was saved with exactly this content. */
export function findSavedOrder(
  storage: AttemptStorage | undefined,
  body: OrderBody,
  now: Date,
): string | undefined {
  const last = readAttempt(storage)
  if (last?.contentHash !== hashText(orderContent(body)) || isExpired(last, now)) return undefined
  return last.saved?.orderId
}

/** Returns the request that saved the order of this ID; undefined when this tab did not save it. */
export function findSavedBody(storage: AttemptStorage | undefined, orderId: string): OrderBody | undefined {
  const last = readAttempt(storage)
  return last?.saved?.orderId === orderId ? last.body : undefined
}

/** Clears the last attempt, whose order is paid, expired, or no longer accepted by the server. */
export function clearAttempt(storage: AttemptStorage | undefined): void {
  try {
    storage?.removeItem(ATTEMPT_KEY)
  } catch {
    // Forbidden storage contains no attempt.
  }
}

/**
 * Returns the content that identifies an order. It omits the time and the rate's ID, as the same offer gets a new ID
 * with each request.
 */
function orderContent(body: OrderBody): string {
  const { orderDate: _moment, selectedShippingRate: rate, ...rest } = body
  return JSON.stringify({ ...rest, rate: rate && { ...rate, id: '' } })
}

/** Returns 128 random bits in hex. `randomUUID` is unavailable when the shop is tried out over plain HTTP. */
function createIdempotencyKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}

/** Returns two FNV-1a hashes side by side. They distinguish contents within a browser tab and are no protection. */
function hashText(text: string): string {
  let low = 0x811c9dc5
  let high = 0x1b873593
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    low = Math.imul(low ^ code, 0x01000193)
    high = Math.imul(high ^ code, 0x85ebca6b)
  }
  return `${(high >>> 0).toString(16)}${(low >>> 0).toString(16)}-${text.length}`
}

function isExpired(attempt: OrderAttempt, now: Date): boolean {
  return attempt.saved !== undefined && Date.parse(attempt.saved.expiresAt) <= now.getTime()
}

function readAttempt(storage: AttemptStorage | undefined): OrderAttempt | undefined {
  try {
    const read: unknown = JSON.parse(storage?.getItem(ATTEMPT_KEY) ?? 'null')
    return isAttempt(read) ? read : undefined
  } catch {
    // An unreadable attempt is ignored: the next one gets a new key.
    return undefined
  }
}

function isAttempt(value: unknown): value is OrderAttempt {
  return (
    typeof value === 'object' &&
    value !== null &&
    'contentHash' in value &&
    'idempotencyKey' in value &&
    typeof value.idempotencyKey === 'string' &&
    'body' in value &&
    typeof value.body === 'object' &&
    value.body !== null &&
    (!('saved' in value) || isSavedOrder(value.saved))
  )
}

function isSavedOrder(value: unknown): boolean {
  return (
    typeof value === 'object' &&
    value !== null &&
    'orderId' in value &&
    typeof value.orderId === 'string' &&
    'expiresAt' in value &&
    !Number.isNaN(Date.parse(String(value.expiresAt)))
  )
}

function storeAttempt(storage: AttemptStorage | undefined, attempt: OrderAttempt): void {
  try {
    storage?.setItem(ATTEMPT_KEY, JSON.stringify(attempt))
  } catch {
    // Without storage the key exists for this attempt only; the order is sent anyway.
  }
}
