import type { Locator, Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { startFakeStores } from '#tests/fakes/stores/server.ts'
import { createTestProduct } from '#tests/shop/factories.ts'
import { waitUntil } from '#tests/shop/running-shop.ts'
import { startBrowserShop } from '../steps/browser-shop.ts'
import { listAxeErrors, DESKTOP, freshPage, PHONE, getHorizontalOverflow } from '../steps/chromium.ts'
import { createVerifiedAccount, signInOnPage } from '../steps/account-steps.ts'

const fake = await startFakeStores()
afterAll(fake.close)
const { shop, db, browser } = await startBrowserShop({ FAKE_STORES_URL: fake.url })
const ring = await createTestProduct(db, { name: 'Harbour ring', price: 15_000, stock: 8 })
const chain = await createTestProduct(db, { name: 'Quay chain', price: 9_000, stock: 3 })

const mei = {
  role: 'vendor',
  firstName: 'Mei',
  lastName: 'Tan',
  email: 'mei@vendor.example',
  password: 'amber over slate',
} as const
await createVerifiedAccount(shop.url, mei)

/** Waits for the third step's heading with the count. */
const waitForSelectedCount = (page: Page, count: number) =>
  page.getByRole('heading', { name: `Selected Products (${count} selected)` }).waitFor()

test('keeps a visitor’s selected products, and saving requires signing in [VONB-08, VONB-11, VONB-12, ROUTE-33]', async () => {
  const { page, errors, close } = await freshPage(browser, PHONE)
  await page.goto(`${shop.url}/v-onboard-two`)
  await page.getByRole('checkbox', { name: 'Select Harbour ring' }).check()
  await page.getByRole('checkbox', { name: 'Select Quay chain' }).check()
  await page.getByText('2 selected', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Edit price and quantity of Quay chain' }).click()
  const editor = page.getByRole('form', { name: 'Price and quantity of Quay chain' })
  await editor.getByLabel('Retail price (USD)').waitFor()
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 844 })
    expect(await getHorizontalOverflow(page)).toBe(0)
  }
  expect(await listAxeErrors(page)).toEqual([])
  await editor.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('link', { name: 'Continue' }).click()
  await page.waitForURL('**/v-onboard-three')
  await page.getByRole('heading', { name: 'Sync Products to Your Store' }).waitFor()
  await waitForSelectedCount(page, 2)
  expect(await getHorizontalOverflow(page)).toBe(0)
  expect(await listAxeErrors(page)).toEqual([])
  await page.getByRole('button', { name: 'Sync Products' }).click()
  await page.getByRole('status').getByText('Please sign in to save this.').waitFor()
  await page.getByRole('link', { name: 'Back' }).click()
  await page.getByRole('checkbox', { name: 'Select Harbour ring', checked: true }).waitFor()
  expect(errors).toEqual([])
  await close()
})

/** Expects that a checkbox changes at once, and keeps the focus while it is saved. */
async function deselectAndReselect(page: Page, name: string): Promise<void> {
  const box = page.getByRole('checkbox', { name: `Select ${name}` })
  // The box is checked once the selection has loaded.
  await page.getByRole('checkbox', { name: `Select ${name}`, checked: true }).waitFor()
  await box.uncheck()
  expect(await box.evaluate((element) => element === document.activeElement)).toBe(true)
  await page.getByText('0 selected', { exact: true }).waitFor()
  await box.check()
  await page.getByText('1 selected', { exact: true }).waitFor()
}

/**
 * Expects that products selected before signing in are still selected, and that a sync without a store asks for one.
 * The button does not move.
 */
async function syncBeforeConnecting(page: Page): Promise<void> {
  const stores = Promise.withResolvers<void>()
  await page.route('**/stores/connections', async (route) => {
    await stores.promise
    await route.continue()
  })
  await page.goto(`${shop.url}/v-onboard-three`)
  // The earlier selection was saved to the account.
  await waitForSelectedCount(page, 1)
  await page.getByRole('row', { name: /Quay chain/ }).waitFor()
  // The store texts move the button when they load, so that an earlier click could miss it.
  const sync = page.getByRole('button', { name: 'Sync Products' })
  expect(await sync.isEnabled()).toBe(false)
  stores.resolve()
  await sync.click()
  await page.getByRole('status').getByText('Connect a store first').waitFor()
  await page.unroute('**/stores/connections')
}

