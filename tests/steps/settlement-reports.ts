import { AppError } from '#core/errors.ts'
import { sendRefund } from '#features/money/refunds/refunds/send-refund.ts'
import type { PaymentProvider } from '#features/money/payments/port.ts'
import { getField } from './chat.ts'
import { placeGuestOrder, createTestProduct } from '../shop/factories.ts'
import { openPaymentPage, pressButton } from './payments.ts'
import { createOperator } from './payouts.ts'
import { readAllRefunds } from './refunds.ts'
import { SHOP_URL, type TestShop } from '../shop/shop.ts'

/** The heads of a plain report, and the moment in its rows. */
export const REPORT_HEADER = 'id,kind,reference,refund,settlement,currency,gross,fee,net,at'
export const STRIPE_REPORT_HEADER =
  'balance_transaction_id,created_utc,currency,gross,fee,net,reporting_category,source_id,payment_intent_id,automatic_payout_id'
export const AT = '2026-03-02 10:00:00'

/** A difference as the operator reads it. */
export type DiscrepancyResult = Readonly<{
  id: string
  kind: string
  about: string
  expected: number | null
  reported: number | null
  message: string
  canAdjust: boolean
  note: string | null
}>

/** The options of an uploaded report. */
export type ReportOptions = Readonly<{ provider?: string; heads?: string; from?: string; to?: string }>

/** Returns an operator's steps with the reports of a shop's providers. */
export async function createReportSteps(shop: TestShop) {
  const operator = await createOperator(shop)
  const listDiscrepancies = async (all = 'no') =>
    getField<DiscrepancyResult[]>(await operator.get(`/settlement-discrepancies?all=${all}`), 'discrepancies')
  const handIn = async (lines: readonly string[], handing: ReportOptions = {}) => {
    const {
      provider = 'sandbox',
      heads = REPORT_HEADER,
      from = '2026-03-02T00:00:00Z',
      to = '2026-03-03T00:00:00Z',
    } = handing
    const format = heads === STRIPE_REPORT_HEADER ? 'stripe' : 'plain'
    const query = new URLSearchParams({ format, from, to })
    const { headers } = operator
    const url = `${SHOP_URL}/settlement-reports/${provider}?${query}`
    const answer = await shop.app.http.request(url, {
      method: 'POST',
      headers,
      body: [heads, ...lines].join('\n'),
    })
    return { status: answer.status, body: await answer.json() }
  }
  return {
    operator,
    handIn,
    discrepancies: listDiscrepancies,
    kinds: async () => (await listDiscrepancies()).map(({ kind, about }) => [kind, about]).toSorted(),
    resolve: (id: string | undefined, body: object) =>
      operator.post(`/settlement-discrepancies/${id}/resolve`, body),
    booked: async (account: string) =>
      getField<number>(await operator.get(`/ledger/explain/${account}`), 'amount'),
  }
}

/**
 * Creates an order of 102.06 whose payment page is open. Returns the provider's ID that its money will have, and
 * how to pay.
 */
export async function createUnpaidOrder(shop: TestShop) {
  const { id } = await placeGuestOrder(shop, [await createTestProduct(shop.db)])
  const { providerRef } = await openPaymentPage(shop, id)
  const pay = async () => {
    await pressButton(shop, providerRef, 'pay')
    await shop.work()
  }
  return { receipt: providerRef, pay }
}

/** Loses the provider's response to the newest refund, which then waits for an operator; returns its ID. */
export async function loseRefundResponse(shop: TestShop): Promise<string> {
  const id = (await readAllRefunds(shop)).at(-1)?.id ?? ''
  const lost = () =>
    Promise.reject(new AppError('refused', 'refund_refused', 'No answer: look in its panel.'))
  const silent: PaymentProvider = {
    name: 'sandbox',
    capabilities: [],
    start: lost,
    find: lost,
    refund: lost,
    findRefund: lost,
    parseWebhookEvent: () => ({ eventId: '', about: 'nothing' }),
  }
  await sendRefund(shop.db, id, { providers: [silent], enqueue: shop.app.jobs.enqueue, now: shop.now() })
  return id
}
