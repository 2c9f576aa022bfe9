import { sql } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { queryRows } from '#database/database.ts'
import { createTestProduct } from '#tests/shop/factories.ts'
import { waitUntil } from '#tests/shop/running-shop.ts'
import {
  createVerifiedAccount,
  fillSignUp,
  type Newcomer,
  readNewestCode,
  signInOnPage,
} from '../steps/account-steps.ts'
import { waitForHydration } from '../shop/storefront.ts'
import { startBrowserShop } from '../steps/browser-shop.ts'
import { freshPage, PHONE } from '../steps/chromium.ts'
import { expectSound, expectSoundOnBoth } from '../supplier/console-steps.ts'

const { shop, db, browser } = await startBrowserShop()

test('a vendor connects a practice shop, publishes a product, and pays, forwards and tracks an order', async () => {
  const name = 'Harbour ring'
  await createTestProduct(db, { name, price: 15_000, stock: 8 })
  await db.execute(sql`update product_variants set wholesale_amount = 6000`)
  const vendor = {
    role: 'vendor',
    firstName: 'Mei',
    lastName: 'Tan',
    email: 'phone@vendor.example',
    password: 'amber over slate',
  } as const
  const { page, errors, close } = await freshPage(browser, PHONE)
  await signUp(page, vendor)
  await page.waitForURL('**/v-onboard-one')

  const { storefront, admin } = await publishInPracticeShop(page, shop.url, name)
  await placeOrder(page, storefront, name)
  await waitForOrder('to_pay')
  await page.goto(`${shop.url}/dashboard/vendor`)
  await page.getByText('1 order to pay').waitFor()
  await expectSoundOnBoth(page)
  await page.goBack()
  await page.getByRole('link', { name: 'See your orders' }).click()
  await getListed(page, 'To pay').waitFor()
  await expectSoundOnBoth(page)
  await page.getByRole('main').getByRole('link', { name: /^\d+$/ }).first().click()
  await page.getByRole('region', { name: 'Ship to' }).getByText('10 Anson Road').waitFor()
  await page.getByText('wholesale XTS 60.00 each').waitFor()
  await expectSoundOnBoth(page)

  await payByPracticeMoney(page, shop.url)
  await playSupplier(page)
  await refundSentItem(page, admin)
  await page.goto(`${shop.url}/dashboard/vendor/wallet`)
  await page
    .getByRole('list', { name: 'Movements' })
    .getByText(/^Paid to suppliers: order \d+$/)
    .waitFor()
  await expectSoundOnBoth(page)

  await placeOrder(page, storefront, name)
  await cancelOneItem(page, { url: shop.url, name })
  await refundThere(page, admin)
  await cancelThere(page, admin)
  await waitForOrder('closed')
  await page.goto(`${shop.url}/dashboard`)
  await page.waitForURL('**/dashboard/vendor')
  await page.goto(`${shop.url}/dashboard/vendor/orders?view=closed`)
  await getListed(page, 'Closed').waitFor()
  expect(errors).toEqual([])
  await close()
})

test('a vendor replaces a sold-out item, then cancels the order in the store, on a phone and a desktop', async () => {
  const name = 'Quay ring'
  await createTestProduct(db, { name, price: 15_000, stock: 8 })
  await db.execute(sql`update product_variants set wholesale_amount = 6000`)
  const vendor = {
    role: 'vendor',
    firstName: 'Ada',
    lastName: 'Lim',
    email: 'replace@vendor.example',
    password: 'amber over slate',
  } as const
  await createVerifiedAccount(shop.url, vendor)
  const { page, errors, close } = await freshPage(browser, PHONE)
  await page.goto(`${shop.url}/login`)
  await signInOnPage(page, vendor)
  await page.waitForURL((url) => url.pathname !== '/login')
  const { storefront } = await publishInPracticeShop(page, shop.url, name)
  await replaceAndCancel(page, { url: shop.url, storefront, name })
  expect(errors).toEqual([])
  await close()
})

/** Signs up from the front page, verifies the address, and signs in. */
async function signUp(page: Page, vendor: Newcomer): Promise<void> {
  await page.goto(shop.url)
  await page.getByRole('link', { name: 'Start Selling' }).click()
  await page.waitForURL('**/signup')
  await waitForHydration(page)
  const button = await fillSignUp(page, vendor)
  await button.click()
  await page.waitForURL('**/otp/usr_*')
  await page.getByLabel('Six-digit code').fill(await readNewestCode(shop.url, vendor.email))
  await page.keyboard.press('Enter')
  await page.waitForURL('**/login?*')
  await signInOnPage(page, vendor)
}

