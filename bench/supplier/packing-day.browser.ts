import { sql } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { startBrowserShop } from '#tests/browser/steps/browser-shop.ts'
import { PHONE } from '#tests/browser/steps/chromium.ts'
import { createGuestOrder } from '#tests/browser/steps/order-steps.ts'
import { openConsole } from '#tests/browser/supplier/console-steps.ts'

const ORDERS = 40

const { shop, db, browser } = await startBrowserShop({ LIMIT_FACTOR: '50' })

/** Measures a supplier's day of 40 orders on a phone: bulk acceptance, bought labels, one PDF, and packing by tap. */
test('a day of 40 orders is accepted, labelled, printed and packed', async () => {
  const owner = await createOrders()
  const { page, errors } = await openConsole(browser, {
    shopUrl: shop.url,
    account: owner,
    options: PHONE,
    path: '/dashboard/supplier/orders?view=to_accept',
  })
  const measure = createStopwatch()
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  await page.getByRole('button', { name: `Accept ${ORDERS}` }).click()
  await page.getByText(`${ORDERS} orders are accepted.`).waitFor()
  measure('40 accepted')
  await page.goto(`${shop.url}/dashboard/supplier/labels`)
  await page.getByRole('button', { name: `Buy ${ORDERS} labels` }).click()
  await page.getByText(`${ORDERS} labels bought.`).waitFor({ timeout: 120_000 })
  measure('40 labels chosen and bought')
  const bytes = await printAll(page)
  measure(`one PDF of pick list, 40 slips and 40 labels, ${Math.round(bytes / 1_000)} KB`)
  await page.getByRole('link', { name: 'Start packing' }).click()
  // The buttons move when the list shows the labels.
  await page.getByRole('link', { name: /^Buy/ }).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Start packing' }).click()
  const slowest = await packAll(page)
  measure(`40 packed by tap; from a tap to the next order ${slowest} ms at most`)
  expect(errors).toEqual([])
})

/** Prints a table row for each step with the seconds since the previous one. */
function createStopwatch(): (step: string) => void {
  let last = performance.now()
  return (step) => {
    const now = performance.now()
    console.log(`| ${step} | ${((now - last) / 1_000).toFixed(1)} s |`)
    last = now
  }
}

async function createOrders() {
  const target = { shopUrl: shop.url, db }
  const first = await createGuestOrder(target, 'Forty Setting', { quantity: 2 })
  const orders = [first]
  while (orders.length < ORDERS)
    orders.push(
      await createGuestOrder(target, 'Forty Setting', { quantity: 1 + (orders.length % 3), like: first }),
    )
  for (const order of orders)
    await order.asOperator('move', { event: 'submit', reason: 'so that nobody waits' })
  await db.execute(sql`update supplier_orders set ship_by = now()`)
  await db.execute(sql`update products set origin_country = 'IT', metal = 'Yellow gold'`)
  await db.execute(sql`
    insert into warehouse_addresses (warehouse_id, purpose, name, street1, city, zip, country, phone, updated_at)
    select id, 'sender', 'Forty Setting', 'Via Roma 1', 'Arezzo', '52100', 'IT', '+390575123456', now() from warehouses`)
  return first.owner
}

/** Makes the PDF with the page's call and returns its size in bytes. */
async function printAll(page: Page): Promise<number> {
  const [status, bytes] = await page.evaluate(async () => {
    const { accessToken } = JSON.parse(localStorage.getItem('user') ?? '{}')
    const headers = { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' }
    const list = await (await fetch('/supplier/orders-to-pack', { headers })).json()
    const answer = await fetch('/supplier/packing-documents', {
      method: 'POST',
      headers,
      body: JSON.stringify({ orders: list.orders.map(({ id }: { id: string }) => id) }),
    })
    return [answer.status, (await answer.arrayBuffer()).byteLength] as const
  })
  if (status !== 200) throw new Error(`the documents were answered with ${status}`)
  return bytes
}

/** Packs each order by tapping its items, and returns the longest time in milliseconds until the next one appeared. */
async function packAll(page: Page): Promise<number> {
  let slowest = 0
  for (let packed = 0; packed < ORDERS; packed += 1) {
    const items = page.getByRole('list', { name: 'Items to pack' })
    await items.waitFor()
    for (const line of await items.getByRole('button').all())
      while ((await line.getAttribute('aria-pressed')) !== 'true') await line.tap()
    const heading = page.getByRole('heading', { level: 1 })
    const before = await heading.innerText()
    const tappedAt = performance.now()
    await page.getByRole('button', { name: /^Packed/ }).tap()
    if (packed < ORDERS - 1) await heading.filter({ hasNotText: before }).waitFor()
    else await page.getByText('Everything is packed', { exact: true }).waitFor()
    slowest = Math.max(slowest, Math.round(performance.now() - tappedAt))
  }
  return slowest
}
