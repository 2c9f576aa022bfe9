import { findSandboxPayment } from '#connectors/sandbox-pay/payment-queries.ts'
import { buildWebhook } from '#connectors/sandbox-pay/webhooks.ts'
import { getOrderByID, getPymentURL } from '#features/sales/checkout/contract.ts'
import { type ApiResponse, SANDBOX_SECRET, type TestShop } from '../shop/shop.ts'

/** A payment page that was opened: our transaction id and the provider's. */
export type OpenedPayment = Readonly<{ transactionId: string; providerRef: string }>

/** Opens the sandbox's payment page for an order. */
export async function openPaymentPage(shop: TestShop, orderID: string): Promise<OpenedPayment> {
  const { orderDetails } = await shop.call(getOrderByID, { params: { id: orderID } })
  const { redirectURLData } = await shop.call(getPymentURL, {
    body: { orderID, amount: orderDetails.totalAmount, paymentMethod: 'vm' },
  })
  return {
    transactionId: redirectURLData.transaction_id,
    providerRef: redirectURLData.payment_url.split('/').at(-1) ?? '',
  }
}

/** Presses a button on the sandbox's page; returns the address the shopper is sent to. */
export async function pressButton(shop: TestShop, providerRef: string, action: string): Promise<string> {
  const answer = await shop.app.http.request(`/payments/sandbox/${providerRef}`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: `action=${action}`,
  })
  if (answer.status !== 303) throw new Error(`the sandbox answered ${answer.status}`)
  return answer.headers.get('location') ?? ''
}

/** Opens the page, presses a button and lets all jobs run. */
export async function completePayment(
  shop: TestShop,
  orderID: string,
  action: string,
): Promise<OpenedPayment> {
  const opened = await openPaymentPage(shop, orderID)
  await pressButton(shop, opened.providerRef, action)
  await shop.work()
  return opened
}

/** Returns the provider's signed webhook event of a paid payment; `overrides` replaces its fields. */
export async function createPaidWebhook(shop: TestShop, providerRef: string, overrides: object = {}) {
  const payment = await findSandboxPayment(shop.db, { providerRef })
  if (!payment) throw new Error('no such sandbox payment')
  return buildWebhook({ ...payment, state: 'paid', ...overrides }, SANDBOX_SECRET, shop.now())
}

/** Posts that webhook event to the shop. */
export async function sendPaidWebhook(
  shop: TestShop,
  providerRef: string,
  overrides: object = {},
): Promise<ApiResponse> {
  const { body, headers } = await createPaidWebhook(shop, providerRef, overrides)
  return shop.post('/payments/notify/sandbox', body, headers)
}
