import { toAuditSource } from '#features/identity/audit/service.ts'
import { ok, route, type Route } from '#platform/http/calls/route.ts'
import * as contract from './contract.ts'
import {
  decideItem,
  type HasPayoutAccount,
  readOwnVerification,
  readVerificationOf,
  stateItem,
} from './verification.ts'

/** Returns the routes of store verification: owners state, operators decide. */
export function verificationRoutes(hasPayoutAccount: HasPayoutAccount): Route[] {
  return [
    route(contract.readVerification, async (_input, { db, actor }) =>
      ok('Verification', { verification: await readOwnVerification(db, actor.id, hasPayoutAccount) }),
    ),
    route(contract.stateVerificationItem, async ({ params: { item }, body: { statement } }, call) => {
      const { db, actor } = call
      await stateItem(db, toAuditSource(call), { item, statement })
      const verification = await readOwnVerification(db, actor.id, hasPayoutAccount)
      return ok('Saved. We’ll review it.', { verification })
    }),
    route(contract.readSupplierVerification, async ({ params: { supplier } }, { db }) =>
      ok('Verification', { verification: await readVerificationOf(db, supplier, hasPayoutAccount) }),
    ),
    route(contract.decideVerificationItem, async ({ params: { supplier, item }, body }, call) => {
      const reason = body.decision === 'rejected' ? body.reason : null
      const { version, decision } = body
      await decideItem(call.db, toAuditSource(call), { supplier, item, version, decision, reason })
      const verification = await readVerificationOf(call.db, supplier, hasPayoutAccount)
      return ok('The decision has been saved.', { verification })
    }),
  ]
}
