import type { Queryable } from '#database/database.ts'
import { notFound, refused } from '#core/errors.ts'
import { toDecimal } from '#core/money.ts'
import type { Files } from '#platform/files/files.ts'
import { ok, route, type Route } from '#platform/http/calls/route.ts'
import { requestLabel } from './buy-label.ts'
import { orderNotFound } from '../lifecycle/change-order.ts'
import * as contract from './contract.ts'
import { type Label, listOrderLabels } from './label-queries.ts'
import type { OrderDeps } from '../port.ts'
import { findOrderContext } from '../views/timeline-queries.ts'
import { resolveCustoms, resolveUnits } from '../parcels/resolve-lines.ts'

/** What the calls about labels need: `hubCountry` is where the operator hands parcels over; without it nobody sells labels. */
export type LabelRouteDeps = Readonly<{ deps: OrderDeps; files: Files; hubCountry: string | undefined }>

/** How suppliers buy labels and get their files. */
export function labelRoutes({ deps, files, hubCountry }: LabelRouteDeps): Route[] {
  return [
    route(contract.buyLabel, async ({ params: { id }, body }, { db, actor, now }) => {
      const scope = { ownerId: actor.id }
      const units = body.lines && (await resolveUnits(db, { id, scope }, body.lines))
      // Whose order it is comes first: what others get is the same with and without labels.
      await listOwnerLabels(db, id, actor.id)
      if (hubCountry === undefined) throw notOffered()
      const cause = { actor: 'supplier', accountId: actor.id } as const
      const label = await requestLabel(
        db,
        { id, scope, cause, deps, now },
        {
          units,
          service: body.service,
          measures: body.parcel,
          sender: body.sender,
          hubCountry,
          customs: body.customs && (await resolveCustoms(db, { id, scope }, body.customs)),
          idempotencyKey: body.idempotencyKey,
        },
      )
      return ok('The label is being bought.', { label: toLabelView(label, id) })
    }),
    route(contract.listLabels, async ({ params: { id } }, { db, actor }) => {
      const labels = await listOwnerLabels(db, id, actor.id)
      return ok('Your labels', { labels: labels.map((label) => toLabelView(label, id)) })
    }),
    route(contract.getLabelFile, async ({ params: { id, label: labelId } }, { db, actor }) => {
      const label = (await listOwnerLabels(db, id, actor.id)).find(({ publicId }) => publicId === labelId)
      const fileKey = label && getPrintableFileKey(label)
      const file = fileKey ? await files.open(fileKey) : undefined
      if (!label || !file)
        throw notFound('label_not_found', 'This label doesn’t exist, isn’t bought yet, or was refunded.')
      return new Response(file.stream, {
        headers: {
          'content-type': 'application/pdf',
          'content-length': String(file.size),
          'content-disposition': `attachment; filename="${label.publicId}.pdf"`,
          'cache-control': 'private, no-store',
          'x-robots-tag': 'noindex',
        },
      })
    }),
  ]
}

function notOffered() {
  return refused(
    'labels_not_offered',
    'This marketplace doesn’t sell labels. Ship the parcel with your own carrier and add its tracking number.',
  )
}

/** The labels of an order of one's own store. Throws `order_not_found`. */
async function listOwnerLabels(db: Queryable, id: string, ownerId: number): Promise<Label[]> {
  const orderContext = await findOrderContext(db, id, ownerId)
  if (!orderContext?.purchase.paidAt) throw orderNotFound()
  return listOrderLabels(db, orderContext.order.id)
}

/** Where the file of a label is that may be printed: not of one that is given back, which would be billed when it is scanned. */
function getPrintableFileKey({ state, fileKey }: Label): string | null {
  return state === 'bought' || state === 'used' ? fileKey : null
}

function toLabelView(label: Label, orderId: string): contract.ParcelLabelData {
  const { publicId, state, carrier, carrierService, trackingNumber, amount, currency } = label
  return {
    id: publicId,
    state,
    carrier,
    service: carrierService,
    trackingNumber,
    cost: amount === null ? null : toDecimal(amount, currency ?? undefined),
    currency,
    file: getPrintableFileKey(label) && `/supplier/orders/${orderId}/labels/${publicId}/file`,
    failure: label.failure,
    refundRequestedAt: label.refundRequestedAt?.toISOString() ?? null,
    requestedAt: label.createdAt.toISOString(),
  }
}
