import type { PaymentRequest } from '#features/money/payments/port.ts'
import { redDot } from '#connectors/red-dot/red-dot.ts'
import type { RedDotSettings } from '#connectors/red-dot/accounts.ts'
import type { RequestSender } from '#connectors/red-dot/request.ts'

/** The merchant ids of the test shop: one for cards, one for wallets and PayNow. */
export const CARDS = { mid: '1000089029', secretKey: 'REDDOT_TEST_SECRET', currencies: ['SGD', 'USD', 'JPY'] }
export const WALLETS = { mid: '1000089030', secretKey: 'ANOTHER_TEST_SECRET', currencies: ['SGD', 'USD'] }

/** Those by their ways to pay. */
export const ACCOUNTS = { vm: CARDS, upop: CARDS, paynow: WALLETS, alipay: WALLETS } as const

/** Returns the adapter of the fake Red Dot at `url`. */
export function createAdapter(
  url: string,
  change: Partial<RedDotSettings> = {},
  send: RequestSender = fetch,
) {
  const settings = {
    baseUrl: url,
    accounts: ACCOUNTS,
    hasUniqueOrderIds: false,
    refundUrl: `${url}/merchant-api`,
  }
  return redDot({ send, settings: { ...settings, ...change } })
}

let requestCount = 0

/** Creates a request for 59.90 Singapore dollars by card, with a reference of its own. */
export function createPageRequest(change: Partial<PaymentRequest> = {}): PaymentRequest {
  requestCount += 1
  return {
    reference: `txn_${String(requestCount).padStart(32, '0')}`,
    method: 'vm',
    currency: 'SGD',
    amount: 5990,
    description: 'Order 1001',
    payerEmail: 'mei.tan@example.com',
    redirectUrl: 'http://shop.test/paymentSuccess',
    backUrl: 'http://shop.test/paymentError',
    notifyUrl: 'http://shop.test/payments/notify/reddot',
    requestedAt: new Date('2026-03-02T10:00:00Z'),
    payableUntil: new Date('2026-03-02T10:15:00Z'),
    ...change,
  }
}
