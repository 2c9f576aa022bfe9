import { expect, test } from 'vitest'
import { createSignedInAccount } from '#tests/shop/accounts.ts'
import { getToast } from '../shop/storefront.ts'
import { startBrowserShop } from '../steps/browser-shop.ts'
import { createShopCall } from '../steps/checkout-steps.ts'
import { PHONE } from '../steps/chromium.ts'
import { createShippedGuestOrder } from '../steps/order-steps.ts'
import { expectSoundOnBoth, openConsole } from '../supplier/console-steps.ts'

const { shop, db, browser } = await startBrowserShop()

test('an operator finds an order by its number and decides its case, on a phone and a desktop', async () => {
  const order = await createShippedGuestOrder({ shopUrl: shop.url, db }, 'Harbour Setting')
  const answer = await createShopCall(shop.url)('POST /orders/{purchase}/supplier-orders/{id}/cases', {
    params: { purchase: order.id, id: order.part },
    body: { kind: 'damaged', reason: 'broken', text: 'The clasp came off when I opened the box.' },
  })
  const { number, id } = answer.case
  await fetch(`${shop.url}/cases/${id}/act`, {
    method: 'POST',
    headers: { ...order.owner.headers, 'content-type': 'application/json' },
    body: JSON.stringify({ action: 'escalate', version: answer.case.version, text: 'It was whole.' }),
  })
  const account = await createSignedInAccount(db, new Date(), { type: 'operator' })
  const { page, errors, close } = await openConsole(browser, {
    shopUrl: shop.url,
    account,
    type: 'operator',
    options: PHONE,
    path: '/dashboard/operator/orders',
  })
  await page.getByRole('searchbox', { name: 'Search orders' }).fill(number)
  await page.waitForURL(/search=/)
  await page.getByRole('link', { name: number }).first().click()
  await page.getByRole('heading', { name: number }).waitFor()
  await page
    .getByRole('region', { name: /^Ledger/ })
    .getByRole('table')
    .first()
    .waitFor()
  await page
    .getByRole('region', { name: 'Timeline' })
    .getByText(/^Case opened/)
    .waitFor()
  await expectSoundOnBoth(page)

  await page.goto(`${shop.url}/dashboard/operator`)
  await page.getByRole('link', { name: /^Decide: / }).click()
  await page.getByRole('link', { name: 'Damaged: broken' }).first().waitFor()
  await expectSoundOnBoth(page)
  await page
    .getByRole('listitem')
    .or(page.getByRole('row'))
    .filter({ hasText: number })
    .getByRole('link', { name: 'Damaged: broken' })
    .click()
  await page.getByText('The clasp came off when I opened the box.').waitFor()
  await expectSoundOnBoth(page)
  await page.getByRole('button', { name: 'Decide …' }).click()
  const dialog = page.getByRole('dialog', { name: 'Decide this case' })
  await dialog.getByLabel('Refund in US dollars').fill('25')
  await dialog.getByRole('region', { name: 'Ledger preview' }).getByText('$25.00').first().waitFor()
  await dialog.getByLabel('Reasons (both sides see them)').fill('The photo shows a broken clasp.')
  await expectSoundOnBoth(page)
  await dialog.getByRole('button', { name: 'Decide', exact: true }).click()
  await getToast(page, 'success', 'Done.').waitFor()
  await page.getByText('The case is closed with a refund of $25.00.').waitFor()
  await expectSoundOnBoth(page)
  expect(errors).toEqual([])
  await close()
})
