import { toAuditSource } from '#features/identity/audit/service.ts'
import { ok, route, type Route } from '#platform/http/calls/route.ts'
import { changeSupplierStatus } from './contract.ts'
import { changeStatus } from './change-status.ts'
import type { SupplierStatus } from './shapes.ts'

/** The operators' routes of suppliers' status. */
export const statusRoutes: readonly Route[] = [
  route(changeSupplierStatus, async ({ params: { supplier }, body: { change, reason } }, call) => {
    const status = await changeStatus(call.db, toAuditSource(call), { supplier, change, reason })
    return ok(MESSAGES[status], { status })
  }),
]

const MESSAGES: Readonly<Record<SupplierStatus, string>> = {
  unverified: 'The verification has been removed. The products are no longer listed.',
  verified: 'The supplier is verified. Its products are listed.',
  suspended: 'The supplier is suspended. Its products are no longer listed. Existing orders continue.',
}
