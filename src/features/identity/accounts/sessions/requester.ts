import { createHash } from 'node:crypto'
import type { Limit } from '#platform/http/calls/endpoint.ts'
import type { RequestContext } from '#platform/http/calls/route.ts'
import { isKnownDevice } from '../codes/device-queries.ts'
import { ACCOUNT_LIMITS, normalizeEmail, UNKNOWN_DEVICE_LIMITS, toLimitSubject } from '../rules.ts'

/** The header in which a browser sends the key of its device: 128 random bits or more that it made itself, in base64url. */
const DEVICE_KEY_HEADER = 'x-device-key'

/**
 * Where a request about an account comes from. `channel` is the device, or the network address where the browser sends no key: a
 * emailed code is bound to it. `isKnown` is whether this device has signed in to the account before.
 */
export type Requester = Readonly<{ channel: string; isKnown: boolean }>

type RequesterContext = Pick<RequestContext, 'db' | 'client' | 'header' | 'count'>

/** Returns the SHA-256 of the device key a request carries; undefined when it carries none, or something else. */
export function readDeviceHash({ header }: Pick<RequestContext, 'header'>): Uint8Array | undefined {
  const key = header(DEVICE_KEY_HEADER)
  return key && /^[\w-]{22,86}$/.test(key) ? createHash('sha256').update(key).digest() : undefined
}

/** Returns the origin of a request about the account of an email address. The work is the same for every address. */
export async function findRequester(request: RequesterContext, email: string): Promise<Requester> {
  const device = readDeviceHash(request)
  if (!device) return { channel: `network ${request.client}`, isKnown: false }
  const isKnown = await isKnownDevice(request.db, normalizeEmail(email), device)
  return { channel: `device ${Buffer.from(device).toString('base64url')}`, isKnown }
}

/**
 * Counts a request about the account of an email address, and returns where it comes from. A device that has signed in to the
 * account before has limits of its own, which no other device can use up. All others count by network address and account, and
 * together by account. Throws `too_many_requests` (429).
 *
 * This is the device cookie of OWASP's "Slow Down Online Guessing Attacks with Device Cookies".
 */
export async function countRequest(
  request: RequesterContext,
  limit: keyof typeof UNKNOWN_DEVICE_LIMITS,
  email: string,
): Promise<Requester> {
  const requester = await findRequester(request, email)
  const { channel, isKnown } = requester
  const subject = toLimitSubject(normalizeEmail(email))
  const source = isKnown ? channel : `network ${request.client}`
  await request.count(`accounts ${limit}`, ACCOUNT_LIMITS[limit], hashText(`${subject} ${source}`))
  if (isKnown) return requester
  const sharedLimit: Limit | undefined = UNKNOWN_DEVICE_LIMITS[limit]
  if (sharedLimit) await request.count(`accounts ${limit} of unknown devices`, sharedLimit, subject)
  return requester
}

function hashText(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32)
}
