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
 * The source of a change: the member, the business, the address, and the time; `client` is undefined without a request.
 * `businessId` is the account that owns the business's data, `memberId` the one that acts.
 */
export type AuditSource = Readonly<{
  businessId: number
  memberId: number
  role: AuditRole
  client?: string
  /** The name of the API key that made the call, if any. */
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

/** A change: `action` is the displayed text, `entity` is identified by its name in code. */
export type AuditedChange = Pick<NewAuditEntry, 'supplierId' | 'kind' | 'action' | 'entity'> &
  Readonly<{ businessId?: number | null; before: AuditValues; after: AuditValues }>

/** Adds a change to the store's log in the same transaction; changes without a difference are left out. */
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

/** Returns an action with the name of its API key; a long action is truncated. */
function withApiKey(action: string, name: string): string {
  const suffix = ` (API key ${name})`
  return action.slice(0, MAX_ACTION_LENGTH - suffix.length).toWellFormed() + suffix
}

/**
 * Records a change in the log of a vendor's business, in the same transaction. Changes without a difference are left
 * out.
 */
export async function recordVendorChange(
  tx: Transaction,
  source: AuditSource,
  { action, ...change }: Omit<AuditedChange, 'supplierId' | 'businessId'>,
): Promise<void> {
  const businessId = source.businessId
  // Actions contain names of stores and products, which may be as long as the limit.
  const text = action.slice(0, MAX_ACTION_LENGTH).toWellFormed()
  await recordChange(tx, source, { ...change, action: text, supplierId: null, businessId })
}
