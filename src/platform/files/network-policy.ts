import { lookup } from 'node:dns/promises'
import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'

/** An address of a host name. */
export type Address = Readonly<{ address: string; family: 4 | 6 }>

/** Resolves a name to all its addresses. */
export type Resolve = (hostname: string) => Promise<readonly Address[]>

/** An address in the public range that only responds inside one provider's network (Azure's host). */
const CLOUD_INTERNAL_ADDRESSES = ['168.63.129.16']

/**
 * Returns whether an address belongs to the public internet. Excluded are this machine, private and link-local
 * networks, a cloud's metadata service, shared and reserved ranges, and any of these written as IPv6 (IANA
 * special-purpose registries, by ipaddr.js).
 */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0) return false
  const parsed = ipaddr.process(address)
  return parsed.range() === 'unicast' && !CLOUD_INTERNAL_ADDRESSES.includes(parsed.toString())
}

/** Resolves a name to all its addresses, by this machine's resolver. */
export async function resolveName(hostname: string): Promise<readonly Address[]> {
  const addresses = await lookup(hostname, { all: true, verbatim: true })
  return addresses.map(({ address, family }) => ({ address, family: family === 6 ? 6 : 4 }))
}

/** The resolution of names, and the addresses that connections are allowed to. */
export type NetworkPolicy = Readonly<{ resolve: Resolve; isAllowed(address: string): boolean }>

/** The policy that allows the public internet only. */
export const PUBLIC_INTERNET: NetworkPolicy = { resolve: resolveName, isAllowed: isPublicAddress }

/**
 * Returns a DNS lookup that refuses hosts with addresses that are not allowed. All addresses are checked, and the
 * connection is made to a checked one, so that a changed DNS entry has no effect. A refusal fails with the error of
 * `createError`. An IP address as host is not looked up: check it before.
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
