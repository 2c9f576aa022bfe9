import type { Database } from '#database/database.ts'
import { notFound } from '#core/errors.ts'
import type { Actor as Person } from '#platform/http/calls/actor.ts'
import { ok, route, type Route } from '#platform/http/calls/route.ts'
import {
  acceptOrder,
  cancelOrder,
  confirmReceipt,
  keepOrder,
  moveByOperator,
  rejectOrder,
} from './lifecycle/answer-order.ts'
import { asBuyer, type Asking } from './lifecycle/request-by-buyer.ts'
import * as collecting from './parcels/collect-contract.ts'
import { readyToCollect, wasCollected } from './parcels/collect-parcel.ts'
import * as contract from './contract.ts'
import { findOwnSettings, type LockedOrder, upsertAutoAccept } from './lifecycle/lifecycle-queries.ts'
import type { OrderDesk } from './port.ts'
import { addNumber, saidArrived, sendParcel } from './parcels/send-parcel.ts'
import { listOwnSuppliersOrders, readSuppliersOrder } from './views/supplier-views.ts'
import { unitsIn } from './parcels/units-in.ts'

/** What suppliers, buyers and operators do with supplier orders. */
export function orderRoutes(desk: OrderDesk): Route[] {
  return [
    ...readingRoutes,
    ...answerRoutes(desk),
    ...parcelRoutes(desk),
    ...collectRoutes(desk),
    ...buyerRoutes(desk),
  ]
}

const readingRoutes: readonly Route[] = [
  route(contract.listSupplierOrders, async ({ query: { state, page } }, { db, actor }) =>
    ok('Your orders', await listOwnSuppliersOrders(db, { ownerId: actor.id, state, page })),
  ),
  route(contract.readSupplierOrder, async ({ params: { id } }, { db, actor }) =>
    ok('Order', { order: await readAs(db, id, actor) }),
  ),
  route(contract.readOrderSettings, async (_input, { db, actor }) => {
    const settings = await findOwnSettings(db, actor.id)
    if (!settings) throw storeNotFound()
    return ok('Your settings', { settings })
  }),
  route(contract.saveOrderSettings, async ({ body: { autoAccept } }, { db, actor, now }) => {
    if (!(await upsertAutoAccept(db, { ownerId: actor.id, autoAccept, now }))) throw storeNotFound()
    return ok('Your settings are saved.', { settings: { autoAccept } })
  }),
]

function answerRoutes(desk: OrderDesk): Route[] {
  return [
    route(contract.acceptSupplierOrder, async ({ params, body }, { db, actor, now }) => {
      await acceptOrder(db, { ...asSupplier(params.id, actor), version: body.version, desk, now })
      return ok('The order is accepted.', { order: await readAs(db, params.id, actor) })
    }),
    route(contract.rejectSupplierOrder, async ({ params: { id }, body }, { db, actor, now }) => {
      const { lines, reason, note, version } = body
      const acting = { ...asSupplier(id, actor, note || REASONS[reason]), version, desk, now }
      await rejectOrder(db, acting, { units: lines && (await unitsIn(db, acting, lines)), reason })
      return ok('The pieces are rejected and their money goes back.', { order: await readAs(db, id, actor) })
    }),
    route(contract.cancelSupplierOrder, async ({ params: { id }, body }, { db, actor, now }) => {
      const { reason, outOfStock: isGone, version } = body
      await cancelOrder(db, { ...asSupplier(id, actor, reason), version, isGone, desk, now })
      return ok('What was not sent is cancelled and its money goes back.', {
        order: await readAs(db, id, actor),
      })
    }),
    route(contract.keepSupplierOrder, async ({ params: { id }, body }, { db, actor, now }) => {
      await keepOrder(db, { ...asSupplier(id, actor, body.reason), version: body.version, desk, now })
      return ok('The order goes on.', { order: await readAs(db, id, actor) })
    }),
    route(contract.moveSupplierOrder, async ({ params: { id }, body }, { db, actor, now }) => {
      const { event, reason, version } = body
      const cause = { actor: 'operator', personId: actor.id, reason } as const
      await moveByOperator(db, { id, whose: {}, version, cause, desk, now }, event)
      return ok('The order is moved.', { order: await readAs(db, id, actor) })
    }),
  ]
}

