import { expect, test } from 'vitest'
import { createTestProduct } from '#tests/shop/factories.ts'
import { createSignedInAccount } from '#tests/shop/accounts.ts'
import { startBrowserShop } from '../steps/browser-shop.ts'
import { createStoredCartItem, eventually, withLocalStorage } from '../steps/checkout-steps.ts'
import { listAxeErrors, DESKTOP, PHONE, getHorizontalOverflow } from '../steps/chromium.ts'
import { createVerifiedAccount, signInOnPage, storedUser } from '../steps/account-steps.ts'
import { waitForHydration, openPage } from '../shop/storefront.ts'

const { shop, db, browser } = await startBrowserShop()
const ring = await createTestProduct(db, { name: 'Harbour ring', price: 20_000, stock: 9 })

/** An address in Singapore, by the labels of the account's form. */
const ADDRESS: Readonly<Record<string, string>> = {
  'Block number': '12',
  'Street name': 'Tanjong Pagar Road',
  'Unit number': '#04-11',
  'Postal code': '079903',
  'Mobile number': '91234567',
}

test('an address saved on a phone fills the checkout, and the order appears in the account [PROD-08]', async () => {
  const { publicId, ...mei } = await createSignedInAccount(db, new Date(), { email: 'mei@shopper.example' })
  const user = { ...mei, id: publicId, isActive: true }
  const cartItems = [createStoredCartItem(ring, { newPrice: 200 })]
  const { page, errors, close } = await openPage(browser, {
    address: `${shop.url}/dashboard/addresses`,
    options: withLocalStorage(PHONE, shop.url, { user, cartItems }),
  })
  await page.getByRole('button', { name: 'Add an address' }).first().click()
  const form = page.getByRole('form', { name: 'Add an address' })
  for (const [label, value] of Object.entries(ADDRESS))
    await form.getByLabel(label, { exact: true }).fill(value)
  expect(await listAxeErrors(page)).toEqual([])
  expect(await getHorizontalOverflow(page)).toBe(0)
  await form.getByRole('button', { name: /save/i }).click()
  await page.getByRole('article').getByText('Tanjong Pagar Road').first().waitFor()

  await page.goto(`${shop.url}/checkout`)
  await eventually(() => page.getByLabel('Street name', { exact: true }).inputValue()).toBe(
    'Tanjong Pagar Road',
  )
  await page.getByRole('radio', { name: /Expedited/, checked: true }).waitFor()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.waitForURL(/checkout-step-two/)

  await page.goto(`${shop.url}/dashboard/orders`)
  const order = page.locator('main').getByRole('link', { name: /C-/ }).first()
  await order.click()
  await page.waitForURL(/\/dashboard\/orders\/pur_/)
  await page.getByText('Harbour ring').first().waitFor()
  await page.getByText('Tanjong Pagar Road').first().waitFor()
  expect(await listAxeErrors(page)).toEqual([])
  expect(await getHorizontalOverflow(page)).toBe(0)
  expect(errors).toEqual([])
  await close()
})

test('closing the account signs out, and sign-in no longer works', async () => {
  const tom = {
    role: 'vendor',
    firstName: 'Tom',
    lastName: 'Ng',
    email: 'tom@vendor.example',
    password: 'two moons over a quiet sea',
  } as const
  await createVerifiedAccount(shop.url, tom)
  const { page, close } = await openPage(browser, { address: `${shop.url}/login`, options: DESKTOP })
  await waitForHydration(page)
  await signInOnPage(page, tom)
  await eventually(async () => (await storedUser(page))?.['email']).toBe(tom.email)

  await page.goto(`${shop.url}/dashboard/profile`)
  await page.getByRole('button', { name: 'Close my account' }).click()
  const closing = page.getByRole('form', { name: 'Close the account' })
  await closing.getByLabel('Password', { exact: true }).fill(tom.password)
  await closing.getByRole('button', { name: 'Close my account for good' }).click()
  await eventually(() => storedUser(page)).toBe(null)

  await page.goto(`${shop.url}/login`)
  await waitForHydration(page)
  await signInOnPage(page, tom)
  await page.getByText('User not found').first().waitFor()
  expect(await storedUser(page)).toBe(null)
  await close()
})