/** Waits until an order of a store has this state, as open pages poll rarely. */
async function waitForOrder(state: string): Promise<void> {
  await waitUntil(`an order is ${state}`, async () => {
    return (await queryRows(db, sql`select from shop_orders where state = ${state}`)).length > 0
  })
}

/**
 * Connects a practice shop and publishes a product there; returns the addresses of its storefront and owner's page.
 */
async function publishInPracticeShop(page: Page, url: string, name: string) {
  await page.goto(`${url}/v-onboard-one`)
  const card = page.getByRole('region', { name: 'Practice shop' })
  await card.getByRole('button', { name: 'Use a practice shop' }).click()
  await card.getByRole('link', { name: 'Open the practice shop' }).waitFor()
  await expectSoundOnBoth(page)
  const storefront = (await card.getByRole('link', { name: 'Open' }).getAttribute('href')) ?? ''
  const admin = (await card.getByRole('link', { name: 'Run' }).getAttribute('href')) ?? ''

  await page.goto(`${url}/v-onboard-two`)
  await page.getByRole('checkbox', { name: `Select ${name}` }).check()
  await page.getByText('1 selected', { exact: true }).waitFor()
  await page.goto(`${url}/v-onboard-three`)
  await page.getByRole('heading', { name: 'Selected Products (1 selected)' }).waitFor()
  await page.getByRole('button', { name: 'Sync Products' }).click()
  await page.getByRole('status').getByText('1 product is in Practice shop.').waitFor()
  const next = page.getByRole('region', { name: 'What’s next' })
  await next.getByRole('link', { name: 'See your orders' }).waitFor()
  await expectSound(page)
  await next.getByRole('link', { name: 'Place a test order' }).click()
  await page.waitForURL(storefront)
  return { storefront, admin }
}

