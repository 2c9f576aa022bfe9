import { expect, test } from 'vitest'
import { GUEST_FORM, pieceOnSale } from '#tests/shop/factories.ts'
import { browserShop } from '../steps/browser-shop.ts'
import { callOf, decided, savedOrder } from '../steps/checkout-steps.ts'
import { DESK, expectSound, PHONE } from '../steps/chromium.ts'
import { accountOf, MEI, newestMail, type Newcomer, signIn } from '../steps/people-steps.ts'
import { openedPage } from '../shop/storefront.ts'

const { shop, db, browser } = await browserShop()
const ring = await pieceOnSale(db, { name: 'Harbour ring', price: 15_000, stock: 500 })

const KIM: Newcomer = { ...MEI, role: 'manufacturer', firstName: 'Kim', email: 'kim@people.example' }

async function aPaidOrder() {
  const { id } = await savedOrder(shop.url, ring)
  const transaction = await decided(shop.url, id, 'pay')
  const { order } = await callOf(shop.url)('GET /shop/trackOrder/{id}', { params: { id } })
  return { id, transaction, number: order.number }
}

test('after paying, a guest and a signed-in supplier both come to the buyer’s view of exactly this order [PAY-04]', async () => {
  await accountOf(shop.url, KIM)
  for (const isSupplier of [false, true]) {
    await aPaidOrder()
    const { id, transaction, number } = await aPaidOrder()
    await aPaidOrder()
    const { page, close } = await openedPage(browser, { address: `${shop.url}/login`, options: DESK })
    if (isSupplier) {
      await signIn(page, KIM)
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

test('a guest who has lost the link gets it by mail, without script too, and is told the same about any order', async () => {
  const { id, number } = await aPaidOrder()
  for (const options of [PHONE, { ...DESK, javaScriptEnabled: false }]) {
    const context = await browser.newContext(options)
    const page = await context.newPage()
    await page.goto(`${shop.url}/find-order`)
    if (options === PHONE) await expectSound(page)
    for (const typed of ['C-NO-SUCH', number]) {
      await page.getByLabel('Order number').fill(typed)
      await page.getByLabel('Email address', { exact: true }).fill(GUEST_FORM.email)
      await page.getByRole('button', { name: 'Email me the link' }).click()
      await page.getByRole('heading', { name: 'Check your inbox' }).waitFor()
      await page.goto(`${shop.url}/find-order`)
    }
    await context.close()
  }
  const { links } = await newestMail(shop.url, GUEST_FORM.email)
  expect(links).toContain(`${shop.url}/dashboard?order=${id}`)
})
