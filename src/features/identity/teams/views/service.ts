import { type Database, inTransaction, type Queryable } from '#database/database.ts'
import { notFound, refused } from '#core/errors.ts'
import { addMs, MINUTE } from '#core/time.ts'
import { findAccountByPublicId } from '#features/identity/accounts/service.ts'
import { type AuditSource, recordChange } from '#features/identity/audit/service.ts'
import { toBusinessView } from '../read-team.ts'
import { toBusinessName } from '../rules.ts'
import type { BusinessData } from '../shapes.ts'
import { type BusinessRow, findBusiness } from '../team-queries.ts'
import { deleteView, findViewedBusiness, saveView } from './view-queries.ts'

const VIEW_MS = 30 * MINUTE

/** The session of an operator that views an account's business, and the reason. */
export type ViewRequest = Readonly<{ sessionId: number; id: string; reason: string }>

/**
 * Starts an operator's view of a business for 30 minutes. The audit log and the business's own activity record it.
 * Throws `account_not_found` and `not_a_business`.
 */
export async function startView(
  db: Database,
  source: AuditSource,
  { sessionId, id, reason }: ViewRequest,
): Promise<{ business: BusinessRow; endsAt: Date }> {
  const endsAt = addMs(source.now, VIEW_MS)
  return inTransaction(db, async (tx) => {
    const account = await findAccountByPublicId(tx, id)
    if (!account) throw notFound('account_not_found', 'This account does not exist.')
    const business = account.type === 'operator' ? undefined : await findBusiness(tx, account.id)
    if (!business)
      throw refused('not_a_business', 'Only the consoles of suppliers and vendors can be viewed.')
    await saveView(tx, { sessionId, accountId: business.id, startedAt: source.now, endsAt })
    await record(tx, source, {
      business,
      action: 'Viewed the dashboard as an operator',
      after: { viewedUntil: endsAt.toISOString(), reason },
    })
    return { business, endsAt }
  })
}

/** Ends the view of an operator's session, if it has one. */
export async function endView(db: Database, source: AuditSource, sessionId: number): Promise<void> {
  await inTransaction(db, async (tx) => {
    const key = await deleteView(tx, sessionId)
    const business = key === undefined ? undefined : await findBusiness(tx, key)
    if (!business) return
    const action = 'Stopped viewing the dashboard as an operator'
    await record(tx, source, { business, action, after: { viewing: false } })
  })
}

async function record(
  tx: Parameters<typeof recordChange>[0],
  source: AuditSource,
  change: Readonly<{
    business: BusinessRow
    action: string
    after: Readonly<Record<string, string | boolean>>
  }>,
): Promise<void> {
  const { business, action, after } = change
  await recordChange(tx, source, {
    supplierId: business.supplierId,
    businessId: business.type === 'vendor' ? business.id : null,
    kind: 'account',
    action,
    entity: `account:${business.publicId}`,
    before: {},
    after: { account: business.publicId, ...after },
  })
}

/** Returns the business that an operator's session views, with its read permissions; undefined without a view. */
export async function readViewedBusiness(
  db: Queryable,
  session: Readonly<{ sessionId: number; now: Date }>,
): Promise<BusinessData | undefined> {
  const key = await findViewedBusiness(db, session)
  const business = key === undefined ? undefined : await findBusiness(db, key)
  if (!business) return undefined
  const view = toBusinessView({ ...business, roles: ['owner'] }, 0)
  return { ...view, permissions: view.permissions.filter((one) => one.endsWith(':read')) }
}

/** Returns a business for the header of an operator's console. */
export function nameViewedBusiness(business: BusinessRow): Pick<BusinessData, 'id' | 'type' | 'name'> {
  return { id: business.publicId, type: business.type, name: toBusinessName(business) }
}
