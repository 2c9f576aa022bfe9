import type { Locator, Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { allMails, allReceipts, partsOf } from '#tests/steps/books.ts'
import { pieceOnSale, supplierInTrade } from '#tests/shop/factories.ts'
import { fakeRedDot } from '#tests/fakes/red-dot/fake-red-dot.ts'
import { ACCOUNTS, CARDS, WALLETS } from '#tests/fakes/red-dot/cashier.ts'
import { browserShop } from '../steps/browser-shop.ts'
import {
  ADDRESS,
  cartItem,
  eventually,
  expectToast,
  fill,
  openedCheckout,
  remembering,
  savedOrder,
  stored,
} from '../steps/checkout-steps.ts'
import { expectSound, PHONE } from '../steps/chromium.ts'
import { expectPaid, openedPaymentStep, pressPayNow, tell } from '../steps/payment-steps.ts'

const fake = await fakeRedDot({ accounts: [CARDS, WALLETS], clock: () => new Date() })
afterAll(fake.close)
const { shop, db, browser } = await browserShop({
  SANDBOX_PAY: 'off',
  RED_DOT_ACCOUNTS: JSON.stringify(ACCOUNTS),
  RED_DOT_URL: fake.url,
})
const [harbour, hockley] = [
  await supplierInTrade(db, { name: 'Harbour Setting Co.' }),
  await supplierInTrade(db, { name: 'Hockley Bench' }),
]
const ring = await pieceOnSale(db, { supplier: harbour, name: 'Harbour ring', price: 15_000, stock: 500 })
const anklet = await pieceOnSale(db, { supplier: hockley, name: 'Towpath anklet', price: 10_800, stock: 500 })
const RED_DOTS_PAGE = `${fake.url}/service/payment/**`

const lastPayment = () => {
  const payment = fake.payments.at(-1)
  if (!payment) throw new Error('no page was opened')
  return payment
}
const notify = (notices: Parameters<typeof tell>[1]) => tell(`${shop.url}/payments/notify/reddot`, notices)
const choose = (page: Page, button: string) => page.getByRole('button', { name: button, exact: true }).click()

const bottomOf = (part: Locator) => part.evaluate((element) => element.getBoundingClientRect().bottom)

/** The payment step of a guest's order of the ring, on a phone. */
async function ringToPay() {
  const { id } = await savedOrder(shop.url, ring)
  const cartItems = [cartItem(ring, { newPrice: 150 })]
  const options = remembering(PHONE, shop.url, { cartItems, currentOrderID: id })
  return { id, ...(await openedPaymentStep(browser, { url: shop.url, orderID: id, options })) }
}

test('a guest on a phone buys pieces of two suppliers by UnionPay at Red Dot, and the order is paid', async () => {
  const items = [cartItem(ring, { newPrice: 150 }), cartItem(anklet, { newPrice: 108 })]
  const opened = await openedCheckout(browser, { url: shop.url, items, options: PHONE })
  const { page, errors, close } = opened
  await fill(page, ADDRESS)
  // Each shipment has its own choice: what is free for one is not for the other.
  await page.getByRole('radio', { name: /Expedited/, checked: true }).waitFor()
  await page.getByRole('radio', { name: /Standard/, checked: true }).waitFor()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.waitForURL(/checkout-step-two\/?\?orderID=pur_/)
  const id = new URL(page.url()).searchParams.get('orderID') ?? ''
  await page.getByRole('radio', { name: 'UnionPay' }).check()
  await expectSound(page)
  await pressPayNow(page, RED_DOTS_PAGE)
  expect(lastPayment().request).toMatchObject({ mid: ACCOUNTS.upop.mid, ccy: 'USD' })
  await choose(page, 'Pay')

  await expectPaid(page)
  await expectSound(page)
  await page.getByRole('link', { name: 'View Order Details' }).click()
  await page.getByRole('heading', { name: /^Order C-/ }).waitFor()
  for (const text of ['Harbour Setting Co.', 'Hockley Bench', 'Harbour ring', 'Towpath anklet'])
    await page.getByText(text).first().waitFor()
  expect(await page.getByText(`$${lastPayment().authorized}`).first().isVisible()).toBe(true)
  expect(await page.getByRole('article').getByText('Paid', { exact: true }).first().isVisible()).toBe(true)
  expect(await page.getByRole('link', { name: 'Pay this order' }).count()).toBe(0)
  await expectSound(page)
  expect((await partsOf(db, id)).map(({ state }) => state)).toEqual(['paid_hold', 'paid_hold'])
  const steps = page.getByRole('list', { name: 'Progress of the order' }).getByRole('listitem')
  for (const width of [320, 560, 820, 1152]) {
    await page.setViewportSize({ width, height: 844 })
    expect(await steps.evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth))).toEqual(
      [],
    )
  }
  expect(errors).toEqual([])
  await close()
})

