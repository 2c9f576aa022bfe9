import { readFile } from 'node:fs/promises'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { newId } from '#core/ids.ts'
import { productVariants, products } from '#features/catalogue/catalog/tables.ts'
import { warehouses } from '#features/catalogue/suppliers/tables.ts'
import { createSignedInAccount } from '#tests/shop/accounts.ts'
import { createTestProduct, createTestSupplier, type CreatedProduct } from '#tests/shop/factories.ts'
import { generateStoreProducts } from '../../../bench/console/store-products.ts'
import { getToast, openPage } from '../shop/storefront.ts'
import { startBrowserShop } from '../steps/browser-shop.ts'
import { eventually, hasFocus, withLocalStorage } from '../steps/checkout-steps.ts'
import { DESKTOP, PHONE } from '../steps/chromium.ts'
import { expectSound, expectSoundOnBoth } from './console-steps.ts'

const { shop, db, browser } = await startBrowserShop()

const PATH = '/dashboard/supplier/products'

/** Creates a supplier with a ring in two sizes, a brooch and a sold-out chain. */
async function createStore() {
  const supplier = await createTestSupplier(db)
  const account = await createSignedInAccount(db, new Date(), { type: 'manufacturer', owns: supplier })
  const ring = await createTestProduct(db, { supplier, name: 'Harbour ring', price: 18_000, stock: 9 })
  await addLargerSize(ring, supplier.id)
  const brooch = await createTestProduct(db, { supplier, name: 'Fern brooch', price: 8_000, categoryId: 6 })
  await createTestProduct(db, { supplier, name: 'Quay chain', price: 4_000, stock: 0, categoryId: 2 })
  return { account, brooch, supplierId: supplier.id }
}

/** Gives a ring two sizes. */
async function addLargerSize(ring: CreatedProduct, supplierId: number): Promise<void> {
  const size = { supplierId, productId: ring.productKey, priceAmount: 24_000, stock: 3, position: 2 }
  await db
    .insert(productVariants)
    .values({ ...size, publicId: newId('variant'), sku: 'RING-7', size: 'US 7', title: 'US 7' })
  await db
    .update(productVariants)
    .set({ size: 'US 6', title: 'US 6' })
    .where(eq(productVariants.id, ring.variantKey))
  await db.update(products).set({ stock: 12, variantCount: 2 }).where(eq(products.id, ring.productKey))
}

test('prices and stock are edited in place with Enter and Escape, and recorded in the history', async () => {
  const { account, brooch } = await createStore()
  const { page, errors, close } = await openAs(account, DESKTOP, PATH)
  const row = page.getByRole('row', { name: /Fern brooch/ })
  await row.getByRole('button', { name: 'Price of Fern brooch: $80.00. Edit' }).click()
  const price = page.getByRole('textbox', { name: 'Price of Fern brooch' })
  await price.fill('ninety')
  await price.press('Enter')
  await page.getByRole('alert').getByText('Enter a price in dollars, such as 89.90.').waitFor()
  await price.fill('92.5')
  await price.press('Enter')
  await row.getByRole('button', { name: 'Price of Fern brooch: $92.50. Edit' }).waitFor()
  const stock = row.getByRole('button', { name: 'Stock of Fern brooch: 5. Edit' })
  await stock.click()
  await page.getByRole('textbox', { name: 'Stock of Fern brooch' }).fill('44')
  await page.keyboard.press('Escape')
  await stock.waitFor()

  await page.getByRole('button', { name: 'Show the variants of Harbour ring' }).click()
  const size = page.getByRole('row', { name: /RING-7/ })
  await size.getByRole('button', { name: /^Wholesale price of Harbour ring, US 7/ }).click()
  await page.getByRole('textbox', { name: /^Wholesale price of Harbour ring/ }).fill('120')
  await page.keyboard.press('Enter')
  await page.getByText('1 without wholesale price').waitFor()
  await expectSound(page)

  await row.getByRole('button', { name: 'More actions for Fern brooch' }).click()
  await page.getByRole('menuitem', { name: 'Price and stock history' }).click()
  const history = page.getByRole('dialog', { name: 'Price and stock history' })
  await history.getByText('$80.00 → $92.50').waitFor()
  expect(await history.getByRole('listitem').count()).toBe(1)
  await expectSound(page)
  await page.keyboard.press('Escape')
  await row.getByRole('link', { name: 'Fern brooch' }).click()
  await page.waitForURL(/\/supplier\/products\/prd_/)
  await eventually(() => page.getByLabel('Name').inputValue()).toBe('Fern brooch')
  expect(errors).toEqual([])
  await close()
  expect(brooch.id).toMatch(/^prd_/)
})

