import { createHash } from 'node:crypto'
import type { Database } from '#database/database.ts'
import { inTransaction } from '#database/transaction.ts'
import { AppError, notFound, refused } from '#core/errors.ts'
import { MAX_SHOWN } from '#core/shown-rows.ts'
import { findOrderContext, lockOrder, orderNotFound } from '#features/sales/orders/service.ts'
import type { PaymentProvider } from '#features/money/payments/service.ts'
import type { Actor } from '#platform/http/calls/actor.ts'
import { ok, route, type Route } from '#platform/http/calls/route.ts'
import type { Enqueue } from '#platform/jobs/job.ts'
import { retryRefund, recordManualPayment } from './refunds/manual-refund.ts'
import { readChargebacks } from './disputes/chargeback-views.ts'
import * as contract from './contract.ts'
import { listAllRefunds } from './list-queries.ts'
import { listUnappliedReceipts, lockReceipt } from './unapplied/receipt-queries.ts'
import { refundByDecision, type RefundInput } from './refunds/refund-order.ts'
import { createRefundRequester } from './service.ts'
import { recordDispute, recordRefundCreatedAtProvider } from './refunds/record-by-operator.ts'
import { refundUnapplied } from './unapplied/unapplied.ts'
import { readOrderRefunds, readRefund, toRefundView } from './views.ts'

/** The dependencies of refunds: the providers, and how jobs are enqueued. */
export type RefundDeps = Readonly<{ providers: readonly PaymentProvider[]; enqueue: Enqueue }>

const PAGE_SIZE = 50

/** Returns the routes of refunds for operators and suppliers. */
export function refundRoutes(deps: RefundDeps): Route[] {
  return [...orderRoutes(deps), ...operatorRoutes(deps), ...recordRoutes(deps), ...unappliedRoutes(deps)]
}

function orderRoutes({ providers, enqueue }: RefundDeps): Route[] {
  const readRefunds = async (db: Database, { id, actor, now }: { id: string; actor: Actor; now: Date }) => {
    const orderDetails = await findOrderContext(db, id, toOwnerId(actor))
    if (!orderDetails) throw orderNotFound()
    const isSupplier = actor.type !== 'operator'
    return readOrderRefunds(db, { order: orderDetails.order, providers, isSuppliers: isSupplier, now })
  }
  return [
    route(contract.refundSupplierOrder, async ({ params: { id }, body }, { db, actor, now }) => {
      const { what, reason, byMarketplace, idempotencyKey } = body
      const hash = createHash('sha256').update(JSON.stringify({ what, reason, byMarketplace })).digest('hex')
      const input = {
        what,
        reason,
        byMarketplace,
        key: `${id}:wish:${idempotencyKey}`,
        hash,
        actor: actor.type === 'operator' ? 'operator' : 'supplier',
        accountId: actor.memberId,
        enqueue,
        now,
      } as const
      const refundId = await refundByAccount(db, { id, ownerId: toOwnerId(actor), input })
      const { balance } = await readRefunds(db, { id, actor, now })
      return ok('The refund has been created.', { refund: await readRefund(db, refundId), balance })
    }),
    route(contract.listOrderRefunds, async ({ params: { id } }, { db, actor, now }) =>
      ok('Refunds', await readRefunds(db, { id, actor, now })),
    ),
  ]
}

type AccountRefund = Readonly<{ id: string; ownerId: number | undefined; input: RefundInput }>

function refundByAccount(db: Database, { id, ownerId, input }: AccountRefund): Promise<string> {
  return inTransaction(db, async (tx) => {
    const locked = await lockOrder(tx, id, ownerId === undefined ? {} : { ownerId })
    if (!locked) throw orderNotFound()
    if (input.byMarketplace && input.actor !== 'operator')
      throw new AppError('forbidden', 'not_yours', 'Only operators can let the marketplace pay for a refund.')
    return (await refundByDecision(tx, locked, input)).refundId
  })
}

function toOwnerId({ id, type }: Actor): number | undefined {
  return type === 'operator' ? undefined : id
}

