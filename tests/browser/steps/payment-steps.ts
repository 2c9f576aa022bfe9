import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { expect } from 'vitest'
import { freshPage } from './chromium.ts'
import { readStorage } from './checkout-steps.ts'

/** Opens the payment step of an order; it is hydrated once its clock runs. */
export async function openPaymentStep(
  browser: Browser,
  { url, orderID, options }: { url: string; orderID: string; options: BrowserContextOptions },
) {
  const opened = await freshPage(browser, options)
  await opened.page.goto(`${url}/checkout-step-two/?orderID=${orderID}`)
  await opened.page.getByRole('timer').waitFor()
  return opened
}

/** Opens the provider's page, which `address` matches, by the selected payment method. */
export async function pressPayNow(page: Page, address: string | RegExp): Promise<void> {
  await page.getByRole('button', { name: 'Pay Now' }).click()
  await page.waitForURL(address)
}

/** Waits until a shopper is back in the shop, which confirms that all is paid; the cart is empty. */
export async function expectPaid(page: Page): Promise<void> {
  await page.waitForURL(/paymentSuccess\?transaction_id=/)
  await page.getByRole('heading', { name: 'Payment Successful!' }).waitFor()
  expect(await readStorage(page, 'cartItems')).toBe('[]')
}

/** Sends a provider's webhook events to the shop in order, and expects that each is accepted. */
export async function sendWebhooks(
  address: string,
  webhooks: readonly Readonly<{ body: string; headers?: Readonly<Record<string, string>> }>[],
): Promise<void> {
  for (const { body, headers } of webhooks) {
    const answer = await fetch(address, { method: 'POST', body, ...(headers ? { headers } : {}) })
    expect(answer.status).toBe(200)
  }
}