test('the second of two members who edit the same value gets a conflict with the current value', async () => {
  const { account, brooch } = await createStore()
  const { page, errors, close } = await openAs(account, DESKTOP, PATH)
  const cell = page.getByRole('button', { name: 'Stock of Fern brooch: 5. Edit' })
  await cell.waitFor()
  const answer = await fetch(`${shop.url}/supplier/products/${brooch.id}/variants/${brooch.variantId}`, {
    method: 'POST',
    headers: { ...account.headers, 'content-type': 'application/json' },
    body: JSON.stringify({ field: 'stock', before: 5, after: 7 }),
  })
  expect(answer.status).toBe(200)
  await cell.click()
  await page.getByRole('textbox', { name: 'Stock of Fern brooch' }).fill('6')
  await page.keyboard.press('Enter')
  await getToast(
    page,
    'error',
    'Someone else has changed this in the meantime. Check the new value.',
  ).waitFor()
  await page.getByRole('button', { name: 'Stock of Fern brooch: 7. Edit' }).waitFor()
  // Only the conflict is logged.
  expect(errors.filter((text) => !/409/.test(String(text)))).toEqual([])
  await close()
})

test('bulk edits of prices are previewed and undone, and products move to another warehouse', async () => {
  const { account, brooch, supplierId } = await createStore()
  await db.insert(warehouses).values({ supplierId, name: 'Bangkok', country: 'TH' })
  const { page, errors, close } = await openAs(account, PHONE, PATH)
  await page.getByRole('link', { name: /^All 3/ }).waitFor()
  await expectSoundOnBoth(page)
  const items = page.getByRole('listitem')
  for (const name of ['Harbour ring', 'Fern brooch'])
    await items.getByRole('checkbox', { name: `Select ${name}` }).check()
  await page
    .getByRole('toolbar', { name: 'Selected rows' })
    .getByRole('button', { name: 'Price', exact: true })
    .click()
  const dialog = page.getByRole('dialog', { name: 'Change prices' })
  await dialog.getByLabel('Price', { exact: true }).selectOption('Lower by a percentage')
  await dialog.getByLabel('Percentage', { exact: true }).fill('10')
  await expectSoundOnBoth(page)
  await dialog.getByRole('button', { name: 'Preview changes' }).click()
  await dialog.getByText('3 variants of 2 products will change.').waitFor()
  await dialog.getByRole('row', { name: /Fern brooch.*\$80\.00.*\$72\.00/ }).waitFor()
  await expectSoundOnBoth(page)
  await dialog.getByRole('button', { name: 'Change 2 products' }).click()
  const message = getToast(page, 'success', '2 products changed.')
  await message.waitFor()
  await page.getByText('$72.00').filter({ visible: true }).first().waitFor()
  await message.getByRole('button', { name: 'Undo' }).click()
  await getToast(page, 'success', '2 products restored.').waitFor()
  await page.getByText('$80.00').filter({ visible: true }).first().waitFor()
  await expectSoundOnBoth(page)

  await items.getByRole('checkbox', { name: 'Select Fern brooch' }).check()
  await page.getByRole('toolbar', { name: 'Selected rows' }).getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Move to a warehouse' }).click()
  const moving = page.getByRole('dialog', { name: 'Move to a warehouse' })
  await moving.getByLabel('Warehouse').selectOption('Bangkok')
  await expectSoundOnBoth(page)
  await moving.getByRole('button', { name: 'Move 1 product' }).click()
  await getToast(page, 'success', 'Moved 1 product.').waitFor()
  await page.goto(`${shop.url}${PATH}/${brooch.id}`)
  await eventually(() => page.getByLabel('Ships from').locator('option:checked').textContent()).toBe(
    'Bangkok',
  )
  expect(errors).toEqual([])
  await close()
})

test('on a phone the stock of a variant is edited in its card', async () => {
  const { account } = await createStore()
  const { page, errors, close } = await openAs(account, PHONE, `${PATH}?search=harbour`)
  const card = page.getByRole('listitem').filter({ hasText: 'Harbour ring' })
  await card.getByText('2 variants').click()
  await card.getByRole('button', { name: 'Stock of Harbour ring, US 7: 3. Edit' }).click()
  await page.getByRole('textbox', { name: 'Stock of Harbour ring, US 7' }).fill('30')
  await page.keyboard.press('Enter')
  await card.getByRole('button', { name: 'Stock of Harbour ring, US 7: 30. Edit' }).waitFor()
  await expectSound(page)
  expect(errors).toEqual([])
  await close()
})

