import { fireCaseTimers } from '#features/sales/cases/timers/fire-timers.ts'
import { issueDueCreditNotes } from '#features/money/documents/credit-notes/issue-credit-notes.ts'
import { issueDueInvoices } from '#features/money/documents/invoices/issue-invoices.ts'
import { expirePurchases } from '#features/sales/orders/timers/expire-purchases.ts'
import { fireTimers } from '#features/sales/orders/timers/fire-timers.ts'
import { createPayoutFile, markPayoutFile } from '#features/money/payouts/files/bank-files.ts'
import { sweep } from '#features/money/payouts/sending/sweep.ts'
import { SHOP_CURRENCY } from '#core/money.ts'
import { DAY, HOUR, later, MINUTE } from '#core/time.ts'
import type { SetStage } from './stage.ts'
import type { Story } from './timeline.ts'

/** Each run takes time when the demo is loaded: what a shop does each minute, and its operator each week, is done less often. */
const TIMERS_EVERY_DAYS = 2
const DOCUMENTS_EVERY_DAYS = 4
const PAID_EVERY_DAYS = 24

/** What the marketplace does by itself at night, and its operator with payouts, until the last moment. */
export async function* keepHouse(stage: SetStage, { from, to }: { from: Date; to: Date }): Story {
  const { timeline } = stage
  const first = later(new Date(from.toISOString().slice(0, 10)), 3 * HOUR)
  for (let day = 0; later(first, day * DAY) < to; day += 1) {
    yield later(first, day * DAY)
    if (day % TIMERS_EVERY_DAYS === 0) await fireDue(stage)
    if (day % DOCUMENTS_EVERY_DAYS === 0) await issueDocuments(stage)
    if (day % PAID_EVERY_DAYS !== 0) continue
    yield later(timeline.now(), 20 * MINUTE)
    await payOut(stage)
  }
  yield to
  await fireDue(stage)
  await issueDocuments(stage)
}

async function fireDue({ db, desks, timeline, log }: SetStage): Promise<void> {
  const now = timeline.now()
  const firing = { desk: desks.orders, now, log }
  await expirePurchases(db, now)
  await fireTimers(db, firing)
  await fireCaseTimers(db, firing)
}

async function issueDocuments({ db, timeline, config }: SetStage): Promise<void> {
  const now = timeline.now()
  const invoices = { prefix: config.invoicePrefix, now }
  await issueDueInvoices(db, invoices)
  await issueDueCreditNotes(db, { invoices, creditNotes: { prefix: config.creditNotePrefix, now } })
}

/** What is due is paid by a file for the bank, which has done it by the time the operator says so. */
async function payOut({ db, desks, timeline, operator }: SetStage): Promise<void> {
  const now = timeline.now()
  const desk = desks.payouts
  const { made } = await sweep(db, { desk, now })
  if (made.length === 0) return
  const by = operator.id
  const payOn = now.toISOString().slice(0, 10)
  const file = await createPayoutFile(db, { currency: SHOP_CURRENCY, payOn, by, desk, now })
  await markPayoutFile(db, file.publicId, { event: 'confirm', by, desk, now })
}
