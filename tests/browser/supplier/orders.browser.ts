import { eq } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { productVariants } from '#features/catalogue/catalog/tables.ts'
import { createSignedInAccount } from '#tests/shop/accounts.ts'
import { createTestSupplier } from '#tests/shop/factories.ts'
import { startBrowserShop } from '../steps/browser-shop.ts'
import { eventually } from '../steps/checkout-steps.ts'
import { DESKTOP, PHONE } from '../steps/chromium.ts'
import { createGuestOrder } from '../steps/order-steps.ts'
import { getToast } from '../shop/storefront.ts'
import { expectSound, expectSoundOnBoth, openConsole } from './console-steps.ts'

const { shop, db, browser } = await startBrowserShop()

test('a supplier accepts an emailed order, ships it and sees its earnings, on a phone and a desktop', async () => {
  const order = await createGuestOrder({ shopUrl: shop.url, db }, 'Harbour Setting', {
    quantity: 2,
  })
  const { page, errors, close } = await openAs(order.owner, PHONE, '/dashboard')
  await page.waitForURL(/\/dashboard\/supplier$/)
  const tasks = page.getByRole('region', { name: /Needs you/ })
  await tasks.getByText('1 product without a wholesale price').waitFor()
  await expectSoundOnBoth(page)
  await tasks.getByRole('link', { name: 'See products' }).click()
  await page.waitForURL(/\/products\?view=no_wholesale$/)
  await page.getByRole('link', { name: 'Harbour Setting' }).first().waitFor()
  await db
    .update(productVariants)
    .set({ wholesaleAmount: 5_000 })
    .where(eq(productVariants.supplierId, order.supplier.id))
  await page.goto(`${shop.url}/dashboard/supplier`)
  await page.getByText('You’re all caught up.').waitFor()

  await page.goto(`${shop.url}/dashboard?supplierOrder=${order.part}`)
  await page.waitForURL(/\/dashboard\/supplier\/orders\/ord_/)
  await page.getByText('The buyer can cancel freely for a few minutes after paying.').waitFor()
  expect(await page.getByRole('button', { name: 'Accept order' }).count()).toBe(0)
  await order.asOperator('move', { event: 'submit', reason: 'so that nobody waits' })
  await page.reload()
  await page.getByRole('region', { name: 'Ship to' }).getByText('Tanjong Pagar Road').waitFor()
  await expectSoundOnBoth(page)
  await page.getByRole('button', { name: 'Accept order' }).click()
  await getToast(page, 'success', 'The order is accepted.').waitFor()

  await page.getByRole('button', { name: 'Add tracking' }).click()
  const dialog = page.getByRole('dialog', { name: 'Ship with your own carrier' })
  await dialog.getByLabel('Carrier').selectOption('fedex')
  await dialog.getByLabel('Tracking number').fill('12')
  await dialog.getByRole('button', { name: 'Ship 2 items' }).isDisabled()
  await dialog.getByLabel('Tracking number').fill('1234 5678 9012')
  await expectSoundOnBoth(page)
  await dialog.getByRole('button', { name: 'Ship 2 items' }).click()
  await getToast(page, 'success', 'The parcel has been added.').waitFor()
  await page.getByRole('region', { name: 'Parcel' }).getByText('123456789012').waitFor()
  await page.getByText('All items shipped').waitFor()
  await correctNumber(page)
  await page
    .getByRole('region', { name: 'You earn' })
    .getByText('Available 14 days after delivery.')
    .waitFor()
  await expectSoundOnBoth(page)
  expect(errors).toEqual([])
  await close()
})

/** Corrects one digit of the parcel's tracking number. */
async function correctNumber(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Correct 123456789012' }).click()
  const dialog = page.getByRole('dialog', { name: 'Correct the tracking number' })
  await dialog.getByLabel('Tracking number').fill('1234 5678 9021')
  await dialog.getByRole('button', { name: 'Save the number' }).click()
  await getToast(page, 'success', 'The tracking number has been corrected.').waitFor()
  await page.getByRole('region', { name: 'Parcel' }).getByText('123456789021').waitFor()
}

