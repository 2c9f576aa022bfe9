import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { startBrowserShop } from '../steps/browser-shop.ts'
import { createShopCall, eventually, hasFocus, tabTo } from '../steps/checkout-steps.ts'
import { DESKTOP, expectAccessible, PHONE } from '../steps/chromium.ts'
import { createShippedGuestOrder } from '../steps/order-steps.ts'
import { openPage, getToast } from '../shop/storefront.ts'

const { shop, db, browser } = await startBrowserShop()
const COMPLAINT = { kind: 'damaged', reason: 'broken', text: 'The clasp is broken off.' } as const

/** Creates an order whose guest has opened a case. */
async function openComplaint(supplier: string) {
  const order = await createShippedGuestOrder({ shopUrl: shop.url, db }, supplier)
  const call = createShopCall(shop.url)
  const about = { params: { purchase: order.id, id: order.part }, body: { ...COMPLAINT, lines: [] } }
  const { case: found } = await call('POST /orders/{purchase}/supplier-orders/{id}/cases', about)
  const params = { purchase: order.id, id: found.id }
  return {
    order,
    found,
    say: (text: string) =>
      call('POST /orders/{purchase}/cases/{id}/act', {
        params,
        body: { action: 'message', text, pictures: [] },
      }),
  }
}

/** Fills in and sends the open case form of a supplier order, as damaged, with a reason. */
async function complainAgain(supplierOrder: Locator, reason: string): Promise<void> {
  await supplierOrder.getByRole('radio', { name: 'It arrived damaged' }).check()
  await supplierOrder.getByLabel('Reason').selectOption(reason)
  await supplierOrder.getByLabel('What happened?').fill('Look at it again, please: it is not whole.')
  await supplierOrder.getByRole('button', { name: 'Open the case' }).click()
}

test('a long case shows its latest messages, and the earlier ones by keyboard', async () => {
  const { order, found, say } = await openComplaint('Harbour Setting')
  for (let count = 1; count <= 42; count += 1) await say(`Message number ${count}.`)
  const { page, errors, close } = await openPage(browser, {
    address: `${shop.url}/dashboard?order=${order.id}#case-${found.id}`,
    options: PHONE,
  })
  const timeline = page.getByRole('article', { name: 'Your case. Damaged: it is broken' })
  await timeline.getByText('Message number 42.').waitFor()
  expect(await timeline.getByText('Message number 22.').count()).toBe(0)
  await timeline.getByText('23 before these').waitFor()
  await expectAccessible(page)
  await tabTo(page, timeline.getByRole('button', { name: 'Show earlier' }))
  await page.keyboard.press('Enter')
  await timeline.getByText('Message number 3.', { exact: true }).waitFor()
  await eventually(() => hasFocus(timeline.getByRole('listitem').first().getByText('You wrote'))).toBe(true)
  await say('And one more.')
  await timeline.getByLabel('Message to Harbour Setting').fill('From the page.')
  await timeline.getByRole('button', { name: 'Send message' }).click()
  await timeline.getByText('From the page.').waitFor()
  await timeline.getByRole('button', { name: 'Show earlier' }).click()
  await timeline.getByText(/^You opened the case/).waitFor()
  // No entry is missing or repeated, and there are no earlier ones.
  expect(await timeline.getByRole('listitem').count()).toBe(45)
  expect(await timeline.getByRole('button', { name: 'Show earlier' }).count()).toBe(0)
  await expectAccessible(page)
  expect(errors).toEqual([])
  await close()
})

test('a decided case cannot be opened again, and another problem goes to the marketplace', async () => {
  const { order, found } = await openComplaint('Hockley Bench')
  const decision = { action: 'rule', amount: 0, text: 'The pictures show it whole.' }
  await order.operatorAt(`/cases/${found.id}/act`, decision)
  const { page, close } = await openPage(browser, {
    address: `${shop.url}/dashboard?order=${order.id}`,
    options: DESKTOP,
  })
  const supplierOrder = page.getByRole('region', { name: 'Hockley Bench', exact: true })
  await supplierOrder.getByRole('button', { name: /^Report a problem/ }).click()
  await complainAgain(supplierOrder, 'It is broken')
  await supplierOrder
    .getByText('You’ve already had a case about these items, and its outcome stays.')
    .waitFor()
  await supplierOrder.getByText(/^This was already resolved\. If this is about something else/).waitFor()
  await expectAccessible(page)
  await complainAgain(supplierOrder, 'It is scratched')
  await getToast(
    page,
    'success',
    'Your case is open. Because this order had a case before, the marketplace will review it and decide.',
  ).waitFor()
  const timeline = supplierOrder.getByRole('article', { name: 'Your case. Damaged: it is scratched' })
  await timeline
    .getByText(
      /We’re reviewing your case and will decide\. If there is no decision by .*, the earlier outcome applies/,
    )
    .waitFor()
  // The toast would cover a link for a while.
  await page.reload()
  await timeline.waitFor()
  await expectAccessible(page)
  await close()
})
