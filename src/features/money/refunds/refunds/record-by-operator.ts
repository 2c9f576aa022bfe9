import type { Database } from '#database/database.ts'
import { notFound, refused } from '#core/errors.ts'
import type { OrderDeps } from '#features/sales/orders/service.ts'
import { lockReceiptByExternalId } from '../unapplied/receipt-queries.ts'
import { type DisputeOutcome, applyDispute } from '../disputes/apply-dispute.ts'
import { type RefundOutcome, applyRefund } from './apply-refund.ts'

/** The operator who reports an event at a provider, and the dependencies that handle it. */
export type ReportingOperator = Readonly<{ accountId: number; deps: OrderDeps; now: Date }>

type ReportedReceipt = Readonly<{ provider: string; receiptId: string; currency: string; amount: number }>
type ReportedDispute = Omit<Parameters<typeof applyDispute>[1]['dispute'], 'feeCurrency'>
type ReportedRefund = Pick<
  Parameters<typeof applyRefund>[1]['refund'],
  'providerRefundId' | 'receiptId' | 'currency' | 'amount' | 'state'
>

/**
 * Records a dispute reported by an operator, for providers without webhook events about them. Throws
 * `receipt_not_found`, `other_currency` and `more_than_paid`.
 */
export async function recordDispute(
  db: Database,
  {
    provider,
    dispute,
    teller,
  }: Readonly<{ provider: string; dispute: ReportedDispute; teller: ReportingOperator }>,
) {
  await checkReceipt(db, { provider, ...dispute })
  const reported = { ...dispute, feeCurrency: dispute.currency }
  const outcome = await applyDispute(db, { provider, dispute: reported, ...teller })
  return requireKnown<Exclude<DisputeOutcome, 'unknown'>>(outcome)
}

/** Records a refund created at the provider, as reported by an operator. Throws like `recordDispute`. */
export async function recordRefundCreatedAtProvider(
  db: Database,
  {
    provider,
    refund,
    teller,
  }: Readonly<{ provider: string; refund: ReportedRefund; teller: ReportingOperator }>,
) {
  await checkReceipt(db, { provider, ...refund })
  const reported = { ...refund, refundId: undefined, reason: undefined }
  const outcome = await applyRefund(db, { provider, refund: reported, ...teller })
  return requireKnown<Exclude<RefundOutcome, 'unknown'>>(outcome)
}

async function checkReceipt(
  db: Database,
  { provider, receiptId, currency, amount }: ReportedReceipt,
): Promise<void> {
  const money = await lockReceiptByExternalId(db, { provider, externalId: receiptId })
  if (!money) throw receiptNotFound()
  if (money.currency !== currency)
    throw refused('other_currency', `This payment was made in ${money.currency}.`, {
      currency: money.currency,
    })
  if (amount > money.amount)
    throw refused('more_than_paid', 'This is more than the payment.', { paidCents: money.amount })
}

function requireKnown<Outcome extends DisputeOutcome | RefundOutcome>(outcome: Outcome | 'unknown'): Outcome {
  if (outcome === 'unknown') throw receiptNotFound()
  return outcome
}

function receiptNotFound() {
  return notFound('receipt_not_found', 'There is no payment from this provider with this ID.')
}
