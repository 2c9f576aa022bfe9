import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { browserShop } from '../steps/browser-shop.ts'
import { axeViolations, PHONE, sidewaysScroll } from '../steps/chromium.ts'
import { paidOrder, sentOrder } from '../steps/order-steps.ts'
import { openedPage, toastOf } from '../shop/storefront.ts'

const { shop, db, browser } = await browserShop()

test('pieces that are collected are ready, with place, time and code, and their buyer says on a phone that they are here', async () => {
  const order = await paidOrder({ shopUrl: shop.url, db }, 'Harbour Setting', { isPickup: true })
  await order.asOperator('move', { event: 'submit', reason: 'so that nobody waits' })
  await order.asOwner('accept', {})
  await order.asOwner('ready', {
    where: '12 Tanjong Pagar Road, Monday to Friday from 10 to 6',
    idempotencyKey: 'ready-in-the-journey',
  })
  const { page, errors, close } = await openedPage(browser, {
    address: `${shop.url}/dashboard?order=${order.id}`,
    options: PHONE,
  })
  const part = page.getByRole('region', { name: 'Harbour Setting' })
  await part.getByText('Everything is ready to collect.').waitFor()
  await part.getByText('12 Tanjong Pagar Road, Monday to Friday from 10 to 6').waitFor()
  expect(await part.getByText('Show this code').textContent()).toMatch(/: [2-9A-Z]{6}$/)
  expect(await page.getByText(/On its way|Sent on|Expected by/).count()).toBe(0)
  expect(await axeViolations(page)).toEqual([])
  expect(await sidewaysScroll(page)).toBe(0)

  await part.getByRole('button', { name: /I have collected it/ }).click()
  await part.getByRole('button', { name: 'Yes, I have them' }).click()
  await toastOf(page, 'success', 'Thank you for telling us.').waitFor()
  await part.getByText('Collected on').waitFor()
  expect(errors).toEqual([])
  await close()
})

test('a parcel that its carrier brings back is said to come back, and can be complained about', async () => {
  const order = await sentOrder({ shopUrl: shop.url, db }, 'Hockley Bench')
  await db.execute(sql`
    update parcel_trackings set state = 'returned' where parcel_id in (
      select p.id from parcels p join supplier_orders o on o.id = p.supplier_order_id
      where o.public_id = ${order.part})`)
  const { page, close } = await openedPage(browser, {
    address: `${shop.url}/dashboard?order=${order.id}`,
    options: PHONE,
  })
  const part = page.getByRole('region', { name: 'Hockley Bench' })
  await part.getByText('A parcel is on its way back to Hockley Bench').waitFor()
  await part.getByRole('button', { name: /Something is wrong/ }).waitFor()
  expect(await part.getByText(/Sent on|Delivered on|Everything is on its way to you/).count()).toBe(0)
  expect(await axeViolations(page)).toEqual([])
  expect(await sidewaysScroll(page)).toBe(0)
  await close()
})