/** The vendor adds practice money, which pays the order automatically, and opens the order settings. */
async function payByPracticeMoney(page: Page, url: string): Promise<void> {
  const order = page.url()
  await page.getByRole('button', { name: /^Pay XTS/ }).click()
  await page.getByText('Your practice wallet doesn’t have enough. Add practice money under Wallet.').waitFor()
  await expectSound(page)
  await page.keyboard.press('Escape')
  await page.goto(`${url}/dashboard/vendor/settings`)
  await page.getByRole('checkbox', { name: /^Only buy complete orders/ }).waitFor()
  await expectSoundOnBoth(page)
  await page.goto(`${url}/dashboard/vendor/wallet`)
  await page.getByRole('button', { name: 'Add practice money' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add practice money' })
  // Enough for this order and the next one.
  await dialog.getByLabel('Amount').fill('300')
  await dialog.getByRole('button', { name: 'Add practice money' }).click()
  await page.getByText('Practice money has been added.').waitFor()
  await page.goto(order)
}

/** The vendor ends the hold and acts as the practice supplier until the parcel arrives. */
async function playSupplier(page: Page): Promise<void> {
  await page.getByText('Its suppliers receive it when the hold ends.').waitFor()
  await page.getByRole('button', { name: 'Forward now' }).click()
  await page.getByRole('button', { name: 'Accept as the supplier' }).click()
  await page.getByRole('button', { name: 'Ship as the supplier' }).click()
  await page.getByText(/PRACTICE\d{8}/).waitFor()
  await page.getByText('In your store', { exact: true }).last().waitFor()
  await page.getByText('The order is completed there.').waitFor()
  await expectSoundOnBoth(page)
  await page.getByRole('button', { name: 'Deliver the parcel' }).click()
  await page.getByText('Everything has been delivered.').waitFor()
}

/** A status in the list of orders, which is a table, or cards on phones. */
function getListed(page: Page, status: string) {
  const list = page.getByRole('table', { name: 'Orders' }).or(page.getByRole('list', { name: 'Orders' }))
  return list.getByText(status, { exact: true })
}

/** A shopper orders two units of a product in the practice shop. */
async function placeOrder(page: Page, storefront: string, name: string): Promise<void> {
  await page.goto(storefront)
  await expectSound(page)
  await page.getByLabel(`Quantity of ${name}`).fill('2')
  await page.getByRole('button', { name: 'Order and pay' }).click()
  await page
    .getByRole('status')
    .getByText(/^Order \d+ is placed\.$/)
    .waitFor()
}

/** The vendor cancels one of two units of a paid order on hold. */
async function cancelOneItem(
  page: Page,
  { url, name }: Readonly<{ url: string; name: string }>,
): Promise<void> {
  await waitForOrder('in_progress')
  await page.goto(`${url}/dashboard/vendor/orders?view=in_progress`)
  await page.getByRole('main').getByRole('link', { name: /^\d+$/ }).first().click()
  await page.getByRole('button', { name: 'Cancel items' }).click()
  const dialog = page.getByRole('dialog', { name: 'Cancel items?' })
  await dialog.getByLabel(`Units of ${name}`).fill('1')
  await dialog.getByText('we refund XTS 60.00 for the items').waitFor()
  await expectSoundOnBoth(page)
  await dialog.getByRole('button', { name: 'Cancel 1 item' }).click()
  await page.getByText('The items are cancelled, and you are refunded.').waitFor()
  await page.getByText(`Cancelled by you: 1 × ${name}`).waitFor()
}

/** The store refunds an item that the supplier has sent, which the order shows with what follows. */
async function refundSentItem(page: Page, admin: string): Promise<void> {
  const order = page.url()
  await page.goto(admin)
  await page.getByRole('button', { name: 'Refund one item' }).click()
  await page.getByRole('status').getByText('Saved.').waitFor()
  await page.goto(order)
  const changes = page.getByRole('region', { name: 'Changed in your store after shipping' })
  await changes.getByText('The supplier had already sent it').waitFor()
  await page.getByText('Last compared with your store').waitFor()
  await expectSoundOnBoth(page)
}

/** The vendor sees what to refund in their store, does it there, and sees that it is done. */
async function refundThere(page: Page, admin: string): Promise<void> {
  const refunds = page.getByRole('region', { name: 'Refund in your store' })
  await refunds.getByText('To refund').waitFor()
  await expectSoundOnBoth(page)
  const order = page.url()
  await page.goto(admin)
  await page.getByRole('button', { name: 'Refund one item' }).first().click()
  await page.getByRole('status').getByText('Saved.').waitFor()
  await page.goto(order)
  await refunds.getByText('Refunded', { exact: true }).waitFor()
  await expectSound(page)
}

/** The owner of the practice shop cancels its newest order. */
async function cancelThere(page: Page, admin: string): Promise<void> {
  await page.goto(admin)
  await page.getByText(/^Shipped: 2 × /).waitFor()
  await expectSound(page)
  await page.getByRole('button', { name: 'Cancel' }).first().click()
  await page.getByRole('status').getByText('Saved.').waitFor()
}

/** The vendor replaces a sold-out item, and then cancels the order in the store. */
async function replaceAndCancel(
  page: Page,
  { url, storefront, name }: Readonly<{ url: string; storefront: string; name: string }>,
): Promise<void> {
  await createTestProduct(db, { name: 'Anson band', price: 9_000, stock: 5 })
  await db.execute(sql`update product_variants set wholesale_amount = 4500 where wholesale_amount is null`)
  await db.execute(sql`update product_variants set stock = 0 where wholesale_amount = 6000`)
  await placeOrder(page, storefront, name)
  await waitForOrder('blocked')
  await page.goto(`${url}/dashboard/vendor/orders?view=needs_attention`)
  await page.getByRole('main').getByRole('link', { name: /^\d+$/ }).first().click()
  await page.getByRole('button', { name: 'Replace', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: /^Replace / })
  await dialog.getByLabel('Another product').fill('Anson')
  await dialog.getByRole('button', { name: 'Search' }).click()
  await dialog.getByRole('button', { name: 'Anson band' }).click()
  await dialog.getByText('Wholesale XTS 45.00 each instead of XTS 60.00.').waitFor()
  await expectSoundOnBoth(page)
  await dialog.getByRole('button', { name: 'Replace item' }).click()
  await page.getByText('The item is replaced.').waitFor()
  await page.getByText('sends Anson band').waitFor()
  await page.getByRole('button', { name: 'Cancel in your store' }).click()
  const confirmation = page.getByRole('dialog', { name: /^Cancel order / })
  await confirmation.getByText('No supplier has it, so nothing is charged to you.').waitFor()
  await expectSoundOnBoth(page)
  await confirmation.getByRole('button', { name: 'Cancel order' }).click()
  await page.getByText('Cancelled in your store', { exact: true }).waitFor()
  await expectSoundOnBoth(page)
}