test('notices that come after the shopper, doubled and in the wrong order, change nothing', async () => {
  const { page, id, errors, close } = await ringToPay()
  await pressPayNow(page, RED_DOTS_PAGE)
  const early = fake.noticeOf(lastPayment())
  await choose(page, 'Pay')
  await expectPaid(page)
  const confirmations = async () => (await allMails(db)).filter(({ text }) => text.includes(id)).length
  await eventually(confirmations).toBe(1)
  const [parts, receipts] = [await partsOf(db, id), await allReceipts(db)]
  const paid = fake.noticeOf(lastPayment())
  await notify([paid, early, paid, early])
  expect([await partsOf(db, id), await allReceipts(db)]).toEqual([parts, receipts])
  expect(await confirmations()).toBe(1)
  await page.reload()
  await page.getByRole('heading', { name: 'Payment Successful!' }).waitFor()
  expect(errors).toEqual([])
  await close()
})

test('a declined payment says so for as long as the page is there, keeps the cart, and is paid another way', async () => {
  const { page, close } = await ringToPay()
  await pressPayNow(page, RED_DOTS_PAGE)
  await choose(page, 'Decline')
  await page.waitForURL(/paymentSuccess\?transaction_id=/)
  const declined = 'The payment was declined. You can try again with another way to pay.'
  await expectToast(page, declined)
  // The message stands over the header, and not over what is to be read.
  expect(await bottomOf(page.locator('.Toastify__toast'))).toBeLessThanOrEqual(
    await bottomOf(page.getByRole('banner')),
  )
  await page.getByRole('main').getByText(declined).waitFor()
  expect(await page.getByText('Payment Successful!').count()).toBe(0)
  expect(await stored(page, 'cartItems')).toContain(ring.id)
  await expectSound(page)
  await page.getByRole('link', { name: 'Try another way to pay' }).click()
  await page.getByRole('timer').waitFor()
  await page.getByRole('radio', { name: 'Alipay' }).check()
  await pressPayNow(page, RED_DOTS_PAGE)
  expect(lastPayment().request['mid']).toBe(ACCOUNTS.alipay.mid)
  await choose(page, 'Pay')
  await expectPaid(page)
  await close()
})

test('who cancels at Red Dot reads Payment Error, and the way back pays the same order', async () => {
  const { page, id, errors, close } = await ringToPay()
  await pressPayNow(page, RED_DOTS_PAGE)
  await choose(page, 'Cancel')
  await page.waitForURL(`${shop.url}/paymentError`)
  await page.getByRole('heading', { level: 1, name: 'Payment Error' }).waitFor()
  await expectSound(page)
  await page.getByRole('link', { name: 'Try another way to pay' }).click()
  await page.waitForURL(`${shop.url}/checkout-step-two/?orderID=${id}`)
  await page.getByRole('timer').waitFor()
  await pressPayNow(page, RED_DOTS_PAGE)
  await choose(page, 'Pay')
  await expectPaid(page)
  expect(errors).toEqual([])
  await close()
})

test('a wallet that is slow is waited for: the shopper asks again when it has said yes', async () => {
  const { page, close } = await ringToPay()
  await pressPayNow(page, RED_DOTS_PAGE)
  await choose(page, 'Pay by a slow wallet')
  await page.getByRole('heading', { name: 'Processing Your Order' }).waitFor()
  await page.getByRole('button', { name: 'Try again' }).waitFor()
  fake.decideLate(lastPayment(), 'paid')
  await notify([...fake.notices.splice(0), fake.noticeOf(lastPayment())])
  await page.getByRole('button', { name: 'Try again' }).click()
  await expectPaid(page)
  await close()
})
