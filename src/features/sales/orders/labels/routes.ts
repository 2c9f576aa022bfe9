import type { Queryable } from '#database/database.ts'
import { notFound, refused } from '#core/errors.ts'
import type { Files } from '#platform/files/files.ts'
import { ok, route, type Route } from '#platform/http/calls/route.ts'
import { type BatchLabel, listLabelsOfBatch } from './batches/batch-queries.ts'
import { requestLabels } from './batches/buy-labels.ts'
import { buyLabels, listBatchLabels } from './batches/contract.ts'
import { requestLabel } from './buy-label.ts'
import { toLabelQuoteView, toLabelView, getPrintableFileKey } from './label-views.ts'
import { isRefundable, refundLabel } from './refunds/refund-label.ts'
import { listParcels } from '../parcels/parcel-queries.ts'
import { buildOrderViewFor } from '../views/supplier-views.ts'
import { resolveParcel } from './planning/resolve-parcel.ts'
import { quoteLabel } from './planning/quote-label.ts'
import { orderNotFound } from '../lifecycle/change-order.ts'
import * as contract from './contract.ts'
import { type Label, listOrderLabels } from './label-queries.ts'
import type { Carriers, OrderDeps } from '../port.ts'
import { findOrderContext } from '../views/timeline-queries.ts'

/** The dependencies of the calls about labels; without carriers there are no labels. */
export type LabelRouteDeps = Readonly<{ deps: OrderDeps; files: Files; carriers: Carriers | undefined }>

/** Returns the routes by which suppliers are quoted labels, buy them and get their files. */
export function labelRoutes({ deps, files, carriers }: LabelRouteDeps): Route[] {
  return [
    route(contract.quoteLabel, async ({ params: { id }, body }, { db, actor }) => {
      // The owner check comes first, so that other callers get the same answer with and without labels.
      await listOwnerLabels(db, id, actor.id)
      if (!carriers) throw notOffered()
      const { hubCountry } = carriers
      const parcel = await resolveParcel(db, { id, scope: { ownerId: actor.id } }, body)
      const input = { ...parcel, hubCountry, orderId: id, ownerId: actor.id }
      return ok('Rates', { quote: toLabelQuoteView(await quoteLabel(db, carriers, input)) })
    }),
    route(contract.buyLabel, async ({ params: { id }, body }, { db, actor, now }) => {
      const scope = { ownerId: actor.id }
      await listOwnerLabels(db, id, actor.id)
      if (!carriers) throw notOffered()
      const { hubCountry } = carriers
      const parcel = await resolveParcel(db, { id, scope }, body)
      const cause = { actor: 'supplier', accountId: actor.memberId } as const
      const { service, quote, idempotencyKey } = body
      const label = await requestLabel(
        db,
        { id, scope, cause, deps, now },
        { ...parcel, hubCountry, service, quote, batch: undefined, idempotencyKey },
      )
      return ok('The label is being bought.', { label: toLabelView(label, id) })
    }),
    route(buyLabels, async ({ body: { batch, labels } }, { db, actor, now }) => {
      if (!carriers) throw notOffered()
      const { hubCountry } = carriers
      const results = await requestLabels(db, {
        ownerId: actor.id,
        memberId: actor.memberId,
        batch,
        labels,
        hubCountry,
        deps,
        now,
      })
      const count = results.filter(({ isDone }) => isDone).length
      return ok(count === 1 ? '1 label is being bought.' : `${count} labels are being bought.`, { results })
    }),
    route(listBatchLabels, async ({ params: { batch } }, { db, actor }) => {
      const labels = await listLabelsOfBatch(db, { ownerId: actor.id, batch })
      return ok('Labels', { labels: labels.map(toBatchLabelView) })
    }),
    ...ownLabelRoutes({ deps, files }),
  ]
}

/** Returns the routes of suppliers' own labels. */
function ownLabelRoutes({ deps, files }: Pick<LabelRouteDeps, 'deps' | 'files'>): Route[] {
  return [
    route(contract.listLabels, async ({ params: { id } }, { db, actor }) =>
      ok('Your labels', { labels: await listLabelViews(db, id, actor.id) }),
    ),
    route(contract.refundLabel, async ({ params: { id, label: labelId } }, { db, actor, now }) => {
      const cause = { actor: 'supplier', accountId: actor.memberId } as const
      await refundLabel(db, { id, scope: { ownerId: actor.id }, cause, deps, now }, labelId)
      const label = (await listLabelViews(db, id, actor.id)).find((one) => one.id === labelId)
      if (!label) throw new Error('the refunded label is not there')
      const order = await buildOrderViewFor(db, id, { actor, now })
      return ok('The refund of the label is requested.', { label, order })
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

function toBatchLabelView({ orderId, number, firstName, lastName, ...label }: BatchLabel) {
  const customer = `${firstName} ${lastName}`.trim()
  return { ...toLabelView(label, orderId), order: orderId, number, customer }
}

function notOffered() {
  return refused(
    'labels_not_offered',
    'This marketplace doesn’t sell labels. Ship the parcel with your own carrier and add its tracking number.',
  )
}

/** Returns the labels of an order of the account's store, as its supplier sees them. Throws `order_not_found`. */
async function listLabelViews(db: Queryable, id: string, ownerId: number) {
  const labels = await listOwnerLabels(db, id, ownerId)
  const [first] = labels
  const parcels = first ? await listParcels(db, [first.supplierOrderId]) : []
  return labels.map((label) => toLabelView(label, id, { isRefundable: isRefundable(label, parcels) }))
}

/** Lists the labels of an order of the account's store. Throws `order_not_found`. */
async function listOwnerLabels(db: Queryable, id: string, ownerId: number): Promise<Label[]> {
  const orderContext = await findOrderContext(db, id, ownerId)
  if (!orderContext?.purchase.paidAt) throw orderNotFound()
  return listOrderLabels(db, orderContext.order.id)
}
