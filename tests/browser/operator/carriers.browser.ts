import { expect, test } from 'vitest'
import { createSignedInAccount } from '#tests/shop/accounts.ts'
import { startBrowserShop } from '../steps/browser-shop.ts'
import { PHONE } from '../steps/chromium.ts'
import { expectSoundOnBoth, openConsole } from '../supplier/console-steps.ts'

const { shop, db, browser } = await startBrowserShop()

test('an operator records label costs, reverses them, and records a dispute from a letter, on a phone and a desktop', async () => {
  const account = await createSignedInAccount(db, new Date(), { type: 'operator', withPassword: true })
  const { page, errors, close } = await openConsole(browser, {
    shopUrl: shop.url,
    account,
    type: 'operator',
    options: PHONE,
    path: '/dashboard/operator/disputes',
  })
  await page.getByRole('link', { name: 'Shipping labels' }).click()
  await page.getByRole('button', { name: 'Record payment' }).click()
  const payment = page.getByRole('dialog', { name: 'Record a payment for labels' })
  await payment.getByLabel('Invoice or reference').fill('INV-2026-11')
  await payment.getByLabel('Account balance').fill('250')
  await payment.getByLabel('Adjustment (optional)').fill('-12.50')
  await payment.getByLabel('Reason for the adjustment').fill('Volume discount')
  await expectSoundOnBoth(page)
  await payment.getByRole('button', { name: 'Record $237.50' }).click()
  await page.getByText('$237.50').first().waitFor()
  await expectSoundOnBoth(page)

  await page.getByRole('button', { name: 'Reverse INV-2026-11' }).click()
  const reversal = page.getByRole('dialog', { name: 'Reverse this payment?' })
  await reversal.getByLabel('Reason').fill('Recorded twice')
  await reversal.getByRole('button', { name: 'Reverse payment' }).click()
  await page.getByText('Recorded twice').waitFor()

  await page.getByRole('link', { name: 'Disputes' }).click()
  await page.getByRole('button', { name: 'Record dispute' }).click()
  const dispute = page.getByRole('dialog', { name: 'Record a dispute' })
  await dispute.getByLabel('Payment provider').selectOption({ index: 1 })
  await dispute.getByLabel('ID of the payment').fill('pay_unknown')
  await dispute.getByLabel('Amount').fill('10')
  await dispute.getByLabel('ID of the dispute').fill('dp_1')
  await dispute.getByLabel('Reason').fill('fraudulent')
  await expectSoundOnBoth(page)
  await dispute.getByRole('button', { name: 'Record dispute' }).click()
  await dispute.getByRole('alert').waitFor()
  expect(errors.filter((text) => !text.includes('404'))).toEqual([])
  await close()
})
