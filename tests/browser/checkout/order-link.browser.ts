import { expect, test } from 'vitest'
import { GUEST_FORM, createTestProduct } from '#tests/shop/factories.ts'
import { startBrowserShop } from '../steps/browser-shop.ts'
import { createShopCall, pressPaymentButton, saveGuestOrder } from '../steps/checkout-steps.ts'
import { DESKTOP, expectAccessible, PHONE } from '../steps/chromium.ts'
import {
  createVerifiedAccount,
  MEI,
  readNewestEmail,
  type Newcomer,
  signInOnPage,
} from '../steps/account-steps.ts'
import { openPage } from '../shop/storefront.ts'

const { shop, db, browser } = await startBrowserShop()
const ring = await createTestProduct(db, { name: 'Harbour ring', price: 15_000, stock: 500 })

const KIM: Newcomer = { ...MEI, role: 'manufacturer', firstName: 'Kim', email: 'kim@customers.example' }

async function createPaidOrder() {
  const { id } = await saveGuestOrder(shop.url, ring)
  const transaction = await pressPaymentButton(shop.url, id, 'pay')
  const { order } = await createShopCall(shop.url)('GET /shop/trackOrder/{id}', { params: { id } })
  return { id, transaction, number: order.number }
}

test('after payment, a guest and a signed-in supplier see the buyer’s view of exactly this order [PAY-04]', async () => {
  await createVerifiedAccount(shop.url, KIM)
  for (const isSupplier of [false, true]) {
    await createPaidOrder()
    const { id, transaction, number } = await createPaidOrder()
    await createPaidOrder()
    const { page, close } = await openPage(browser, { address: `${shop.url}/login`, options: DESKTOP })
    if (isSupplier) {
      await signInOnPage(page, KIM)
      await page.waitForURL(`${shop.url}/`)
    }
    await page.goto(`${shop.url}/paymentSuccess?transaction_id=${transaction}`)
    await page.getByRole('link', { name: 'View Order Details' }).click()
    await page.waitForURL(`${shop.url}/dashboard?order=${id}`)
    await page.getByText(number).first().waitFor()
    expect(await page.getByText('Harbour ring').first().isVisible()).toBe(true)
    await close()
  }
})

test('emails a guest the lost order link, also without scripts, and answers the same for unknown orders', async () => {
  const { id, number } = await createPaidOrder()
  for (const options of [PHONE, { ...DESKTOP, javaScriptEnabled: false }]) {
    const context = await browser.newContext(options)
    const page = await context.newPage()
    await page.goto(`${shop.url}/find-order`)
    if (options === PHONE) await expectAccessible(page)
    for (const typed of ['C-NO-SUCH', number]) {
      await page.getByLabel('Order number').fill(typed)
      await page.getByLabel('Email address', { exact: true }).fill(GUEST_FORM.email)
      await page.getByRole('button', { name: 'Email me the link' }).click()
      await page.getByRole('heading', { name: 'Check your inbox' }).waitFor()
      await page.goto(`${shop.url}/find-order`)
    }
    await context.close()
  }
  const { links } = await readNewestEmail(shop.url, GUEST_FORM.email)
  expect(links).toContain(`${shop.url}/dashboard?order=${id}`)
})
