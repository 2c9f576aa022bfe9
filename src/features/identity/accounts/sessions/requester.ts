import { createHash } from 'node:crypto'
import type { Limit } from '#platform/http/calls/endpoint.ts'
import type { RequestContext } from '#platform/http/calls/route.ts'
import { isKnownDevice } from '../codes/device-queries.ts'
import { ACCOUNT_LIMITS, normalizeEmail, UNKNOWN_DEVICE_LIMITS, toLimitSubject } from '../rules.ts'

/** The header with the key of a browser's device: at least 128 random bits that the browser generated, in base64url. */
const DEVICE_KEY_HEADER = 'x-device-key'

/**
 * The origin of a request about an account. `channel` is the device, or the network address if the browser sends no
 * key; an emailed code is bound to it. `isKnown`: this device has signed in to the account before.
 */
export type Requester = Readonly<{ channel: string; isKnown: boolean }>

type RequesterContext = Pick<RequestContext, 'db' | 'client' | 'header' | 'count'>

/** Returns the SHA-256 of a request's device key; undefined without a valid one. */
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
