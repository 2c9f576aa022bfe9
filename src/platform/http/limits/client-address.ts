import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Longer words are no addresses; they would only fill the table of limits. */
const MAX_LENGTH = 64

/**
 * Under which name calls from an address are counted: IPv4 as it is, however it is written; of IPv6 the first 64 bits,
 * for the owner of one of those addresses has all of them.
 */
export function toRateLimitKey(address: string): string {
  if (isIP(address) === 0) return address.slice(0, MAX_LENGTH)
  const parsed = ipaddr.process(address)
  if (!('parts' in parsed)) return parsed.toString()
  const network = parsed.parts.slice(0, 4).map((part) => part.toString(16))
  return `${network.join(':')}::/64`
}
