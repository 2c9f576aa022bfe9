import { sql } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { queryRows } from '#database/database.ts'
import { startBrowserShop } from '../steps/browser-shop.ts'
import { eventually, hasFocus } from '../steps/checkout-steps.ts'
import { listAxeErrors, DESKTOP, PHONE, getHorizontalOverflow } from '../steps/chromium.ts'
import { createGuestOrder, createShippedGuestOrder } from '../steps/order-steps.ts'
import { openPage, getToast } from '../shop/storefront.ts'

const { shop, db, browser } = await startBrowserShop()

async function expectSound(page: Page): Promise<void> {
  expect(await listAxeErrors(page)).toEqual([])
  expect(await getHorizontalOverflow(page)).toBe(0)
}

test('a shopper follows a parcel on a phone and confirms its arrival', async () => {
  const order = await createShippedGuestOrder({ shopUrl: shop.url, db }, 'Harbour Setting')
  const { page, errors, close } = await openPage(browser, {
    address: `${shop.url}/dashboard?order=${order.id}`,
    options: PHONE,
  })
  const supplierOrder = page.getByRole('region', { name: 'Harbour Setting' })
  await supplierOrder.getByText('Everything is on its way to you').waitFor()
  await supplierOrder.getByText('Expected by').waitFor()
  expect(await supplierOrder.getByRole('link', { name: /FedEx 123456789012/ }).getAttribute('href')).toMatch(
    /fedex\.com.*123456789012$/,
  )
  const invoice = page.getByRole('link', { name: 'Invoice' })
  const file = await fetch(shop.url + (await invoice.getAttribute('href')))
  expect(file.headers.get('content-type')).toBe('application/pdf')
  await supplierOrder.getByText('Timeline').click()
  await supplierOrder.getByText('Everything is on its way', { exact: true }).waitFor()
  await expectSound(page)

  await supplierOrder.getByRole('button', { name: /I’ve received it/ }).click()
  const yes = supplierOrder.getByRole('button', { name: 'Yes, everything arrived' })
  await eventually(() => yes.evaluate((element) => element === document.activeElement)).toBe(true)
  await yes.click()
  await getToast(page, 'success', 'Thanks for letting us know.').waitFor()
  await supplierOrder.getByText('Delivered on').waitFor()
  await supplierOrder.getByRole('button', { name: /Report a problem/ }).waitFor()
  expect(await supplierOrder.getByRole('button').count()).toBe(1)
  await expectSound(page)
  expect(errors).toEqual([])
  await close()
})

test('an order that is not accepted yet is cancelled by keyboard and refunded', async () => {
  const order = await createGuestOrder({ shopUrl: shop.url, db }, 'Hockley Bench')
  const { page, close } = await openPage(browser, {
    address: `${shop.url}/dashboard?order=${order.id}`,
    options: DESKTOP,
  })
  const supplierOrder = page.getByRole('region', { name: 'Hockley Bench' })
  const cancel = supplierOrder.getByRole('button', { name: /Cancel these items/ })
  await cancel.focus()
  await page.keyboard.press('Enter')
  const yes = supplierOrder.getByRole('button', { name: 'Yes, cancel' })
  await eventually(() => hasFocus(yes)).toBe(true)
  await page.keyboard.press('Enter')
  await supplierOrder.getByText('$202.06 is refunded to your original payment method.').waitFor()
  await page.getByText('Refunded to you', { exact: true }).waitFor()
  await expectSound(page)
  const refunds = await queryRows<{ amount: number }>(
    db,
    sql`select r.amount from refund_requests r join supplier_orders o on o.id = r.supplier_order_id
        where o.public_id = ${order.part}`,
  )
  expect(refunds).toEqual([{ amount: 20_206 }])
  await close()
})
