import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** An address a name stands for. */
export type Address = Readonly<{ address: string; family: 4 | 6 }>

/** Finds all addresses of a name. */
export type Resolve = (hostname: string) => Promise<readonly Address[]>

/** Public by its number, but answers only inside one provider's machines (Azure's host). */
const INSIDE = ['168.63.129.16']

/**
 * Whether an address belongs to the open internet: not to this machine, a private or link-local network, a cloud's metadata
 * service, a shared or reserved range, nor to any of these written as IPv6 (IANA special-purpose registries, by ipaddr.js).
 */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0) return false
  const parsed = ipaddr.process(address)
  return parsed.range() === 'unicast' && !INSIDE.includes(parsed.toString())
}

/** All addresses of a name as this machine resolves it. */
export async function resolveName(hostname: string): Promise<readonly Address[]> {
  const found = await lookup(hostname, { all: true, verbatim: true })
  return found.map(({ address, family }) => ({ address, family: family === 6 ? 6 : 4 }))
}
