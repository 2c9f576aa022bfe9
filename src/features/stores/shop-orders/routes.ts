import { notFound } from '#core/errors.ts'
import { parseCents } from '#core/money.ts'
import { toAuditSource } from '#features/identity/audit/service.ts'
import { confirmPayment } from '#features/sales/checkout/service.ts'
import { findPaymentOwner } from '#features/money/wallets/service.ts'
import { csvResponse } from '#platform/csv.ts'
import type { Actor } from '#platform/http/calls/actor.ts'
import { ok, route, type Route } from '#platform/http/calls/route.ts'
import * as contract from './contract.ts'
import * as figures from './figures/contract.ts'
import * as forwarding from './forwarding/contract.ts'
import {
  actAsPracticeSupplier,
  actOnSupplierOrder,
  approveCost,
  changeSettings,
  exportOrderRows,
  forwardNow,
  getVendorOrder,
  listVendorOrders,
  matchLine,
  type PayDeps,
  payOrders,
  readProductFigures,
  readSettingsView,
  readVendorFigures,
  reorder,
  retryStoreUpdate,
} from './service.ts'
import * as settings from './settings/contract.ts'

/** What vendors see of the orders of their own shops, and do with them. */
export function shopOrderRoutes(deps: PayDeps): readonly Route[] {
  return [...READ_ROUTES, ...paymentRoutes(deps), ...actionRoutes(deps), ...settingsRoutes(deps)]
}

const READ_ROUTES: readonly Route[] = [
  route(contract.listVendorOrders, async ({ query }, { db, actor }) =>
    ok('Your orders', await listVendorOrders(db, { ...query, accountId: actor.id })),
  ),
  route(contract.exportVendorOrders, async ({ query }, { db, actor, now }) => {
    const rows = await exportOrderRows(db, { ...query, accountId: actor.id })
    return csvResponse(`orders-${now.toISOString().slice(0, 10)}.csv`, rows)
  }),
  route(figures.getVendorFigures, async ({ query }, { db, actor, now }) =>
    ok('Figures', { figures: await readVendorFigures(db, { ...query, accountId: actor.id, now }) }),
  ),
  route(figures.getProductFigures, async ({ params: { id } }, { db, actor }) =>
    ok('Figures', { figures: await readProductFigures(db, { accountId: actor.id, productId: id }) }),
  ),
  route(contract.getVendorOrder, async ({ params: { id } }, { db, actor }) =>
    ok('Order', { order: await getVendorOrder(db, { account: actor, id }) }),
  ),
]

function paymentRoutes(deps: PayDeps): Route[] {
  return [
    route(forwarding.payVendorOrders, async ({ body: { orders, by } }, { db, actor, now }) => {
      const outcome = await payOrders(db, deps, { payer: actor, orderIds: orders, by, now })
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
    route(forwarding.forwardVendorOrder, async ({ params: { id } }, { db, actor, now }) => {
      const forwarded = await forwardNow(db, { orders, enqueue }, { ...toIds(actor), id, now })
      return ok('The order is with its suppliers.', { forwarded })
    }),
    route(forwarding.approveVendorOrder, async ({ params: { id }, body }, { db, actor, now }) => {
      const cost = parseCents(body.cost.toFixed(2)) ?? 0
      await approveCost(db, deps, { accountId: actor.id, id, cost, now })
      return ok('The order goes on.', {})
    }),
    route(forwarding.reorderVendorOrder, async ({ params: { id } }, { db, actor, now }) => {
      await reorder(db, deps, { accountId: actor.id, id, now })
      return ok('The items are ordered again.', {})
    }),
    route(forwarding.matchOrderLine, async ({ params, body }, { db, actor }) => {
      await matchLine(db, { enqueue }, { ...params, ...body, accountId: actor.id })
      return ok('The item is matched.', {})
    }),
    route(forwarding.retryStoreUpdate, async ({ params }, { db, actor, now }) => {
      const { id: shopOrderId, updateId } = params
      await retryStoreUpdate(db, { enqueue }, { accountId: actor.id, shopOrderId, updateId, now })
      return ok('Your store is being told again.', {})
    }),
    route(forwarding.actOnSupplierOrder, async ({ params, body }, { db, actor, now }) => {
      const { id, action } = params
      const { reason } = body
      const { order } = await actOnSupplierOrder(db, orders, { ...toIds(actor), id, action, reason, now })
      return ok(explainOutcome(action, order.state), { state: order.state })
    }),
    route(forwarding.actAsPracticeSupplier, async ({ params: { id, action } }, { db, actor, now }) => {
      const { order } = await actAsPracticeSupplier(db, orders, { accountId: actor.id, id, action, now })
      return ok(PRACTICE_TEXTS[action], { state: order.state })
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
      return ok('Your settings have been saved.', { settings: body })
    }),
  ]
}

function toIds({ id, memberId }: Actor): Readonly<{ accountId: number; memberId: number }> {
  return { accountId: id, memberId }
}
