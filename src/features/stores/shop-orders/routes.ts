import { notFound } from '#core/errors.ts'
import { parseCents } from '#core/money.ts'
import { toAuditSource } from '#features/identity/audit/service.ts'
import { confirmPayment } from '#features/sales/checkout/service.ts'
import { findPaymentOwner } from '#features/money/wallets/service.ts'
import { csvStreamResponse } from '#platform/csv.ts'
import { ok, route, type Route } from '#platform/http/calls/route.ts'
import * as contract from './contract.ts'
import * as figures from './figures/contract.ts'
import * as forwarding from './forwarding/contract.ts'
import {
  actAsPracticeSupplier,
  actOnSupplierOrder,
  AT_ONCE,
  cancelVendorItems,
  approveCost,
  cancelInStore,
  changeSettings,
  exportOrderRows,
  forwardNow,
  getVendorOrder,
  keepOrder,
  keepVendorItems,
  listVendorOrders,
  matchLine,
  type OrderPage,
  type PayDeps,
  payOrders,
  readProductFigures,
  readSettingsView,
  readVendorFigures,
  reorder,
  replaceLine,
  retryStoreUpdate,
} from './service.ts'
import * as settings from './settings/contract.ts'

/** Returns the routes of vendors' own store orders. */
export function shopOrderRoutes(deps: PayDeps): readonly Route[] {
  return [
    ...READ_ROUTES,
    createOrderRoute(deps),
    ...paymentRoutes(deps),
    ...actionRoutes(deps),
    ...storeRoutes(deps),
    ...settingsRoutes(deps),
  ]
}

const READ_ROUTES: readonly Route[] = [
  route(contract.listVendorOrders, async ({ query }, { db, actor }) =>
    ok('Your orders', await listVendorOrders(db, { ...query, accountId: actor.id })),
  ),
  route(contract.exportVendorOrders, async ({ query }, { db, actor, now }) => {
    const rows = exportOrderRows(db, { ...query, accountId: actor.id })
    return csvStreamResponse(`orders-${now.toISOString().slice(0, 10)}.csv`, rows)
  }),
  route(figures.getVendorFigures, async ({ query }, { db, actor, now }) =>
    ok('Figures', { figures: await readVendorFigures(db, { ...query, accountId: actor.id, now }) }),
  ),
  route(figures.getProductFigures, async ({ params: { id } }, { db, actor }) =>
    ok('Figures', { figures: await readProductFigures(db, { accountId: actor.id, productId: id }) }),
  ),
]

function createOrderRoute({ stores }: PayDeps): Route {
  const orderPage: OrderPage = ({ platform, address, externalId }) =>
    stores.connectorFor(platform).orderPage(address, externalId)
  return route(contract.getVendorOrder, async ({ params: { id } }, { db, actor }) =>
    ok('Order', { order: await getVendorOrder(db, { account: actor, id, orderPage }) }),
  )
}

function paymentRoutes(deps: PayDeps): Route[] {
  return [
    route(forwarding.payVendorOrders, async ({ body: { orders, by } }, call) => {
      const payment = { payer: call.actor, source: toAuditSource(call), orderIds: orders, by }
      const outcome = await payOrders(call.db, deps, payment)
      const message = outcome.paid === 1 ? '1 order is paid.' : `${outcome.paid} orders are paid.`
      return ok(outcome.paymentUrl ? 'Payment page' : message, {
        ...outcome,
        problems: [...outcome.problems],
      })
    }),
    route(forwarding.confirmVendorPayment, async ({ params: { id } }, { db, actor, now }) => {
      const owner = await findPaymentOwner(db, id)
      if (owner?.accountId !== actor.id)
        throw notFound('payment_unknown', 'You have no payment with this number.')
      const result = await confirmPayment(db, { checkoutDeps: deps.checkout, transactionId: id, now })
      const state = result?.state ?? 'pending'
      return ok('Payment', {
        state: state === 'unknown' ? 'pending' : state === 'cancelled' ? 'failed' : state,
        isTopUp: owner.isTopUp,
      })
    }),
  ]
}

