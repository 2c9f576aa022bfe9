import { sql } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { rows } from '#database/database.ts'
import { browserShop } from '../steps/browser-shop.ts'
import { eventually, hasFocus } from '../steps/checkout-steps.ts'
import { axeViolations, DESK, PHONE, sidewaysScroll } from '../steps/chromium.ts'
import { paidOrder, sentOrder } from '../steps/order-steps.ts'
import { openedPage, toastOf } from '../shop/storefront.ts'

const { shop, db, browser } = await browserShop()

async function expectSound(page: Page): Promise<void> {
  expect(await axeViolations(page)).toEqual([])
  expect(await sidewaysScroll(page)).toBe(0)
}

test('a parcel that its supplier sends is followed by the shopper on a phone, who says that it is there', async () => {
  const order = await sentOrder({ shopUrl: shop.url, db }, 'Harbour Setting')
  const { page, errors, close } = await openedPage(browser, {
    address: `${shop.url}/dashboard?order=${order.id}`,
    options: PHONE,
  })
  const part = page.getByRole('region', { name: 'Harbour Setting' })
  await part.getByText('Everything is on its way to you').waitFor()
  await part.getByText('Expected by').waitFor()
  expect(await part.getByRole('link', { name: /FedEx 123456789012/ }).getAttribute('href')).toMatch(
    /fedex\.com.*123456789012$/,
  )
  const invoice = page.getByRole('link', { name: 'Invoice' })
  const file = await fetch(shop.url + (await invoice.getAttribute('href')))
  expect(file.headers.get('content-type')).toBe('application/pdf')
  await part.getByText('What happened so far').click()
  await part.getByText('Everything is on its way', { exact: true }).waitFor()
  await expectSound(page)

  await part.getByRole('button', { name: /I have received it/ }).click()
  const yes = part.getByRole('button', { name: 'Yes, all are here' })
  await eventually(() => yes.evaluate((element) => element === document.activeElement)).toBe(true)
  await yes.click()
  await toastOf(page, 'success', 'Thank you for telling us.').waitFor()
  await part.getByText('Delivered on').waitFor()
  await part.getByRole('button', { name: /Something is wrong/ }).waitFor()
  expect(await part.getByRole('button').count()).toBe(1)
  await expectSound(page)
  expect(errors).toEqual([])
  await close()
})

test('what nobody has accepted yet is cancelled by the keyboard alone, and its money goes back', async () => {
  const order = await paidOrder({ shopUrl: shop.url, db }, 'Hockley Bench')
  const { page, close } = await openedPage(browser, {
    address: `${shop.url}/dashboard?order=${order.id}`,
    options: DESK,
  })
  const part = page.getByRole('region', { name: 'Hockley Bench' })
  const cancel = part.getByRole('button', { name: /Cancel these pieces/ })
  await cancel.focus()
  await page.keyboard.press('Enter')
  const yes = part.getByRole('button', { name: 'Yes, cancel' })
  await eventually(() => hasFocus(yes)).toBe(true)
  await page.keyboard.press('Enter')
  await part.getByText('$202.06 goes back to you the way you paid.').waitFor()
  await page.getByText('Goes back to you', { exact: true }).waitFor()
  await expectSound(page)
  const asked = await rows<{ amount: number }>(
    db,
    sql`select r.amount from refund_requests r join supplier_orders o on o.id = r.supplier_order_id
        where o.public_id = ${order.part}`,
  )
  expect(asked).toEqual([{ amount: 20_206 }])
  await close()
})
