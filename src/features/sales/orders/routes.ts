import { toAuditSource } from '#features/identity/audit/service.ts'
import type { Actor } from '#platform/http/calls/actor.ts'
import { ok, route, type Route } from '#platform/http/calls/route.ts'
import {
  acceptOrder,
  cancelOrder,
  confirmReceipt,
  dismissCancellation,
  moveByOperator,
  rejectOrder,
} from './lifecycle/answer-order.ts'
import { deadlineRoutes } from './timers/deadlines/routes.ts'
import { authorizeBuyer, type OrderAccess } from './lifecycle/authorize-buyer.ts'
import * as collecting from './parcels/collection-contract.ts'
import { markReadyToCollect, confirmCollection } from './parcels/collect-order.ts'
import * as contract from './contract.ts'
import { findOrderSettings, type LockedOrder } from './lifecycle/lifecycle-queries.ts'
import { saveOrderSettings, storeNotFoundError } from './lifecycle/order-settings.ts'
import type { OrderDeps } from './port.ts'
import { addTrackingNumber, correctTrackingNumber, removeTrackingNumber } from './parcels/correct-tracking.ts'
import { reportDelivered, sendParcel } from './parcels/send-parcel.ts'
import { buildOrderViewFor } from './views/supplier-views.ts'
import { resolveUnits } from './parcels/resolve-lines.ts'

/** Returns the routes of supplier orders for suppliers, buyers and operators. */
export function orderRoutes(deps: OrderDeps): Route[] {
  return [
    ...readRoutes,
    ...deadlineRoutes,
    ...answerRoutes(deps),
    ...parcelRoutes(deps),
    ...collectRoutes(deps),
    ...buyerRoutes(deps),
  ]
}

const readRoutes: readonly Route[] = [
  route(contract.readSupplierOrder, async ({ params: { id } }, { db, actor, now }) =>
    ok('Order', { order: await buildOrderViewFor(db, id, { actor, now }) }),
  ),
  route(contract.readOrderSettings, async (_input, { db, actor }) => {
    const settings = await findOrderSettings(db, actor.id)
    if (!settings) throw storeNotFoundError()
    return ok('Your settings', { settings })
  }),
  route(contract.saveOrderSettings, async ({ body: { autoAccept } }, call) => {
    await saveOrderSettings(call.db, toAuditSource(call), autoAccept)
    return ok('Your settings have been saved.', { settings: { autoAccept } })
  }),
]

function answerRoutes(deps: OrderDeps): Route[] {
  return [
    route(contract.acceptSupplierOrder, async ({ params, body }, { db, actor, now }) => {
      await acceptOrder(db, { ...toSupplierAccess(params.id, actor), version: body.version, deps, now })
      return ok('The order is accepted.', { order: await buildOrderViewFor(db, params.id, { actor, now }) })
    }),
    route(contract.rejectSupplierOrder, async ({ params: { id }, body }, { db, actor, now }) => {
      const { lines, reason, note, version } = body
      const context = { ...toSupplierAccess(id, actor, note || REASONS[reason]), version, deps, now }
      await rejectOrder(db, context, { units: lines && (await resolveUnits(db, context, lines)), reason })
      return ok('The items are rejected and will be refunded.', {
        order: await buildOrderViewFor(db, id, { actor, now }),
      })
    }),
    route(contract.cancelSupplierOrder, async ({ params: { id }, body }, { db, actor, now }) => {
      const { reason, outOfStock: isOutOfStock, version } = body
      await cancelOrder(db, {
        ...toSupplierAccess(id, actor, reason),
        version,
        isGone: isOutOfStock,
        deps,
        now,
      })
      return ok('The items that weren’t shipped are cancelled and will be refunded.', {
        order: await buildOrderViewFor(db, id, { actor, now }),
      })
    }),
    route(contract.declineCancellation, async ({ params: { id }, body }, { db, actor, now }) => {
      await dismissCancellation(db, {
        ...toSupplierAccess(id, actor, body.reason),
        version: body.version,
        deps,
        now,
      })
      return ok('The order continues.', { order: await buildOrderViewFor(db, id, { actor, now }) })
    }),
    route(contract.moveSupplierOrder, async ({ params: { id }, body }, { db, actor, now }) => {
      const { event, reason, version } = body
      const cause = { actor: 'operator', accountId: actor.memberId, reason } as const
      await moveByOperator(db, { id, scope: {}, version, cause, deps, now }, event)
      return ok('The order has been moved.', { order: await buildOrderViewFor(db, id, { actor, now }) })
    }),
  ]
}

/** The messages to shoppers if the supplier gave no reason. */
const REASONS = {
  out_of_stock: 'Out of stock',
  price: 'The price was wrong',
  address: 'The address can’t be delivered to',
  other: 'The supplier can’t ship it',
} as const

