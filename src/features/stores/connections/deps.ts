import { refused } from '#core/errors.ts'
import type { Enqueue } from '#platform/jobs/job.ts'
import type { Sealer } from '#platform/security/sealing.ts'
import type { StoreConnection } from './connecting/connection-queries.ts'
import type { ConnectorFor, StoreAccess } from './port.ts'

/** The dependencies of this feature: connectors, the sealing of keys, the marketplace's URL, and the clock. */
export type StoreConnectionDeps = Readonly<{
  connectorFor: ConnectorFor
  sealer: Sealer
  enqueue: Enqueue
  publicUrl: string
  /** Returns the current time, because a chunk may take long. */
  clock: () => Date
}>

/** The account and address that the keys are sealed for: a row with another address cannot open them. */
type KeyBinding = Pick<StoreConnection, 'accountId' | 'platform' | 'address'>

/** Seals the keys of a store. */
export function sealKeys(
  deps: StoreConnectionDeps,
  binding: KeyBinding,
  keys: StoreAccess['keys'],
): Promise<Buffer> {
  return deps.sealer.seal(JSON.stringify(keys), toBindingText(binding))
}

/** Opens the keys of a connected store. Throws `store_access_denied` if they can no longer be opened. */
export async function openKeys(deps: StoreConnectionDeps, connection: StoreConnection): Promise<StoreAccess> {
  const { address, access } = connection
  const text = await deps.sealer.open(access, toBindingText(connection)).catch(() => {
    throw refused('store_access_denied', 'Your store’s keys can no longer be read. Please save them again.')
  })
  // Sealed by the function above, so the content has this form.
  return { address, keys: JSON.parse(text) as StoreAccess['keys'] }
}

/** Opens the previous keys; undefined without any. */
export async function openPreviousKeys(
  deps: StoreConnectionDeps,
  connection: StoreConnection,
): Promise<StoreAccess | undefined> {
  const { previousAccess: access } = connection
  return access ? openKeys(deps, { ...connection, access }) : undefined
}

function toBindingText({ accountId, platform, address }: KeyBinding): string {
  return `store connection ${accountId} ${platform} ${address}`
}
