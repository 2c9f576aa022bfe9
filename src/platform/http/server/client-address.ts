import { type BlockList, isIP } from 'node:net'
import type { TrustedProxies } from '#platform/config/process-settings.ts'

/** The origin of a request as stated: the address of its connection, and its `X-Forwarded-For`. */
export type RequestOrigin = Readonly<{ remoteAddress: string | undefined; forwardedFor: string | undefined }>

/**
 * Returns the address of the client of a request. It is the address of the connection, or the one that the last
 * trusted proxy reports. Clients can forge the beginning of the header, so it is read from its end, where each proxy
 * appends the address that connected to it.
 */
export function findClientAddress(
  { remoteAddress, forwardedFor }: RequestOrigin,
  trusted: TrustedProxies,
): string | undefined {
  const entries =
    forwardedFor
      ?.split(',')
      .map((entry) => entry.trim())
      .filter(Boolean) ?? []
  if (!trusted || entries.length === 0) return remoteAddress
  if ('hops' in trusted) return entries.at(-trusted.hops) ?? entries[0]
  const chain = [...entries, remoteAddress ?? '']
  return chain.findLast((address) => !isIn(trusted.networks, address)) ?? entries[0]
}

function isIn(networks: BlockList, address: string): boolean {
  // A dual-stack server gets IPv4 addresses in their IPv6-mapped form.
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '')
  const version = isIP(plain)
  return version !== 0 && networks.check(plain, version === 6 ? 'ipv6' : 'ipv4')
}
