import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { queryRows } from '#database/database.ts'
import { createSignedInAccount } from '#tests/shop/accounts.ts'
import { createTestSupplier } from '#tests/shop/factories.ts'
import { startBrowserShop } from '../steps/browser-shop.ts'
import { withLocalStorage } from '../steps/checkout-steps.ts'
import { DESKTOP, PHONE } from '../steps/chromium.ts'
import { openPage } from '../shop/storefront.ts'
import { expectSound, expectSoundOnBoth } from './console-steps.ts'

const { shop, db, browser } = await startBrowserShop()

type Page = Awaited<ReturnType<typeof openPage>>['page']

const SHOPIFY = `Handle,Title,Body (HTML),Type,Option1 Name,Option1 Value,Variant SKU,Variant Price,Variant Inventory Tracker,Variant Inventory Qty,Cost per item,Status
moss-ring,Moss agate ring,<p>Green as a forest.</p>,Rings,Size,6,MR-6,89.00,shopify,4,30,active
moss-ring,,,,,7,MR-7,92.00,shopify,2,31,
bar-pin,Bar pin,<p>Plain.</p>,Brooches,,,BP-1,45.00,shopify,9,12,active
broken,Broken ring,,Rings,,,BR-1,free,shopify,1,,active
`
const OWN_FORMAT = 'Article;Item name;Net;Retail\nA-1;Ring Ada;12.50;29.90\nA-2;Necklace Bea;20.00;49.00\n'

test('a supplier uploads a file, reviews the plan, imports it and sees the past imports, on a phone and a desktop', async () => {
  const owner = await createOwner()
  const { page, errors, close } = await openAs(owner, PHONE, '/dashboard/supplier')
  await page.getByRole('button', { name: 'Open the navigation' }).click()
  await page.getByRole('link', { name: 'Products', exact: true }).first().click()
  await page.getByRole('link', { name: 'Import', exact: true }).first().click()
  await page.getByText('No imports yet').waitFor()
  await expectSoundOnBoth(page)

  await chooseFile(page, 'spring.csv', SHOPIFY)
  await page.waitForURL(/\/imports\/imp_/)
  await page.getByRole('heading', { name: 'Review the changes' }).waitFor()
  await page.getByText('Shopify CSV · UTF-8').waitFor()
  await findItem(page, 'Moss agate ring').getByText('$89.00 to $92.00').waitFor()
  await expectSoundOnBoth(page)
  await page.getByRole('link', { name: /^Refused/ }).click()
  await findItem(page, 'broken')
    .getByText('The price “free” is not an amount in dollars and cents.')
    .waitFor()
  await expectSoundOnBoth(page)

  await page.getByRole('button', { name: 'Import 2 products' }).click()
  await page.getByText(/^2 products imported/).waitFor()
  await expectSoundOnBoth(page)
  expect(await countProducts(owner.id)).toBe(2)

  await page.getByRole('link', { name: 'Import products', exact: true }).first().click()
  await findItem(page, 'spring.csv').getByText('2 of 2 imported').waitFor()
  await chooseFile(page, 'summer.csv', SHOPIFY.replace('MR-6,89.00', 'MR-6,79.00'))
  await page.getByRole('link', { name: /^Changed/ }).click()
  const changed = findItem(page, 'Moss agate ring')
  await changed.getByText('$89.00').waitFor()
  await changed.getByText('$79.00').waitFor()
  await expectSoundOnBoth(page)
  expect(errors).toEqual([])
  await close()
})

test('matches the columns of another format once, on a phone and a desktop', async () => {
  const owner = await createOwner()
  const { page, errors, close } = await openAs(owner, PHONE, '/dashboard/supplier/imports')
  await chooseFile(page, 'stock.csv', OWN_FORMAT)
  await page.getByRole('heading', { name: 'Match columns' }).waitFor()
  await page.getByRole('region', { name: 'First rows of your file' }).getByText('Necklace Bea').waitFor()
  await expectSoundOnBoth(page)
  await page.getByRole('button', { name: 'Check file' }).click()
  await page.getByRole('alert').getByText('Choose the column with the price.').waitFor()
  await page.getByLabel('Price', { exact: true }).selectOption('Retail')
  await page.getByLabel('SKU').selectOption('Article')
  await page.getByLabel('Wholesale price').selectOption('Net')
  await page.getByRole('button', { name: 'Check file' }).click()
  await page.getByRole('button', { name: 'Import 2 products' }).waitFor()
  await expectSoundOnBoth(page)
  await page.getByRole('button', { name: 'Cancel import' }).click()
  await page.getByText('0 products imported').waitFor()

  await page.goto(`${shop.url}/dashboard/supplier/imports`)
  await chooseFile(page, 'stock-again.csv', OWN_FORMAT)
  await page.getByRole('button', { name: 'Import 2 products' }).waitFor()
  expect(errors).toEqual([])
  await close()
})

test('rejects a file without products with the reason, and an exported file plans no changes', async () => {
  const owner = await createOwner()
  const { page, close } = await openAs(owner, DESKTOP, '/dashboard/supplier/imports')
  await chooseFile(page, 'products.xlsx.csv', 'PK\u0003\u0004')
  await page
    .getByRole('alert')
    .getByText('This is a spreadsheet or a zip archive. Save it as CSV first.', { exact: false })
    .waitFor()
  await expectSound(page)
  await chooseFile(page, 'spring.csv', SHOPIFY)
  await page.getByRole('button', { name: 'Import 2 products' }).click()
  await page.getByText(/^2 products imported/).waitFor()
  await page.getByRole('link', { name: 'Import another file' }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export products' }).click(),
  ])
  const path = await download.path()
  await page.getByLabel('Choose file').setInputFiles(path)
  await page.getByRole('heading', { name: 'Nothing to import', level: 2 }).waitFor()
  await page
    .getByRole('link', { name: /^Unchanged/ })
    .getByText('2')
    .waitFor()
  await close()
})

const findItem = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name }).first()

function chooseFile(page: Page, name: string, text: string): Promise<void> {
  return page
    .getByLabel('Choose file')
    .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })
}

async function createOwner() {
  const store = await createTestSupplier(db)
  return createSignedInAccount(db, new Date(), { type: 'manufacturer', owns: store })
}

async function countProducts(ownerId: number): Promise<number | undefined> {
  const [counted] = await queryRows<{ n: number }>(
    db,
    sql`select count(*)::int as n from products p join suppliers s on s.id = p.supplier_id where s.owner_id = ${ownerId}`,
  )
  return counted?.n
}

function openAs(account: Awaited<ReturnType<typeof createOwner>>, options: typeof PHONE, path: string) {
  const { publicId, ...rest } = account
  const user = { ...rest, id: publicId, isActive: true }
  return openPage(browser, {
    address: shop.url + path,
    options: withLocalStorage(options, shop.url, { user }),
  })
}
