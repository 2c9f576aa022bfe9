import { lookup } from 'node:dns/promises'
import { isIP, type LookupFunction } from 'node:net'
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

/** How names are found, and which addresses may be connected to. */
export type Reach = Readonly<{ resolve: Resolve; isAllowed(address: string): boolean }>

/** The open internet, and nothing else. */
export const OPEN_INTERNET: Reach = { resolve: resolveName, isAllowed: isPublicAddress }

/**
 * What a connection asks for a host's addresses: all of them are checked, and the connection is made to a checked one, so that a
 * name that changes between check and connection gains nothing. One that is not allowed refuses the host with what `notAllowed`
 * gives. A host that is a number is not asked about: check it before.
 */
export function checkedLookup(reach: Reach, notAllowed: (host: string) => Error): LookupFunction {
  return (hostname, { all }, callback) => {
    checkedAddresses(hostname, reach, notAllowed).then(
      (found) => (all ? callback(null, [...found]) : callback(null, found[0].address, found[0].family)),
      (error: Error) => callback(error, '', 4),
    )
  }
}

async function checkedAddresses(
  hostname: string,
  reach: Reach,
  notAllowed: (host: string) => Error,
): Promise<[Address, ...Address[]]> {
  const [first, ...others] = await reach.resolve(hostname)
  if (!first) throw new Error(`${hostname} has no address`)
  const bad = [first, ...others].find(({ address }) => !reach.isAllowed(address))
  if (bad) throw notAllowed(hostname)
  return [first, ...others]
}