function operatorRoutes({ providers, enqueue }: RefundDeps): Route[] {
  return [
    route(contract.listRefunds, async ({ query: { state, cursor } }, { db }) => {
      const found = await listAllRefunds(db, { state, before: cursor, limit: PAGE_SIZE + 1 })
      const refunds = found.slice(0, PAGE_SIZE)
      const nextCursor = found.length > PAGE_SIZE ? (refunds.at(-1)?.publicId ?? null) : null
      return ok('Refunds', { refunds: refunds.map(toRefundView), nextCursor })
    }),
    route(contract.listChargebacks, async ({ query: { state, cursor } }, { db }) => {
      const found = await readChargebacks(db, { state, before: cursor, limit: PAGE_SIZE + 1 })
      const chargebacks = found.slice(0, PAGE_SIZE)
      const nextCursor = found.length > PAGE_SIZE ? (chargebacks.at(-1)?.id ?? null) : null
      return ok('Chargebacks', { chargebacks, nextCursor })
    }),
    route(contract.recordManualPayment, async ({ params: { id }, body }, { db, actor, now }) => {
      await recordManualPayment(db, { ...body, refundId: id, accountId: actor.memberId, now })
      return ok('Recorded as paid.', { refund: await readRefund(db, id) })
    }),
    route(contract.retryRefund, async ({ params: { id } }, { db, now }) => {
      await retryRefund(db, { refundId: id, enqueue, now })
      return ok('The refund is being retried.', { refund: await readRefund(db, id) })
    }),
    route(contract.listRefundMethods, async () => ok('Methods', { methods: toRefundMethods(providers) })),
  ]
}

/** Returns one row for each payment method of a provider, because support does not depend on the currency. */
function toRefundMethods(providers: readonly PaymentProvider[]) {
  return providers.flatMap(({ name, capabilities }) => {
    const byMethod = Map.groupBy(capabilities, ({ method }) => method)
    return [...byMethod].flatMap(([method, [row]]) =>
      row
        ? [
            {
              provider: name,
              method,
              refunds: row.refunds,
              refundDays: row.refundDays ?? null,
              chargebacks: row.chargebacks,
            },
          ]
        : [],
    )
  })
}

/** Returns the routes to record disputes and refunds that a provider does not report. */
function recordRoutes({ enqueue }: RefundDeps): Route[] {
  const deps = { enqueue, refund: createRefundRequester(enqueue) }
  return [
    route(contract.recordChargeback, async ({ body }, { db, actor, now }) => {
      const { provider, receipt: receiptId, dispute: disputeId, respondBy, ...rest } = body
      const deadline = respondBy === undefined ? undefined : new Date(respondBy)
      const dispute = { ...rest, receiptId, disputeId, respondBy: deadline }
      const outcome = await recordDispute(db, {
        provider,
        dispute,
        teller: { accountId: actor.memberId, deps, now },
      })
      return ok('The dispute has been recorded.', { id: `${provider}:${disputeId}`, taken: outcome })
    }),
    route(contract.recordProviderRefund, async ({ body }, { db, actor, now }) => {
      const { provider, receipt: receiptId, refund: providerRefundId, ...rest } = body
      const refund = { ...rest, receiptId, providerRefundId }
      const teller = { accountId: actor.memberId, deps, now }
      return ok('The refund has been recorded.', {
        taken: await recordRefundCreatedAtProvider(db, { provider, refund, teller }),
      })
    }),
  ]
}

function unappliedRoutes({ enqueue }: RefundDeps): Route[] {
  return [
    route(contract.listUnappliedMoney, async (_input, { db }) => {
      const found = await listUnappliedReceipts(db, MAX_SHOWN.unapplied)
      const unapplied = found.map(({ receiptId, reference, receivedAt, state: _state, ...money }) => ({
        ...money,
        receipt: String(receiptId),
        purchase: reference,
        receivedAt: receivedAt.toISOString(),
      }))
      return ok('Money without an order', { unapplied })
    }),
    route(contract.refundUnappliedMoney, async ({ params, body: { reason } }, { db, actor, now }) => {
      const refundId = await inTransaction(db, async (tx) => {
        const money = await lockReceipt(tx, Number(params.receipt))
        if (money?.state !== 'unapplied')
          throw notFound('receipt_not_found', 'This money doesn’t exist, or belongs to an order.')
        return refundUnapplied(tx, {
          money,
          reason,
          actor: 'operator',
          accountId: actor.memberId,
          enqueue,
          now,
        })
      })
      if (!refundId) throw refused('nothing_left', 'This money was already refunded.')
      return ok('The refund has been created.', { refund: await readRefund(db, refundId) })
    }),
  ]
}
