import { toAuditSource } from '#features/identity/audit/service.ts'
import { ok, route, type Route } from '#platform/http/calls/route.ts'
import type { ShopOrderDeps } from '../../deps.ts'
import { changeSuspension } from './change-suspension.ts'
import { changeVendorStatus } from './contract.ts'

/** Returns the routes by which operators suspend vendors. */
export function suspensionRoutes({ stores }: Pick<ShopOrderDeps, 'stores'>): readonly Route[] {
  const { enqueue, publicUrl } = stores
  return [
    route(changeVendorStatus, async ({ params: { id }, body }, context) => {
      const source = toAuditSource(context)
      await changeSuspension(context.db, { source, enqueue, publicUrl }, { id, ...body })
      return ok(
        body.change === 'suspend'
          ? 'The vendor is suspended. Their listings are being set to sold out.'
          : 'The suspension is lifted. Their listings are being put back on sale.',
        {},
      )
    }),
  ]
}
