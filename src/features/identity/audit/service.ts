import type { Transaction } from '#database/database.ts'
import type { RequestContext } from '#platform/http/calls/route.ts'
import type { Actor } from '#platform/http/calls/actor.ts'
import { insertAuditEntry, type NewAuditEntry } from './queries.ts'
import { maskAddress, pickChanges, type AuditValues } from './rules.ts'
import type { AuditRole } from './shapes.ts'

export type { AuditEntry } from './queries.ts'
export type { AuditValues } from './rules.ts'
export { exportActivity, readActivity } from './activity.ts'

/**
 * The source of a change: the member, the business, the address, and the time; without `client` no request made it. `businessId`
 * is the account that the business's data are of, `memberId` the one that does it.
 */
export type AuditSource = Readonly<{
  businessId: number
  memberId: number
  role: AuditRole
  client?: string
  /** The name of the API key by which it is done, where it is. */
  apiKey?: string
  now: Date
}>

/** Returns the source of a call for the audit log. */
export function toAuditSource({
  actor,
  client,
  now,
}: Pick<RequestContext, 'client' | 'now'> & Readonly<{ actor: Actor }>): AuditSource {
  const role = actor.type === 'operator' ? 'operator' : actor.role
  const apiKey = actor.apiKey ? { apiKey: actor.apiKey.name } : {}
  return { businessId: actor.id, memberId: actor.memberId, role, client, ...apiKey, now }
}

/** A change: `action` is the text that people read, `entity` by its name in the code. */
export type AuditedChange = Pick<NewAuditEntry, 'supplierId' | 'kind' | 'action' | 'entity'> &
  Readonly<{ businessId?: number | null; before: AuditValues; after: AuditValues }>

/** Adds a change to the store's log in the transaction that makes it; what changes nothing is left out. */
export async function recordChange(
  tx: Transaction,
  { memberId, role, client, apiKey, now }: AuditSource,
  { action, before, after, businessId = null, ...change }: AuditedChange,
): Promise<void> {
  const changes = pickChanges(before, after)
  if (!changes) return
  const network = client === undefined ? null : maskAddress(client)
  await insertAuditEntry(tx, {
    ...change,
    ...changes,
    action: apiKey === undefined ? action : withApiKey(action, apiKey),
    businessId,
    accountId: memberId,
    role,
    at: now,
    network,
  })
}

const MAX_ACTION_LENGTH = 200

/** Returns an action that says with which API key it was done; a long action is cut. */
function withApiKey(action: string, name: string): string {
  const suffix = ` (API key ${name})`
  return action.slice(0, MAX_ACTION_LENGTH - suffix.length).toWellFormed() + suffix
}

/** Records a change in the log of a vendor's business, in the same transaction. What changes nothing is left out. */
export async function recordVendorChange(
  tx: Transaction,
  source: AuditSource,
  { action, ...change }: Omit<AuditedChange, 'supplierId' | 'businessId'>,
): Promise<void> {
  const businessId = source.businessId
  // Names of stores and products stand in actions, and may be as long as an action.
  const text = action.slice(0, MAX_ACTION_LENGTH).toWellFormed()
  await recordChange(tx, source, { ...change, action: text, supplierId: null, businessId })
}
