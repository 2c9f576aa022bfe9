import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { startBrowserShop } from '../steps/browser-shop.ts'
import { listAxeErrors, PHONE, getHorizontalOverflow } from '../steps/chromium.ts'
import { createGuestOrder, createShippedGuestOrder } from '../steps/order-steps.ts'
import { openPage, getToast } from '../shop/storefront.ts'

const { shop, db, browser } = await startBrowserShop()

test('a pickup order shows place, time and code, and the buyer confirms collection on a phone', async () => {
  const order = await createGuestOrder({ shopUrl: shop.url, db }, 'Harbour Setting', { isPickup: true })
  await order.asOperator('move', { event: 'submit', reason: 'so that nobody waits' })
  await order.asOwner('accept', {})
  await order.asOwner('ready', {
    where: '12 Tanjong Pagar Road, Monday to Friday from 10 to 6',
    idempotencyKey: 'ready-in-the-journey',
  })
  const { page, errors, close } = await openPage(browser, {
    address: `${shop.url}/dashboard?order=${order.id}`,
    options: PHONE,
  })
  const supplierOrder = page.getByRole('region', { name: 'Harbour Setting' })
  await supplierOrder.getByText('Everything is ready to collect.').waitFor()
  await supplierOrder.getByText('12 Tanjong Pagar Road, Monday to Friday from 10 to 6').waitFor()
  expect(await supplierOrder.getByText('Show this code').textContent()).toMatch(/: [2-9A-Z]{6}$/)
  expect(await page.getByText(/On its way|Sent on|Expected by/).count()).toBe(0)
  expect(await listAxeErrors(page)).toEqual([])
  expect(await getHorizontalOverflow(page)).toBe(0)

  await supplierOrder.getByRole('button', { name: /I’ve collected it/ }).click()
  await supplierOrder.getByRole('button', { name: 'Yes, I have them' }).click()
  await getToast(page, 'success', 'Thanks for letting us know.').waitFor()
  await supplierOrder.getByText('Collected on').waitFor()
  expect(errors).toEqual([])
  await close()
})

test('a parcel that its carrier returns is shown as returning, and a case can be opened', async () => {
  const order = await createShippedGuestOrder({ shopUrl: shop.url, db }, 'Hockley Bench')
  await db.execute(sql`
    update parcel_trackings set state = 'returned' where parcel_id in (
      select p.id from parcels p join supplier_orders o on o.id = p.supplier_order_id
      where o.public_id = ${order.part})`)
  const { page, close } = await openPage(browser, {
    address: `${shop.url}/dashboard?order=${order.id}`,
    options: PHONE,
  })
  const supplierOrder = page.getByRole('region', { name: 'Hockley Bench' })
  await supplierOrder.getByText('A parcel is on its way back to Hockley Bench').waitFor()
  await supplierOrder.getByRole('button', { name: /Report a problem/ }).waitFor()
  expect(await supplierOrder.getByText(/Sent on|Delivered on|Everything is on its way to you/).count()).toBe(
    0,
  )
  expect(await listAxeErrors(page)).toEqual([])
  expect(await getHorizontalOverflow(page)).toBe(0)
  await close()
})
