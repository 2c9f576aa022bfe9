import { fireCaseTimers } from '#features/sales/cases/timers/fire-timers.ts'
import { issueDueCreditNotes } from '#features/money/documents/credit-notes/issue-credit-notes.ts'
import { issueDueInvoices } from '#features/money/documents/invoices/issue-invoices.ts'
import { expirePurchases } from '#features/sales/orders/timers/expire-purchases.ts'
import { fireTimers } from '#features/sales/orders/timers/fire-timers.ts'
import { createPayoutFile, markPayoutFile } from '#features/money/payouts/files/bank-files.ts'
import { sweep } from '#features/money/payouts/sending/sweep.ts'
import { SHOP_CURRENCY } from '#core/money.ts'
import { DAY, HOUR, addMs, MINUTE } from '#core/time.ts'
import type { SimulationStage } from './simulation-deps.ts'
import type { Process } from './timeline.ts'

/**
 * The interval of the simulated timers, in days. Running what a shop does each minute, and its operator each week, as
 * often as that would make loading slow.
 */
const TIMER_INTERVAL_DAYS = 2
const DOCUMENT_INTERVAL_DAYS = 4
const PAYOUT_INTERVAL_DAYS = 24

/** Runs the marketplace's nightly jobs and its operator's payouts until the end of the history. */
export async function* runMaintenance(
  stage: SimulationStage,
  { from, to }: { from: Date; to: Date },
): Process {
  const { timeline } = stage
  const first = addMs(new Date(from.toISOString().slice(0, 10)), 3 * HOUR)
  for (let day = 0; addMs(first, day * DAY) < to; day += 1) {
    yield addMs(first, day * DAY)
    if (day % TIMER_INTERVAL_DAYS === 0) await runDueTimers(stage)
    if (day % DOCUMENT_INTERVAL_DAYS === 0) await issueDocuments(stage)
    if (day % PAYOUT_INTERVAL_DAYS !== 0) continue
    yield addMs(timeline.now(), 20 * MINUTE)
    await payDueBalances(stage)
  }
  yield to
  await runDueTimers(stage)
  await issueDocuments(stage)
}

async function runDueTimers({ db, featureDeps, timeline, log }: SimulationStage): Promise<void> {
  const now = timeline.now()
  const timerContext = { deps: featureDeps.orders, now, log }
  await expirePurchases(db, now)
  await fireTimers(db, timerContext)
  await fireCaseTimers(db, timerContext)
}

async function issueDocuments({ db, timeline, config }: SimulationStage): Promise<void> {
  const now = timeline.now()
  const invoices = { prefix: config.invoicePrefix, now }
  await issueDueInvoices(db, invoices)
  await issueDueCreditNotes(db, { invoices, creditNotes: { prefix: config.creditNotePrefix, now } })
}

/** Pays due balances by a file for the bank, which has processed it by the time the operator confirms. */
async function payDueBalances({ db, featureDeps, timeline, operator }: SimulationStage): Promise<void> {
  const now = timeline.now()
  const payoutDeps = featureDeps.payouts
  const { made } = await sweep(db, { deps: payoutDeps, now })
  if (made.length === 0) return
  const by = operator.id
  const payOn = now.toISOString().slice(0, 10)
  const file = await createPayoutFile(db, { currency: SHOP_CURRENCY, payOn, by, deps: payoutDeps, now })
  await markPayoutFile(db, file.publicId, { event: 'confirm', by, deps: payoutDeps, now })
}
