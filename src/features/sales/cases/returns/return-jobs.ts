import { z } from 'zod'
import { type Database, inTransaction } from '#database/database.ts'
import { AppError } from '#core/errors.ts'
import { createEmail, sendEmails } from '#features/messaging/notifications/service.ts'
import {
  type Carriers,
  findOrderContext,
  type OrderDeps,
  toBuyerUrl,
} from '#features/sales/orders/service.ts'
import { job, type Job, type JobContext, type Enqueue } from '#platform/jobs/job.ts'
import { caseNotFound, lockCaseWithOrder } from '../actions/perform-action.ts'
import { findCase } from '../read-queries.ts'
import { followReturns } from './follow-returns.ts'
import { renderReturnEmail } from './return-emails.ts'
import { buyCaseReturnLabel, quoteCaseReturn } from './return-labels.ts'
import {
  findCaseIdByKey,
  updateLabelProblem,
  findReturn,
  listAddressableReturns,
  updateReturnAddress,
} from './return-queries.ts'
import { findLabelChargeProblem } from './return-rules.ts'
import { buildReturnView } from './return-views.ts'
import { findReturnAddress, findReturnPolicy } from '#features/sales/shipping/service.ts'
import { resetCaseTimers } from '../timers/reset-timers.ts'

/** The dependencies of the jobs about returns; without carriers there are no labels. */
export type ReturnJobDeps = Readonly<{ carriers: Carriers | undefined; deps: OrderDeps; publicUrl: string }>

/** Returns the jobs of returns: labels that suppliers pay for, late addresses, emails, and parcels under way. */
export function returnJobs({ carriers, deps, publicUrl }: ReturnJobDeps): Job[] {
  return [
    job({
      name: 'cases.buy_return_label',
      input: z.object({ caseId: z.string() }),
      attempts: 8,
      run: async ({ caseId }, { db, now }) => {
        if (carriers) await buySupplierLabel(db, { caseId, carriers, deps, now })
      },
    }),
    job({
      name: 'cases.address_returns',
      input: z.object({}),
      attempts: 3,
      every: '*/5 * * * *',
      run: (_input, { db, now }) => addressReturns(db, { enqueue: deps.enqueue, now }),
    }),
    job({
      name: 'cases.mail_return',
      input: z.object({ caseKey: z.number(), labelId: z.string().optional() }),
      attempts: 10,
      run: (input, context) => emailReturn(input, context, publicUrl),
    }),
    ...(carriers
      ? [
          job({
            name: 'cases.follow_returns',
            input: z.object({}),
            attempts: 1,
            every: '*/10 * * * *',
            timeoutSeconds: 600,
            run: (_input, { db, now, log }) => followReturns(db, { carriers, deps, now, log }),
          }),
        ]
      : []),
  ]
}

type SupplierLabel = Readonly<{ caseId: string; carriers: Carriers; deps: OrderDeps; now: Date }>

/** Buys the cheapest label at the supplier's expense; records the reason if none is sold at a fair price. */
async function buySupplierLabel(db: Database, { caseId, carriers, deps, now }: SupplierLabel): Promise<void> {
  const found = await findCase(db, caseId, {})
  if (!found) throw caseNotFound()
  if (found.state !== 'awaiting_return') return
  try {
    const { rate, problem } = await quoteCaseReturn(db, carriers, { caseId, side: 'supplier', scope: {} })
    const refund = { currency: found.currency, amount: found.agreedAmount ?? 0 }
    const reason = rate ? findLabelChargeProblem(rate, refund) : problem
    await updateLabelProblem(db, { caseKey: found.id, problem: reason ?? null })
    if (!rate || reason !== undefined) return
    await buyCaseReturnLabel(db, {
      caseId,
      side: 'supplier',
      scope: {},
      rate,
      sellsLabels: true,
      accountId: null,
      deps,
      now,
    })
  } catch (error) {
    if (!(error instanceof AppError) || error.kind === 'unavailable') throw error
    await updateLabelProblem(db, { caseKey: found.id, problem: error.message })
  }
}

type ReturnNews = Readonly<{ caseKey: number; labelId?: string | undefined }>

/** Emails the buyer the return address, or that the label is ready. Each reason has one email. */
async function emailReturn(
  { caseKey, labelId }: ReturnNews,
  { db, now, enqueue }: JobContext,
  publicUrl: string,
): Promise<void> {
  const caseId = await findCaseIdByKey(db, caseKey)
  const found = caseId === undefined ? undefined : await findCase(db, caseId, {})
  const context = found && (await findOrderContext(db, found.order))
  if (!context || found.state !== 'awaiting_return') return
  const view = await buildReturnView(db, found, { side: 'buyer', sellsLabels: false })
  if (!view?.address || (labelId !== undefined && !view.label?.isReady)) return
  const { purchase } = context
  const key = `case:${found.publicId}:return:${labelId ?? 'address'}`
  const content = renderReturnEmail({
    found,
    view,
    buyerUrl: toBuyerUrl(purchase, publicUrl),
    isVendors: purchase.channel === 'vendor',
  })
  await sendEmails(db, { emails: [createEmail({ key, to: purchase.email }, content)], now, enqueue })
}

const BATCH = 100

/**
 * Sets the addresses of waiting returns, once their warehouses have one; their time limits begin then, and buyers get
 * an email.
 */
async function addressReturns(
  db: Database,
  { enqueue, now }: Readonly<{ enqueue: Enqueue; now: Date }>,
): Promise<void> {
  for (const caseId of await listAddressableReturns(db, BATCH))
    await inTransaction(db, async (tx) => {
      const { found, locked } = await lockCaseWithOrder(tx, { caseId, scope: {} })
      const agreed = await findReturn(tx, found.id)
      const { supplierId, warehouse } = locked.order
      const address = await findReturnAddress(tx, { supplierId, name: warehouse })
      if (found.state !== 'awaiting_return' || !agreed || agreed.address || !address) return
      const { instructions } = await findReturnPolicy(tx, supplierId)
      await updateReturnAddress(tx, { caseKey: found.id, address, instructions })
      await resetCaseTimers(tx, { caseId: found.id, from: found.state, to: found.state, now })
      if (agreed.paidBy === 'supplier')
        await enqueue(tx, { job: 'cases.buy_return_label', input: { caseId } })
      await enqueue(tx, { job: 'cases.mail_return', input: { caseKey: found.id } })
    })
}
