import { expect, test } from 'vitest'
import { startBrowserShop } from '../steps/browser-shop.ts'
import { PHONE } from '../steps/chromium.ts'
import { createShippedGuestOrder } from '../steps/order-steps.ts'
import { expectSound, expectSoundOnBoth, openConsole } from './console-steps.ts'

const { shop, db, browser } = await startBrowserShop()

test('a supplier sees the store’s reliability and opens the orders behind a figure, on a phone and a desktop', async () => {
  const order = await createShippedGuestOrder({ shopUrl: shop.url, db }, 'Harbour Setting')
  const { page, errors, close } = await openConsole(browser, {
    shopUrl: shop.url,
    account: order.owner,
    options: PHONE,
    path: '/dashboard/supplier/reliability',
  })
  await page.getByText('Not enough data yet.').waitFor()
  await page.getByText('All of 1 order', { exact: true }).first().waitFor()
  await expectSoundOnBoth(page)
  await page.getByRole('link', { name: /^Shipped on time/ }).focus()
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/reliability\/shipped_on_time$/)
  await page.getByRole('link', { name: /^C-/ }).filter({ visible: true }).waitFor()
  await page.getByText('On time', { exact: true }).filter({ visible: true }).waitFor()
  await expectSoundOnBoth(page)
  await page.getByRole('link', { name: /^C-/ }).filter({ visible: true }).click()
  await page.waitForURL(/\/dashboard\/supplier\/orders\/ord_/)
  expect(errors).toEqual([])
  await close()
})

test('a figure without orders explains itself', async () => {
  const order = await createShippedGuestOrder({ shopUrl: shop.url, db }, 'Quay Gold')
  const { page, errors, close } = await openConsole(browser, {
    shopUrl: shop.url,
    account: order.owner,
    options: PHONE,
    path: '/dashboard/supplier/reliability/valid_tracking',
  })
  await page.getByText('No orders to count yet').waitFor()
  await expectSound(page)
  expect(errors).toEqual([])
  await close()
})
