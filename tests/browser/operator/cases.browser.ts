import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { createSignedInAccount } from '#tests/shop/accounts.ts'
import { getToast } from '../shop/storefront.ts'
import { startBrowserShop } from '../steps/browser-shop.ts'
import { createShopCall } from '../steps/checkout-steps.ts'
import { PHONE } from '../steps/chromium.ts'
import { createShippedGuestOrder } from '../steps/order-steps.ts'
import { expectSoundOnBoth, openConsole } from '../supplier/console-steps.ts'

const { shop, db, browser } = await startBrowserShop()

test('an operator finds an order, decides its case, and decides and refunds several in bulk, on a phone and a desktop', async () => {
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
  await actOnSeveral(page, number)
  expect(errors).toEqual([])
  await close()
})

async function actOnSeveral(page: Page, number: string): Promise<void> {
  await expectSoundOnBoth(page)
  await decideInBulk(page)
  await refundInBulk(page, number)
}

/** Assigns a further case and decides it by the bar of selected rows, as many cases are. */
async function decideInBulk(page: Page): Promise<void> {
  const order = await createShippedGuestOrder({ shopUrl: shop.url, db }, 'Tide Ring')
  await createShopCall(shop.url)('POST /orders/{purchase}/supplier-orders/{id}/cases', {
    params: { purchase: order.id, id: order.part },
    body: { kind: 'damaged', reason: 'scratched', text: 'There is a scratch across the stone.' },
  })
  await page.goto(`${shop.url}/dashboard/operator/cases?view=supplier`)
  await page.getByRole('checkbox', { name: /scratched/ }).check()
  await page.getByRole('button', { name: 'Assign …' }).click()
  const assign = page.getByRole('dialog', { name: 'Assign cases' })
  await expectSoundOnBoth(page)
  await assign.getByRole('combobox', { name: 'Assigned to' }).selectOption({ index: 2 })
  await getToast(page, 'success', 'Assigned.').waitFor()
  // The list is read again, which clears the selection.
  await page.getByRole('button', { name: 'Assign …' }).waitFor({ state: 'detached' })
  await page.getByRole('checkbox', { name: /scratched/ }).check()
  await page.getByRole('button', { name: 'Decide together …' }).click()
  const decide = page.getByRole('dialog', { name: 'Decide cases together' })
  await decide.getByText('1 of 1 possible').waitFor()
  await decide.getByLabel('Reasons (both sides see them)').fill('All parcels of this day were damaged.')
  await expectSoundOnBoth(page)
  await decide.getByRole('button', { name: 'Decide', exact: true }).click()
  await decide.getByText('1 case decided.').waitFor()
  await expectSoundOnBoth(page)
  await decide.getByRole('button', { name: 'Done' }).click()
}

/** Refunds what is left of an order by the bar of selected rows; one that has nothing left is named. */
async function refundInBulk(page: Page, number: string): Promise<void> {
  await page.goto(`${shop.url}/dashboard/operator/orders`)
  const boxes = page.getByRole('checkbox', { name: /^Select C-/ })
  await boxes.first().waitFor()
  for (const box of await boxes.all()) await box.check()
  await page.getByRole('button', { name: 'Refund …' }).click()
  const refund = page.getByRole('dialog', { name: 'Refund orders' })
  await refund
    .getByRole('row')
    .filter({ hasText: number })
    .getByText(/^Refunds \$/)
    .waitFor()
  await refund
    .getByText(/^Left out: /)
    .first()
    .waitFor()
  await refund.getByLabel('Reason (buyers see it)').fill('The workshop has closed.')
  await expectSoundOnBoth(page)
  await refund.getByRole('button', { name: 'Refund orders' }).click()
  await refund.getByText(/^1 of \d orders refunded\./).waitFor()
  await expectSoundOnBoth(page)
  await refund.getByRole('button', { name: 'Done' }).click()
}