/** What a shopper is told where the supplier wrote nothing. */
const REASONS = {
  out_of_stock: 'Out of stock',
  price: 'The price was wrong',
  address: 'The address cannot be delivered to',
  other: 'The supplier cannot send it',
} as const

function parcelRoutes(desk: OrderDesk): Route[] {
  return [
    route(contract.addParcel, async ({ params: { id }, body }, { db, actor, now }) => {
      const { carrier, trackingNumber: number, lines, idempotencyKey, version } = body
      const acting = { ...asSupplier(id, actor), version, desk, now }
      const units = lines && (await unitsIn(db, acting, lines))
      await sendParcel(db, acting, { carrier, number, units, idempotencyKey })
      return ok('The parcel is added.', { order: await readAs(db, id, actor) })
    }),
    route(contract.addTrackingNumber, async ({ params, body }, { db, actor, now }) => {
      const { carrier, trackingNumber: number } = body
      const tracking = { parcelId: params.parcel, carrier, number }
      await addNumber(db, { ...asSupplier(params.id, actor), desk, now }, tracking)
      return ok('The number is added.', { order: await readAs(db, params.id, actor) })
    }),
    route(contract.parcelDelivered, async ({ params: { id, parcel } }, { db, actor, now }) => {
      await saidArrived(db, { ...asSupplier(id, actor), desk, now }, parcel)
      return ok('The buyer is shown that you say so.', { order: await readAs(db, id, actor) })
    }),
  ]
}

function collectRoutes(desk: OrderDesk): Route[] {
  return [
    route(collecting.readyToCollect, async ({ params: { id }, body }, { db, actor, now }) => {
      const { where, lines, idempotencyKey, version } = body
      const acting = { ...asSupplier(id, actor), version, desk, now }
      const units = lines && (await unitsIn(db, acting, lines))
      await readyToCollect(db, acting, { where, units, idempotencyKey })
      return ok('The buyer is told that the pieces are ready.', { order: await readAs(db, id, actor) })
    }),
    route(collecting.collected, async ({ params: { id, parcel }, body }, { db, actor, now }) => {
      const given = { parcelId: parcel, code: body.code }
      await wasCollected(db, { ...asSupplier(id, actor), desk, now }, given)
      return ok('The pieces are collected.', { order: await readAs(db, id, actor) })
    }),
  ]
}

function buyerRoutes(desk: OrderDesk): Route[] {
  return [
    route(contract.cancelPart, async ({ params, body }, { db, actor, now }) => {
      const acting = { ...(await asBuyer(db, params, actor)), desk, now }
      const cause = { ...acting.cause, reason: body.reason || 'The buyer changed their mind' }
      const { order } = await cancelOrder(db, { ...acting, cause })
      const asked = order.state === 'cancel_requested'
      return ok(
        asked ? 'The supplier is asked whether this can be cancelled.' : 'Cancelled. Your money goes back.',
        stateOf(order),
      )
    }),
    route(contract.keepPart, async ({ params }, { db, actor, now }) => {
      const { order } = await keepOrder(db, { ...(await asBuyer(db, params, actor)), desk, now })
      return ok('The order goes on.', stateOf(order))
    }),
    route(contract.receivePart, async ({ params }, { db, actor, now }) => {
      const { order } = await confirmReceipt(db, { ...(await asBuyer(db, params, actor)), desk, now })
      return ok('Thank you for telling us.', stateOf(order))
    }),
  ]
}

function stateOf({ state }: LockedOrder['order']) {
  return { state }
}

function asSupplier(id: string, actor: Person, reason?: string): Asking {
  const cause = { actor: 'supplier', personId: actor.id, ...(reason ? { reason } : {}) } as const
  return { id, whose: { ownerId: actor.id }, cause }
}

function readAs(db: Database, id: string, actor: Person) {
  return actor.type === 'operator'
    ? readSuppliersOrder(db, { id, as: 'operator' })
    : readSuppliersOrder(db, { id, ownerId: actor.id, as: 'supplier' })
}

function storeNotFound() {
  return notFound('store_not_found', 'You have no store yet.')
}
