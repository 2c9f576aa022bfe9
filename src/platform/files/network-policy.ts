import { lookup } from 'node:dns/promises'
import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'

/** An address a name stands for. */
export type Address = Readonly<{ address: string; family: 4 | 6 }>

/** Finds all addresses of a name. */
export type Resolve = (hostname: string) => Promise<readonly Address[]>

/** Public by its number, but answers only inside one provider's machines (Azure's host). */
const CLOUD_INTERNAL_ADDRESSES = ['168.63.129.16']

/**
 * Returns whether an address belongs to the open internet. Not public are this machine, private and link-local
 * networks, a cloud's metadata service, shared and reserved ranges, and any of these written as IPv6 (IANA
 * special-purpose registries, by ipaddr.js).
 */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0) return false
  const parsed = ipaddr.process(address)
  return parsed.range() === 'unicast' && !CLOUD_INTERNAL_ADDRESSES.includes(parsed.toString())
}

/** Resolves a name to all its addresses, as this machine does. */
export async function resolveName(hostname: string): Promise<readonly Address[]> {
  const addresses = await lookup(hostname, { all: true, verbatim: true })
  return addresses.map(({ address, family }) => ({ address, family: family === 6 ? 6 : 4 }))
}

/** The resolution of names, and the addresses that connections may go to. */
export type NetworkPolicy = Readonly<{ resolve: Resolve; isAllowed(address: string): boolean }>

/** The open internet, and nothing else. */
export const PUBLIC_INTERNET: NetworkPolicy = { resolve: resolveName, isAllowed: isPublicAddress }

/**
 * Returns a DNS lookup that refuses hosts with addresses that are not allowed. All addresses are checked, and the
 * connection is made to a checked one, so that a name that changes between check and connection gains nothing. A
 * refusal fails with the error of `createError`. A host that is a number is not looked up: check it before.
 */
export function createCheckedLookup(
  policy: NetworkPolicy,
  createError: (host: string) => Error,
): LookupFunction {
  return (hostname, { all }, callback) => {
    resolveAllowed(hostname, policy, createError).then(
      (addresses) =>
        all ? callback(null, [...addresses]) : callback(null, addresses[0].address, addresses[0].family),
      (error: Error) => callback(error, '', 4),
    )
  }
}

async function resolveAllowed(
  hostname: string,
  policy: NetworkPolicy,
  createError: (host: string) => Error,
): Promise<[Address, ...Address[]]> {
  const [first, ...others] = await policy.resolve(hostname)
  if (!first) throw new Error(`${hostname} has no address`)
  const disallowed = [first, ...others].find(({ address }) => !policy.isAllowed(address))
  if (disallowed) throw createError(hostname)
  return [first, ...others]
}
