import ipaddr from 'ipaddr.js'

/** The fields of a change, by their names. */
export type AuditValues = Readonly<Record<string, string | number | boolean | null | readonly string[]>>

/** Returns the changed fields of `after`, with their former values; undefined without any. */
export function pickChanges(
  before: AuditValues,
  after: AuditValues,
): { before: AuditValues; after: AuditValues } | undefined {
  const changed = Object.keys(after).filter(
    (name) => JSON.stringify(before[name] ?? null) !== JSON.stringify(after[name] ?? null),
  )
  if (changed.length === 0) return undefined
  const pick = (values: AuditValues) =>
    Object.fromEntries(changed.map((name) => [name, values[name] ?? null]))
  return { before: pick(before), after: pick(after) }
}

/** Returns the network of a client's address, which identifies no single device; null for an invalid address. */
export function maskAddress(client: string): string | null {
  const [address = ''] = client.split('/')
  if (!ipaddr.isValid(address)) return null
  const parsed = ipaddr.process(address)
  if ('octets' in parsed) return `${parsed.octets.slice(0, 3).join('.')}.0/24`
  if (!('parts' in parsed)) return null
  const network = parsed.parts.slice(0, 3).map((part) => part.toString(16))
  return `${network.join(':')}::/48`
}