function actionRoutes(deps: PayDeps): Route[] {
  const { orders } = deps
  const { enqueue } = deps.stores
  return [
    route(forwarding.forwardVendorOrder, async ({ params: { id } }, call) => {
      const source = toAuditSource(call)
      const forwarded = await forwardNow(call.db, { orders, enqueue }, { source, id })
      return ok('The order was sent to its suppliers.', { forwarded })
    }),
    route(forwarding.approveVendorOrder, async ({ params: { id }, body }, call) => {
      const cost = parseCents(body.cost.toFixed(2)) ?? 0
      await approveCost(call.db, deps, { source: toAuditSource(call), id, cost })
      return ok('The order continues.', {})
    }),
    route(forwarding.reorderVendorOrder, async ({ params: { id } }, call) => {
      await reorder(call.db, deps, { source: toAuditSource(call), id })
      return ok('The items have been reordered.', {})
    }),
    route(forwarding.actOnSupplierOrder, async ({ params, body }, call) => {
      const { action } = params
      const request = { ...params, ...body, source: toAuditSource(call) }
      const { order } = await actOnSupplierOrder(call.db, orders, request)
      return ok(explainOutcome(action, order.state), { state: order.state })
    }),
    route(forwarding.cancelVendorItems, async ({ params: { id }, body }, call) => {
      const request = { id, ...body, source: toAuditSource(call) }
      const { order } = await cancelVendorItems(call.db, orders, request)
      const message = AT_ONCE.includes(order.state)
        ? 'The items are cancelled, and you are refunded.'
        : 'The supplier has been asked to cancel.'
      return ok(message, { state: order.state })
    }),
    route(forwarding.keepVendorItems, async ({ params: { id } }, call) => {
      const { order } = await keepVendorItems(call.db, orders, { id, source: toAuditSource(call) })
      return ok('Your request is withdrawn. The items will ship.', { state: order.state })
    }),
    route(forwarding.actAsPracticeSupplier, async ({ params }, call) => {
      const { actor, now } = call
      const pressed = { ...params, accountId: actor.id, now, source: toAuditSource(call) }
      const { order } = await actAsPracticeSupplier(call.db, orders, pressed)
      return ok(PRACTICE_TEXTS[params.action], { state: order.state })
    }),
  ]
}

/** Returns the routes of a vendor's actions on an order's items, and on the order in its store. */
function storeRoutes(deps: PayDeps): Route[] {
  const { enqueue } = deps.stores
  return [
    route(forwarding.cancelOrderInStore, async ({ params: { id }, body }, call) => {
      const request = { source: toAuditSource(call), id, isRefunded: body.refundCustomer }
      await cancelInStore(call.db, { enqueue }, request)
      return ok('We’re cancelling it in your store.', {})
    }),
    route(forwarding.keepVendorOrder, async ({ params: { id } }, call) => {
      await keepOrder(call.db, { enqueue }, { source: toAuditSource(call), id })
      return ok('The order continues.', {})
    }),
    route(forwarding.matchOrderLine, async ({ params, body }, call) => {
      await matchLine(call.db, { enqueue }, { ...params, ...body, source: toAuditSource(call) })
      return ok('The item is matched.', {})
    }),
    route(forwarding.replaceOrderLine, async ({ params, body }, call) => {
      await replaceLine(call.db, { enqueue }, { ...params, ...body, source: toAuditSource(call) })
      return ok('The item is replaced.', {})
    }),
    route(forwarding.retryStoreUpdate, async ({ params }, call) => {
      const { id: shopOrderId, updateId } = params
      const source = toAuditSource(call)
      await retryStoreUpdate(call.db, { enqueue }, { source, shopOrderId, updateId })
      return ok('We’re updating your store again.', {})
    }),
  ]
}

const PRACTICE_TEXTS = {
  accept: 'The practice supplier has accepted the order.',
  reject: 'The practice supplier can’t send it. You are refunded.',
  ship: 'The practice supplier has sent the parcel.',
  deliver: 'The parcel has arrived.',
  agree: 'The practice supplier has changed the order.',
  decline: 'The practice supplier has declined the change.',
} as const

function explainOutcome(action: 'cancel' | 'keep' | 'received', state: string): string {
  if (action === 'keep') return 'Your cancellation request is withdrawn.'
  if (action === 'received') return 'The order is marked as delivered.'
  return state === 'cancel_requested'
    ? 'The supplier has been asked to cancel.'
    : 'It’s cancelled, and you are refunded.'
}

function settingsRoutes(deps: PayDeps): Route[] {
  return [
    route(settings.getForwardingSettings, async (_input, { db, actor }) =>
      ok('Settings', { settings: await readSettingsView(db, actor.id) }),
    ),
    route(settings.saveForwardingSettings, async ({ body }, call) => {
      await changeSettings(call.db, deps, { source: toAuditSource(call), settings: body })
      return ok('Your settings have been saved.', {
        settings: await readSettingsView(call.db, call.actor.id),
      })
    }),
  ]
}