test('products are filtered by view, search and category, saved as a view, and exported', async () => {
  const { account } = await createStore()
  const { page, errors, close } = await openAs(account, DESKTOP, PATH)
  await page.getByRole('link', { name: /^Sold out 1/ }).click()
  await page.getByRole('row', { name: /Quay chain/ }).waitFor()
  await eventually(() => page.getByRole('row', { name: /Fern brooch/ }).count()).toBe(0)
  await page.getByRole('link', { name: /^All 3/ }).click()
  await page.getByLabel('Category').selectOption('Brooches')
  await page.waitForURL(/category=Brooches/)
  await eventually(() => page.getByRole('row', { name: /Harbour ring/ }).count()).toBe(0)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export' }).click()
  const text = await readFile(await (await download).path(), 'utf8')
  expect(text).toContain('Fern brooch')
  expect(text).not.toContain('Quay chain')
  await page.getByRole('button', { name: 'Display' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'SKU' }).click()
  await page.getByRole('menuitemradio', { name: 'Compact' }).click()
  await page.getByRole('button', { name: 'Save view' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save view' })
  await dialog.getByLabel('Name').fill('Brooches by SKU')
  await expectSound(page)
  await dialog.getByRole('button', { name: 'Save view' }).click()
  await page.getByRole('link', { name: /^All 3/ }).click()
  await page.getByRole('row', { name: /Harbour ring/ }).waitFor()
  await page.getByRole('link', { name: 'Brooches by SKU' }).click()
  await page.getByRole('columnheader', { name: 'SKU' }).waitFor()
  await eventually(() => page.getByRole('row', { name: /Harbour ring/ }).count()).toBe(0)
  await page.reload()
  await page
    .getByRole('link', { name: 'Brooches by SKU', exact: true })
    .and(page.locator('[aria-current]'))
    .waitFor()
  await page.getByRole('button', { name: 'Saved view' }).click()
  await page.getByRole('menuitem', { name: 'Delete view' }).click()
  await eventually(() => page.getByRole('link', { name: 'Brooches by SKU' }).count()).toBe(0)
  await page.getByRole('searchbox', { name: 'Search products' }).fill('nothing like it')
  await page.getByText('No product matches this view and its filters.').waitFor()
  await expectSound(page)
  expect(errors).toEqual([])
  await close()
})

test('450 products can be scrolled, navigated by keys, and selected by Shift or all at once', async () => {
  const { account, supplierId } = await createStore()
  await generateStoreProducts(db.$client, supplierId, 450)
  const { page, errors, close } = await openAs(account, DESKTOP, `${PATH}?sort=title`)
  const table = page.getByRole('table', { name: 'Products' })
  const box = (index: number) => table.locator(`[data-row-index="${index}"]`)
  const bar = page.getByRole('toolbar', { name: 'Selected rows' })
  await box(0).focus()
  await page.keyboard.press('Space')
  for (const _ of [1, 2, 3]) await page.keyboard.press('Shift+ArrowDown')
  await bar.getByText('4 selected').waitFor()
  await page.keyboard.press('End')
  await eventually(() => hasFocus(box(452))).toBe(true)
  await table.getByRole('row').last().getByRole('link').waitFor()
  expect(await hasFocus(box(452))).toBe(true)
  await page.keyboard.press('Escape')
  await bar.waitFor({ state: 'detached' })
  await page.keyboard.press('Home')
  await eventually(() => hasFocus(box(0))).toBe(true)
  await page.keyboard.press('PageDown')
  await eventually(() => hasFocus(box(0))).toBe(false)
  await page.locator('.console-grid').evaluate((grid) => grid.scrollTo({ top: 300 * 53 }))
  await page.waitForURL(/row=30\d/)
  await box(305).click()
  await box(310).click({ modifiers: ['Shift'] })
  await bar.getByText('6 selected').waitFor()
  await page.keyboard.press('Control+a')
  await bar.getByText('453 selected').waitFor()
  await expectSound(page)
  await page.reload()
  await box(305).waitFor()
  const link = table
    .getByRole('row')
    .filter({ has: page.locator('[data-row-index="305"]') })
    .getByRole('link')
  const title = await link.innerText()
  await link.click()
  await eventually(() => page.getByLabel('Name').inputValue()).toBe(title)
  await page.goBack()
  await box(305).waitFor()
  expect(errors).toEqual([])
  await close()

  const phone = await openAs(account, PHONE, `${PATH}?sort=title`)
  const cards = phone.page.getByRole('list', { name: 'Products' })
  await cards.getByRole('listitem').first().getByRole('link').waitFor()
  await expectSound(phone.page)
  await phone.page.evaluate(() => scrollTo({ top: document.body.scrollHeight }))
  await phone.page.evaluate(() => scrollTo({ top: document.body.scrollHeight }))
  await cards.locator('[aria-posinset="453"]').getByRole('link').waitFor()
  expect(phone.errors).toEqual([])
  await phone.close()
})

test('a supplier without products gets links to add and import them', async () => {
  const supplier = await createTestSupplier(db)
  const account = await createSignedInAccount(db, new Date(), { type: 'manufacturer', owns: supplier })
  const { page, errors, close } = await openAs(account, PHONE, PATH)
  await page.getByText('No products yet').waitFor()
  await page.getByRole('link', { name: 'Import products' }).waitFor()
  await expectSound(page)
  expect(errors).toEqual([])
  await close()
})

function openAs(
  account: Awaited<ReturnType<typeof createSignedInAccount>>,
  options: typeof PHONE,
  path: string,
) {
  const { publicId, ...rest } = account
  const user = { ...rest, id: publicId, isActive: true, type: 'manufacturer' }
  return openPage(browser, {
    address: shop.url + path,
    options: withLocalStorage(options, shop.url, { user }),
  })
}
