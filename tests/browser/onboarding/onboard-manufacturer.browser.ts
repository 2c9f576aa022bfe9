import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { listSuppliersByName, setVerified } from '#features/catalogue/suppliers/service.ts'
import { startFakeStores } from '#tests/fakes/stores/server.ts'
import { startBrowserShop } from '../steps/browser-shop.ts'
import { listAxeErrors, DESKTOP, freshPage, PHONE, getHorizontalOverflow } from '../steps/chromium.ts'
import { createVerifiedAccount, signInOnPage } from '../steps/account-steps.ts'

const fake = await startFakeStores()
afterAll(fake.close)
const { shop, db, browser } = await startBrowserShop({ FAKE_STORES_URL: fake.url })

const ADA = {
  role: 'manufacturer',
  firstName: 'Ada',
  lastName: 'Lind',
  email: 'ada@suppliers.example',
  password: 'amber over slate',
} as const
await createVerifiedAccount(shop.url, ADA)

const picture = {
  name: 'ring.png',
  mimeType: 'image/png',
  buffer: await sharp({ create: { width: 600, height: 600, channels: 3, background: '#8c7a5a' } })
    .png()
    .toBuffer(),
}

async function expectSound(page: Page): Promise<void> {
  expect(await listAxeErrors(page)).toEqual([])
  expect(await getHorizontalOverflow(page)).toBe(0)
}

const goTo = (page: Page, direction: 'Continue' | 'Back', to: string) =>
  Promise.all([page.waitForURL(`**${to}`), page.getByRole('link', { name: direction, exact: true }).click()])
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true }).waitFor()
const toast = (page: Page, message: string | RegExp) => page.getByRole('alert').getByText(message)
const row = (page: Page, table: string, name: string) =>
  page.getByRole('region', { name: table, exact: true }).getByRole('row').filter({ hasText: name })

/** Chooses a picture by a button that opens the browser's chooser. */
async function choose(page: Page, button: string, file: typeof picture): Promise<void> {
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: button }).click(),
  ])
  await chooser.setFiles(file)
}

test('a guest fills in the first two steps, the input is kept, and a picture requires signing in [ROUTE-21, ROUTE-22, ROUTE-33, MONB-01, MONB-02, MONB-04, MONB-05, MONB-06, MONB-07, MONB-08, MONB-09, MONB-10, MONB-11, MONB-12]', async () => {
  const { page, errors, close } = await freshPage(browser, PHONE)
  await page.goto(`${shop.url}/m-onboard-one`)
  await heading(page, 'Expand Your Reach')
  await heading(page, 'Set Up Your Store')
  expect(await page.getByRole('navigation', { name: 'Onboarding steps' }).getByRole('link').count()).toBe(4)
  const [field, button] = [
    page.getByRole('combobox', { name: 'Store Country' }),
    page.getByRole('button', { name: 'Store Country' }),
  ]
  const options = page.getByRole('listbox', { name: 'Store Country' }).getByRole('option')
  await field.fill('denm')
  await expect.poll(() => options.allInnerTexts()).toEqual(['Denmark'])
  await expectSound(page)
  await field.press('ArrowDown')
  await field.press('Enter')
  expect(await field.inputValue()).toBe('Denmark')
  await button.click()
  expect(await options.filter({ hasText: 'Light' }).count()).toBe(0)
  await options.filter({ hasText: 'Italy' }).click()
  expect(await field.inputValue()).toBe('Italy')
  await expect.poll(() => options.count()).toBe(0)
  await page.getByLabel('Years of Experience').fill('12')
  await page.getByPlaceholder('e.g. Fashion, Electronics, etc.').fill('Rings')
  await expectSound(page)
  await goTo(page, 'Continue', '/m-onboard-two')

  await heading(page, 'Add Your First Product')
  expect(await page.getByRole('button', { name: /^Add picture \d$/ }).count()).toBe(6)
  await choose(page, 'Add picture 1', picture)
  await toast(page, /^Please sign in to save pictures/).waitFor()
  await page.getByLabel('Product Name').fill('Moss ring')
  await page.getByLabel('Available Quantity').fill('3')
  await page.getByLabel('Price per item').fill('49.90')
  await page.getByLabel('Product Description').fill('Set by hand.')
  await page.getByLabel('Select Product Categories').selectOption('Rings')
  await page.getByLabel('Eligible for Returns & Refund').uncheck()
  await page.getByLabel('Select Variations').selectOption('Size')
  await page.getByLabel('Size', { exact: true }).fill('52')
  await expectSound(page)
  await page.reload()
  await page.getByRole('list', { name: 'Variations' }).waitFor()
  expect(await page.getByLabel('Product Name').inputValue()).toBe('Moss ring')
  expect(await page.getByLabel('Size', { exact: true }).inputValue()).toBe('52')
  await goTo(page, 'Back', '/m-onboard-one')
  expect(await field.inputValue()).toBe('Italy')
  expect(errors).toEqual([])
  await close()
})