/** Connects a second store of the same platform, and disconnects only that one. */
async function connectSecondStore(card: Locator): Promise<void> {
  const { key = '', secret = '' } = fake.woo('second.example').typed
  await card.getByText('Connect another store').waitFor()
  await card.getByLabel('Store Address').fill('https://second.example')
  await card.getByLabel('Key').fill(key)
  await card.getByLabel('Secret').fill(secret)
  await card.getByRole('button', { name: 'Save' }).click()
  await card.getByText('2 connected').waitFor()
  const second = card.getByRole('group', { name: 'The site second.example' })
  await second.getByRole('button', { name: 'Disconnect' }).click()
  await card.getByText('Connected', { exact: true }).waitFor()
  expect(await second.count()).toBe(0)
}

test('a vendor connects a store, sets a price, and syncs the selected products [VONB-04, VONB-08, VONB-09, VONB-12, VONB-14, PROD-01, PROD-05, STATE-19]', async () => {
  const { page, close } = await freshPage(browser, DESKTOP)
  const store = fake.woo('mei-jewels.example')
  const { key = '', secret = '' } = store.typed
  await page.goto(`${shop.url}/v-onboard-two`)
  await page.getByRole('checkbox', { name: 'Select Quay chain' }).check()
  await page.goto(`${shop.url}/login`)
  await signInOnPage(page, mei)
  await page.getByText('Mei Tan').first().waitFor()

  await syncBeforeConnecting(page)

  await page.goto(`${shop.url}/v-onboard-one`)
  const card = page.getByRole('region', { name: 'WordPress / WooCommerce' })
  await card.getByLabel('Store Address').fill('https://mei-jewels.example')
  await card.getByLabel('Key').fill(key)
  await card.getByLabel('Secret').fill('cs_wrong')
  await card.getByRole('button', { name: 'Save' }).click()
  await card.getByText('rejected this key and secret').waitFor()
  await card.getByLabel('Secret').fill(secret)
  await card.getByRole('button', { name: 'Save' }).click()
  await card.getByText('Connected', { exact: true }).waitFor()
  await connectSecondStore(card)
  expect(await listAxeErrors(page)).toEqual([])

  await page.getByRole('link', { name: 'Continue' }).click()
  // A new page moves the focus to its content only once.
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('main')
  await deselectAndReselect(page, 'Quay chain')
  await page.getByRole('button', { name: 'Edit price and quantity of Harbour ring' }).click()
  const editor = page.getByRole('form', { name: 'Price and quantity of Harbour ring' })
  await editor.getByLabel('Retail price (USD)').fill('219.50')
  await editor.getByLabel('Quantity').fill('2')
  await editor.getByRole('button', { name: 'Save' }).click()
  await page.getByText('2 selected', { exact: true }).waitFor()
  await page.getByRole('row', { name: /Harbour ring .*219\.50/ }).waitFor()

  await page.getByRole('link', { name: 'Continue' }).click()
  await waitForSelectedCount(page, 2)
  await page.getByRole('button', { name: 'Sync Products' }).click()
  await page.getByRole('status').getByText('2 products are in The site mei-jewels.example.').waitFor()
  await waitUntil(
    'both are told as synced',
    async () => (await page.getByText('Synced', { exact: true }).count()) === 2,
  )
  expect(store.activeProducts()).toMatchObject([
    { name: chain.name, offers: [{ price: '90.00', quantity: 3 }] },
    { name: ring.name, offers: [{ price: '219.50', quantity: 2 }] },
  ])
  expect(new URL(page.url()).pathname).toBe('/v-onboard-three')

  await page.getByRole('button', { name: 'Remove Quay chain from your selection' }).click()
  await waitForSelectedCount(page, 1)
  await page.reload()
  await waitForSelectedCount(page, 1)
  await close()
})
