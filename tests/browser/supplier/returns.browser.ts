import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { getToast, openPage } from '../shop/storefront.ts'
import { startBrowserShop } from '../steps/browser-shop.ts'
import { createShopCall, eventually } from '../steps/checkout-steps.ts'
import { DESKTOP, PHONE } from '../steps/chromium.ts'
import { createShippedGuestOrder } from '../steps/order-steps.ts'
import { expectSound, openConsole } from './console-steps.ts'

const { shop, db, browser } = await startBrowserShop()

/** Enters a store's returns address, and checks what buyers see. */
async function enterReturnsSettings(page: Page): Promise<void> {
  await page.goto(`${shop.url}/dashboard/supplier/settings`)
  await page.getByRole('button', { name: /^Add address: returns to/ }).click()
  const dialog = page.getByRole('dialog', { name: /^Returns address of/ })
  for (const [label, value] of Object.entries({
    'Name or company': 'Harbour Setting, returns',
    'Street and number': '5 Jalan Besar',
    Postcode: '208787',
    City: 'Singapore',
    Phone: '+6591234567',
  }))
    await dialog.getByLabel(label).fill(value)
  await dialog.getByLabel('Country').selectOption('SG')
  await expectSound(page)
  await dialog.getByRole('button', { name: 'Save address' }).click()
  await page.getByRole('button', { name: /^Edit: returns to/ }).waitFor()
  await page.getByLabel('Instructions for buyers (optional)').fill('Put the ring in its box.')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await getToast(page, 'success', 'Return policy saved.').waitFor()
}

test('the buyer gets the store’s returns address and a label deducted from the refund, and the store receives the items', async () => {
  const order = await createShippedGuestOrder({ shopUrl: shop.url, db }, 'Harbour Setting')
  const api = createShopCall(shop.url)
  const { case: opened } = await api('POST /orders/{purchase}/supplier-orders/{id}/cases', {
    params: { purchase: order.id, id: order.part },
    body: { kind: 'return', reason: 'changed_mind', text: 'I don’t like it as much as I thought.' },
  })
  await order.ownerAt(`/cases/${opened.id}/act`, { action: 'accept', version: opened.version })

  const readReturn = async () =>
    (await api('GET /orders/{purchase}/cases', { params: { purchase: order.id } })).cases[0]?.return

  const open = { shopUrl: shop.url, account: order.owner }
  const supplier = await openConsole(browser, {
    ...open,
    options: PHONE,
    path: `/dashboard/supplier/cases/${opened.id}`,
  })
  await supplier.page.getByText('The buyer doesn’t know where to send the items.').waitFor()
  await expectSound(supplier.page)
  await enterReturnsSettings(supplier.page)
  await expectSound(supplier.page)
  await supplier.close()

  // A job adds the address to returns that wait for it.
  await eventually(async () => (await readReturn())?.address?.street1).toBe('5 Jalan Besar')
  const path = `/dashboard?order=${order.id}#case-${opened.id}`
  const buyer = await openPage(browser, { address: shop.url + path, options: PHONE })
  const section = buyer.page.getByRole('region', { name: 'How to return the items' })
  await section.getByText('5 Jalan Besar').waitFor()
  await expectSound(buyer.page)
  await section.getByRole('button', { name: 'Get a label instead' }).click()
  await section.getByRole('button', { name: /^Get label for \$/ }).click()
  await eventually(async () => (await readReturn())?.label?.isReady).toBe(true)
  await buyer.page.reload()
  await section.getByText('is deducted from your refund if you use it.').waitFor()
  await expectSound(buyer.page)
  const file = buyer.page.waitForResponse((response) => response.url().endsWith('/return-label'))
  await section.getByRole('button', { name: 'Print label' }).click()
  expect((await (await file).allHeaders())['content-type']).toBe('application/pdf')
  expect(buyer.errors).toEqual([])
  await buyer.close()

  const { page, errors, close } = await openConsole(browser, {
    ...open,
    options: DESKTOP,
    path: `/dashboard/supplier/cases/${opened.id}`,
  })
  await page.getByText('deducted from the refund if used').waitFor()
  await expectSound(page)
  await page.getByRole('button', { name: 'Items are back' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Yes, they have arrived' }).click()
  await page.getByText(/The case is closed with a refund of \$/).waitFor()
  expect(errors).toEqual([])
  await close()
})