test('without signing in, the last two steps explain themselves, and publishing requires signing in [ROUTE-23, ROUTE-24, ROUTE-33, MONB-13, MONB-14, MONB-17, MONB-18, MONB-19, MONB-20, MONB-23]', async () => {
  const { page, errors, close } = await freshPage(browser, PHONE)
  await page.goto(`${shop.url}/m-onboard-two`)
  await goTo(page, 'Continue', '/m-onboard-three')
  await heading(page, 'Store Integration (Optional)')
  await expectSound(page)
  await goTo(page, 'Back', '/m-onboard-two')
  await goTo(page, 'Continue', '/m-onboard-three')
  await goTo(page, 'Continue', '/m-onboard-four')
  await heading(page, 'Finalize Your Products')
  for (const table of ['Products', 'Shopify Store Products'])
    expect(
      await page
        .getByRole('region', { name: table, exact: true })
        .getByRole('columnheader')
        .allTextContents(),
    ).toEqual(['Image', 'Name', 'Price', 'Quantity', 'Action'])
  await expectSound(page)
  await page.getByRole('button', { name: 'Publish' }).click()
  await toast(page, /^Please sign in to save and publish your products/).waitFor()
  expect(new URL(page.url()).pathname).toBe('/m-onboard-four')
  await goTo(page, 'Back', '/m-onboard-three')
  expect(errors).toEqual([])
  await close()
})

test('a manufacturer sets up a store and publishes a product, which is found once verified [PROD-01, PROD-02, STATE-19, MONB-03, MONB-21, MONB-24]', async () => {
  const { page, errors, close } = await freshPage(browser, DESKTOP)
  await page.goto(`${shop.url}/login?next=/m-onboard-one`)
  await signInOnPage(page, ADA)
  await page.waitForURL('**/m-onboard-one')
  await choose(page, 'Change the store logo', picture)
  const logo = page.getByRole('img', { name: 'Your logo' })
  await logo.waitFor()
  await page.getByRole('button', { name: 'Delete the store logo' }).click()
  await logo.waitFor({ state: 'detached' })
  await choose(page, 'Change the store logo', picture)
  await logo.waitFor()
  await page.getByLabel('Store Name').fill('Lind Silver')
  await page.getByRole('combobox', { name: 'Store Country' }).fill('DK')
  await page.getByLabel('Years of Experience').fill('many')
  await page.getByRole('link', { name: 'Continue' }).click()
  await page.getByText('Enter whole years, such as 12.').waitFor()
  await page.getByLabel('Years of Experience').fill('12')
  await goTo(page, 'Continue', '/m-onboard-two')

  await page.getByLabel('Price per item').fill('free')
  await page.getByRole('link', { name: 'Continue' }).click()
  await page.getByText('Enter a product name.').waitFor()
  await page.getByText('Enter a price in dollars, such as 89.90.').waitFor()
  await page.getByLabel('Product Name').fill('Moss agate ring')
  await page.getByLabel('Price per item').fill('49.90')
  await page.getByLabel('Available Quantity').fill('3')
  await choose(page, 'Add picture 1', picture)
  await page.getByRole('img', { name: 'Product view 1' }).waitFor()
  await expectSound(page)
  await goTo(page, 'Continue', '/m-onboard-three')
  await goTo(page, 'Continue', '/m-onboard-four')

  await page.getByText('Your store isn’t verified yet.').waitFor()
  const productRow = row(page, 'Products', 'Moss agate ring')
  await productRow.getByText('Draft').waitFor()
  expect(await productRow.getByText('$49.90').count()).toBe(1)
  await expectSound(page)
  await page.getByRole('button', { name: 'Publish' }).click()
  await productRow.getByText('Published, listed once your store is verified').waitFor()
  const [store] = await listSuppliersByName(db, 'Lind Silver')
  await setVerified(db, store?.id ?? 0, true)
  await page.reload()
  await productRow.getByRole('link', { name: 'Moss agate ring' }).click()
  await page.waitForURL('**/product/prd_*')
  await heading(page, 'Moss agate ring')

  const { page: shopper, close: leave } = await freshPage(browser, PHONE)
  await shopper.goto(`${shop.url}/marketplace`)
  await shopper.getByRole('link', { name: 'Moss agate ring' }).first().waitFor()
  await leave()
  expect(errors).toEqual([])
  await close()
})