function parcelRoutes(deps: OrderDeps): Route[] {
  return [
    route(contract.addParcel, async ({ params: { id }, body }, { db, actor, now }) => {
      const { carrier, trackingNumber: number, lines, idempotencyKey, version } = body
      const context = { ...toSupplierAccess(id, actor), version, deps, now }
      const units = lines && (await resolveUnits(db, context, lines))
      await sendParcel(db, context, { carrier, number, units, idempotencyKey })
      return ok('The parcel has been added.', { order: await buildOrderViewFor(db, id, { actor, now }) })
    }),
    route(contract.addTrackingNumber, async ({ params, body }, { db, actor, now }) => {
      const { carrier, trackingNumber: number } = body
      const tracking = { parcelId: params.parcel, carrier, number }
      await addTrackingNumber(db, { ...toSupplierAccess(params.id, actor), deps, now }, tracking)
      return ok('The tracking number has been added.', {
        order: await buildOrderViewFor(db, params.id, { actor, now }),
      })
    }),
    route(contract.correctTrackingNumber, async ({ params, body }, { db, actor, now }) => {
      const { before, carrier, trackingNumber: number } = body
      const correction = { parcelId: params.parcel, before, carrier, number }
      await correctTrackingNumber(db, { ...toSupplierAccess(params.id, actor), deps, now }, correction)
      return ok('The tracking number has been corrected.', {
        order: await buildOrderViewFor(db, params.id, { actor, now }),
      })
    }),
    route(contract.removeTrackingNumber, async ({ params, body }, { db, actor, now }) => {
      const removal = { parcelId: params.parcel, number: body.trackingNumber }
      await removeTrackingNumber(db, { ...toSupplierAccess(params.id, actor), deps, now }, removal)
      return ok('The tracking number has been removed.', {
        order: await buildOrderViewFor(db, params.id, { actor, now }),
      })
    }),
    route(contract.reportParcelDelivered, async ({ params: { id, parcel } }, { db, actor, now }) => {
      await reportDelivered(db, { ...toSupplierAccess(id, actor), deps, now }, parcel)
      return ok('The buyer can see your confirmation.', {
        order: await buildOrderViewFor(db, id, { actor, now }),
      })
    }),
  ]
}

function collectRoutes(deps: OrderDeps): Route[] {
  return [
    route(collecting.markReadyToCollect, async ({ params: { id }, body }, { db, actor, now }) => {
      const { where, lines, idempotencyKey, version } = body
      const context = { ...toSupplierAccess(id, actor), version, deps, now }
      const units = lines && (await resolveUnits(db, context, lines))
      await markReadyToCollect(db, context, { where, units, idempotencyKey })
      return ok('We’ve told the buyer that the items are ready.', {
        order: await buildOrderViewFor(db, id, { actor, now }),
      })
    }),
    route(collecting.confirmCollection, async ({ params: { id, parcel }, body }, { db, actor, now }) => {
      const input = { parcelId: parcel, code: body.code }
      await confirmCollection(db, { ...toSupplierAccess(id, actor), deps, now }, input)
      return ok('The items have been collected.', { order: await buildOrderViewFor(db, id, { actor, now }) })
    }),
  ]
}

function buyerRoutes(deps: OrderDeps): Route[] {
  return [
    route(contract.requestCancellation, async ({ params, body }, { db, actor, now }) => {
      const context = { ...(await authorizeBuyer(db, params, actor)), deps, now }
      const cause = { ...context.cause, reason: body.reason || 'The buyer changed their mind' }
      const { order } = await cancelOrder(db, { ...context, cause })
      const isRequested = order.state === 'cancel_requested'
      return ok(
        isRequested ? 'We’ve asked the supplier to cancel this.' : 'Cancelled. We’re refunding your money.',
        toStateResponse(order),
      )
    }),
    route(contract.withdrawCancellation, async ({ params }, { db, actor, now }) => {
      const { order } = await dismissCancellation(db, {
        ...(await authorizeBuyer(db, params, actor)),
        deps,
        now,
      })
      return ok('The order continues.', toStateResponse(order))
    }),
    route(contract.confirmReceipt, async ({ params }, { db, actor, now }) => {
      const { order } = await confirmReceipt(db, {
        ...(await authorizeBuyer(db, params, actor)),
        deps,
        now,
      })
      return ok('Thanks for letting us know.', toStateResponse(order))
    }),
  ]
}

function toStateResponse({ state }: LockedOrder['order']) {
  return { state }
}

function toSupplierAccess(id: string, actor: Actor, reason?: string): OrderAccess {
  const cause = { actor: 'supplier', accountId: actor.memberId, ...(reason ? { reason } : {}) } as const
  return { id, scope: { ownerId: actor.id }, cause }
}