test('orders are found, filtered and accepted in bulk, and the URL keeps the view', async () => {
  const order = await createGuestOrder({ shopUrl: shop.url, db }, 'Quay Gold')
  await order.asOperator('move', { event: 'submit', reason: 'so that nobody waits' })
  const { page, errors, close } = await openAs(order.owner, DESKTOP, '/dashboard/supplier')
  const task = page.getByRole('region', { name: /Needs you/ }).getByRole('listitem')
  await task.getByText('1 order to accept').waitFor()
  await task.getByRole('link', { name: 'Accept' }).click()
  await page.waitForURL(/view=to_accept/)
  const row = page.getByRole('row', { name: /Mei Tan/ })
  await row.waitFor()
  await expectSound(page)

  await page.getByRole('searchbox', { name: 'Search orders' }).fill('nobody at all')
  await page.getByText('No order matches this view and its filters.').waitFor()
  await page.waitForURL(/search=nobody/)
  await page.getByRole('searchbox', { name: 'Search orders' }).fill('Mei')
  await row.waitFor()
  await row.getByRole('checkbox').check()
  await page.getByRole('toolbar', { name: 'Selected rows' }).getByRole('button', { name: 'Accept 1' }).click()
  await getToast(page, 'success', '1 order is accepted.').waitFor()
  await page.getByText('No order matches this view and its filters.').waitFor()
  await page.getByRole('link', { name: 'Show all orders' }).click()
  await page
    .getByRole('row', { name: /Mei Tan/ })
    .getByText(/^Ship (by|today)/)
    .waitFor()

  await createGuestOrder({ shopUrl: shop.url, db }, 'Quay Gold', { like: order })
  await page.reload()
  const links = page.getByRole('table').getByRole('link', { name: /^C-/ })
  await eventually(() => links.count()).toBe(2)
  const [first, second] = await links.allInnerTexts()
  await links.first().click()
  await page.getByRole('link', { name: `Next order: ${second}` }).click()
  await page.getByRole('heading', { level: 1, name: second ?? '' }).waitFor()
  await expectSound(page)
  await page.getByRole('link', { name: `Previous order: ${first}` }).click()
  await page.getByRole('heading', { level: 1, name: first ?? '' }).waitFor()
  expect(errors).toEqual([])
  await close()
})

test('pasted tracking numbers are checked row by row and added', async () => {
  const order = await createGuestOrder({ shopUrl: shop.url, db }, 'Canal Silver')
  await order.asOperator('move', { event: 'submit', reason: 'so that nobody waits' })
  await order.asOwner('accept', {})
  const { page, errors, close } = await openAs(order.owner, DESKTOP, '/dashboard/supplier/orders')
  const number = await page.getByRole('link', { name: /^C-/ }).first().innerText()
  await page.getByRole('button', { name: 'Upload tracking' }).click()
  const dialog = page.getByRole('dialog', { name: 'Upload tracking numbers' })
  await dialog
    .getByLabel('Order, carrier and tracking number, one per row')
    .fill(`order,carrier,tracking number\n${number},FedEx,123456789012\nC-1,FedEx,123456789013`)
  await dialog.getByRole('button', { name: 'Check rows' }).click()
  await dialog.getByText('Ships 1 item.').waitFor()
  await dialog.getByText('Your store has no order with this number.').waitFor()
  await expectSound(page)
  await dialog.getByRole('button', { name: 'Add 1 parcel' }).click()
  await dialog.getByText('The parcel has been added.').waitFor()
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click()
  await page
    .getByRole('row', { name: /Mei Tan/ })
    .getByText('In transit')
    .waitFor()
  expect(errors).toEqual([])
  await close()
})

test('the command menu opens an order by its number by keyboard', async () => {
  const order = await createGuestOrder({ shopUrl: shop.url, db }, 'Jetty Pearls')
  const { page, errors, close } = await openAs(order.owner, DESKTOP, '/dashboard/supplier/orders')
  const number = await page.getByRole('link', { name: /^C-/ }).first().innerText()
  await page.keyboard.press('Control+k')
  const menu = page.getByRole('dialog', { name: 'Search' })
  await menu.getByRole('combobox').fill(number)
  await menu.getByRole('option', { name: new RegExp(number) }).waitFor()
  await expectSound(page)
  await page.keyboard.press('Enter')
  await page.waitForURL(new RegExp(`${order.part}$`))
  await eventually(() => page.getByRole('heading', { level: 1 }).innerText()).toBe(number)
  expect(errors).toEqual([])
  await close()
})

test('a supplier without orders sees an explanation, and buyers see that the page is for suppliers', async () => {
  const store = await createTestSupplier(db)
  const owner = await createSignedInAccount(db, new Date(), { type: 'manufacturer', owns: store })
  const empty = await openAs(owner, PHONE, '/dashboard/supplier/orders')
  await empty.page.getByText('No orders yet').waitFor()
  await expectSound(empty.page)
  await empty.close()
  const buyer = await createSignedInAccount(db, new Date())
  const other = await openAs({ ...buyer, type: 'vendor' }, PHONE, '/dashboard/supplier/orders')
  await other.page.getByRole('heading', { name: 'This page is for suppliers' }).waitFor()
  await expectSound(other.page)
  await other.close()
})

function openAs(
  account: Awaited<ReturnType<typeof createSignedInAccount>> & Readonly<{ type?: string }>,
  options: typeof PHONE,
  path: string,
) {
  return openConsole(browser, { shopUrl: shop.url, account, type: account.type, options, path })
}