test('a product is edited and removed from the last step, and its page then says that it is withdrawn [PROD-02]', async () => {
  const { page, close } = await freshPage(browser, DESKTOP)
  await page.goto(`${shop.url}/login?next=/m-onboard-four`)
  await signInOnPage(page, ADA)
  await page.waitForURL('**/m-onboard-four')
  const productRow = row(page, 'Products', 'Moss agate ring')
  const href = await productRow.getByRole('link', { name: 'Moss agate ring' }).getAttribute('href')
  await productRow.getByRole('button', { name: 'Edit Moss agate ring' }).click()
  await page.waitForURL('**/m-onboard-two')
  expect(await page.getByLabel('Price per item').inputValue()).toBe('49.90')
  await page.getByLabel('Price per item').fill('59')
  await goTo(page, 'Continue', '/m-onboard-three')
  await goTo(page, 'Continue', '/m-onboard-four')
  await productRow.getByText('$59.00').waitFor()
  await productRow.getByRole('button', { name: 'Remove Moss agate ring' }).click()
  await productRow.getByRole('button', { name: 'Remove Moss agate ring' }).click()
  await productRow.waitFor({ state: 'detached' })
  expect((await page.goto(`${shop.url}${href}`))?.status()).toBe(410)
  await close()
})

test('imports, adds and publishes the products of a connected store [MONB-15, MONB-16, MONB-21, MONB-22, PROD-03]', async () => {
  const { page, close } = await freshPage(browser, DESKTOP)
  const elsewhere = fake.shopify('ada-lind', { currency: 'USD' })
  elsewhere.addOwn('Harbour ring', '45.50')
  const { shop: name = '', accessToken = '' } = elsewhere.typed
  await page.goto(`${shop.url}/login?next=/m-onboard-three`)
  await signInOnPage(page, ADA)
  await page.waitForURL('**/m-onboard-three')
  const card = page.getByRole('region', { name: 'Shopify' })
  expect(await card.getByLabel('Shop Name').getAttribute('placeholder')).toMatch(/^[\w.-]+\.\w+$/)
  await page.getByRole('button', { name: 'Sync Wordpress/WooCommerce' }).waitFor()
  await card.getByLabel('Shop Name').fill(name)
  await card.getByLabel('Access Token').fill(accessToken)
  await card.getByRole('button', { name: 'Save' }).click()
  await card.getByText('Connected', { exact: true }).waitFor()
  await expectSound(page)
  await card.getByRole('button', { name: 'Sync Shopify' }).click()
  await page.getByText('1 product imported. Review them in the last step.').waitFor()
  await goTo(page, 'Continue', '/m-onboard-four')
  await row(page, 'Shopify Store Products', 'Harbour ring').getByRole('button', { name: /^Add / }).click()
  await row(page, 'Products', 'Harbour ring').getByText('Draft').first().waitFor()
  await expectSound(page)
  await page.getByRole('button', { name: 'Publish' }).click()
  await row(page, 'Products', 'Harbour ring').getByText('Published', { exact: true }).waitFor()
  await page.goto(`${shop.url}/marketplace`)
  await page.getByRole('link', { name: 'Harbour ring' }).first().waitFor()
  await close()
})
