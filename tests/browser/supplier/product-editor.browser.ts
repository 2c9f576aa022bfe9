import sharp from 'sharp'
import { expect, test } from 'vitest'
import { createSignedInAccount } from '#tests/shop/accounts.ts'
import { createTestSupplier } from '#tests/shop/factories.ts'
import { startBrowserShop } from '../steps/browser-shop.ts'
import { eventually, withLocalStorage } from '../steps/checkout-steps.ts'
import { DESKTOP, PHONE } from '../steps/chromium.ts'
import { getToast, openPage } from '../shop/storefront.ts'
import { expectSound } from './console-steps.ts'

const { shop, db, browser } = await startBrowserShop()

type Page = Awaited<ReturnType<typeof openPage>>['page']

test('a supplier writes a product with prices, facts and pictures, publishes and archives it, on a phone and a desktop', async () => {
  const { page, errors, close } = await openEditor(PHONE)
  await expectEditorSound(page)
  await page.getByLabel('Name', { exact: true }).fill('Harbour solitaire')
  await page.getByLabel('Category').selectOption('Rings')
  await page.getByLabel('Retail price', { exact: true }).fill('1,200')
  await page.getByLabel('Wholesale price', { exact: true }).fill('1,300')
  await page.getByLabel('Quantity').fill('3')
  await page.getByLabel('SKU (optional)').fill('HARBOUR-1')
  await page.getByLabel('Barcode (optional)').fill('6291041500214')
  await page.getByLabel('Metal', { exact: true }).selectOption('White gold')
  await page.getByLabel('Plating', { exact: true }).selectOption('Yellow gold')
  await page.getByRole('button', { name: 'Add a stone' }).click()
  await page.getByLabel('Stone', { exact: true }).selectOption('Diamond')
  await page.getByLabel('Carat, total').fill('0.5')
  await save(page)
  const summary = page.getByRole('alert').filter({ hasText: '4 entries need your attention' })
  await summary.waitFor()
  await summary.getByRole('button', { name: /natural or lab-grown/ }).click()
  await eventually(() => page.evaluate('document.activeElement.name')).toBe('stones.0.origin')
  await expectEditorSound(page)

  await page.getByLabel('Barcode (optional)').fill('6291041500213')
  await page.getByLabel('Origin', { exact: true }).selectOption('Lab-grown')
  await page.getByLabel('Plating', { exact: true }).selectOption('Rhodium')
  await page.getByLabel('Wholesale price', { exact: true }).fill('713.37')
  await page.getByText('$486.63 (40.6%)').waitFor()
  await page.getByText('Missing: purity, size standard, weight').waitFor()
  await addPictures(page)
  await save(page)
  await getToast(page, 'success', 'Product saved. Missing: purity, size standard, weight.').waitFor()
  await page.waitForURL(/\/products\/prd_/)
  await page.getByRole('heading', { level: 1, name: 'Harbour solitaire' }).waitFor()
  await expectEditorSound(page)

  await page.getByRole('button', { name: 'Publish product' }).click()
  await page.getByText('Published', { exact: true }).waitFor()
  expect(await readShopPage(page)).not.toMatch(/713\.37|71337/)
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Archive product' }).click()
  const dialog = page.getByRole('dialog', { name: 'Archive this product?' })
  await dialog.getByText('3 units in stock').waitFor()
  await dialog.getByRole('button', { name: 'Archive product' }).click()
  await page.getByText('This product is archived').waitFor()
  await expectEditorSound(page)
  await page.getByRole('button', { name: 'Restore product' }).click()
  await page.getByText('Draft', { exact: true }).waitFor()
  expect(errors).toEqual([])
  await close()
})

test('pictures are sorted by buttons and by dragging, and keep their descriptions', async () => {
  const { page, errors, close } = await openEditor(DESKTOP)
  await page.getByLabel('Name', { exact: true }).fill('Quay ring')
  await addPictures(page)
  const list = page.getByRole('list', { name: 'Pictures' })
  const sources = () => list.getByRole('img').evaluateAll((all) => all.map((one) => one.getAttribute('src')))
  const [first, second] = await sources()
  await page.getByLabel('Description of picture 2').fill('Worn on a hand')
  await page.getByRole('button', { name: 'Move picture 2 left' }).click()
  await eventually(sources).toEqual([second, first])
  expect(await page.getByLabel('Description of picture 1').inputValue()).toBe('Worn on a hand')
  await save(page)
  await page.waitForURL(/\/products\/prd_/)
  await page.reload()
  await eventually(() => page.getByLabel('Description of picture 1').inputValue()).toBe('Worn on a hand')
  await list.getByRole('listitem').nth(1).dragTo(list.getByRole('listitem').nth(0))
  await eventually(sources).toEqual([first, second])
  expect(errors).toEqual([])
  await close()
})

test('a picture can be pasted, and taken with the phone’s camera', async () => {
  const { page, errors, close } = await openEditor(PHONE)
  await page.getByLabel('Name', { exact: true }).fill('Pier ring')
  const [pasted, photo] = await createPictureFiles()
  await page.evaluate((base64) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
    const clipboardData = new DataTransfer()
    clipboardData.items.add(new File([bytes], 'image.png', { type: 'image/png' }))
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
    document.activeElement?.dispatchEvent(event)
  }, pasted.buffer.toString('base64'))
  await page.getByLabel('Description of picture 1').waitFor()
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Take a photo' }).tap(),
  ])
  expect(await chooser.element().getAttribute('capture')).toBe('environment')
  await chooser.setFiles(photo)
  await page.getByLabel('Description of picture 2').waitFor()
  await save(page)
  await page.waitForURL(/\/products\/prd_/)
  await page.reload()
  await eventually(() => page.getByRole('list', { name: 'Pictures' }).getByRole('img').count()).toBe(2)
  expect(errors).toEqual([])
  await close()
})

test('leaving with unsaved changes asks for confirmation, and the second of two editors gets a conflict', async () => {
  const { page, errors, close } = await openEditor(DESKTOP)
  await page.getByLabel('Name', { exact: true }).fill('Jetty ring')
  await page.getByRole('link', { name: 'All products' }).click()
  const dialog = page.getByRole('dialog', { name: 'Leave without saving?' })
  await dialog.getByRole('button', { name: 'Stay' }).click()
  expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Jetty ring')
  await save(page)
  await page.waitForURL(/\/products\/prd_/)

  const other = await page.context().newPage()
  await other.goto(page.url())
  await other.getByLabel('Name', { exact: true }).fill('Jetty ring, first')
  await save(other)
  await getToast(other, 'success', 'Product saved').waitFor()
  await page.getByLabel('Name', { exact: true }).fill('Jetty ring, second')
  await save(page)
  await page.getByText('This product was changed elsewhere since you opened it.').waitFor()
  await expectEditorSound(page)
  await page.getByRole('button', { name: 'Load latest version' }).click()
  await eventually(() => page.getByLabel('Name', { exact: true }).inputValue()).toBe('Jetty ring, first')
  // Only the rejected save is logged.
  expect(errors.filter((error) => !error.includes('409'))).toEqual([])
  await close()
})

test('a supplier makes a price list for a vendor and checks what they pay, on a phone and a desktop', async () => {
  const { page, errors, close } = await openEditor(PHONE)
  await page.getByLabel('Name', { exact: true }).fill('Wharf ring')
  await page.getByLabel('Retail price', { exact: true }).fill('100')
  await page.getByLabel('Wholesale price', { exact: true }).fill('60')
  await save(page)
  await page.waitForURL(/\/products\/prd_/)
  await page.getByRole('link', { name: 'Price lists for vendors' }).click()
  await page.getByText('No price lists yet').waitFor()
  await expectEditorSound(page)

  await page.getByRole('button', { name: 'Add price list' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add price list' })
  await dialog.getByLabel('Name').fill('Mei')
  await dialog.getByRole('button', { name: 'Save price list' }).click()
  await dialog.getByText('Enter a percentage or add the price of a product.').waitFor()
  await dialog.getByLabel('For', { exact: true }).selectOption('Chosen vendors')
  await dialog.getByLabel('Email addresses of vendors').fill('mei@vendor.example')
  await dialog.getByLabel('Add the price of a product').fill('wharf')
  await dialog.getByRole('button', { name: /Wharf ring/ }).click()
  await dialog.getByLabel('Price', { exact: true }).fill('45')
  await dialog.getByLabel('From quantity').fill('5')
  await expectEditorSound(page)
  await dialog.getByRole('button', { name: 'Save price list' }).click()
  await getToast(page, 'success', 'Price list saved.').waitFor()
  await page.getByText('1 product price · mei@vendor.example').waitFor()

  const check = page.getByRole('region', { name: 'Check a price' })
  await check.getByLabel('Product').fill('wharf')
  await check.getByRole('button', { name: /Wharf ring/ }).click()
  await check.getByText('$60.00 each').waitFor()
  await check.getByLabel('Vendor’s email').fill('mei@vendor.example')
  await check.getByLabel('Quantity').fill('5')
  await check.getByText('$45.00 each').waitFor()
  await expectEditorSound(page)
  await page.getByRole('button', { name: 'Remove Mei' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove price list' }).click()
  await page.getByText('No price lists yet').waitFor()
  expect(errors).toEqual([])
  await close()
})

async function openEditor(options: typeof PHONE) {
  const store = await createTestSupplier(db)
  const owner = await createSignedInAccount(db, new Date(), { type: 'manufacturer', owns: store })
  const { publicId, ...rest } = owner
  const user = { ...rest, id: publicId, isActive: true, type: 'manufacturer' }
  const opened = await openPage(browser, {
    address: `${shop.url}/dashboard/supplier/products/new`,
    options: withLocalStorage(options, shop.url, { user }),
  })
  await opened.page.getByRole('heading', { level: 1, name: 'New product' }).waitFor()
  return opened
}

async function createPictureFiles() {
  const createFile = async (background: string) => ({
    name: 'picture.png',
    mimeType: 'image/png',
    buffer: await sharp({ create: { width: 60, height: 60, channels: 3, background } })
      .png()
      .toBuffer(),
  })
  return [await createFile('#204030'), await createFile('#a08040')] as const
}

async function addPictures(page: Page): Promise<void> {
  await page.getByTestId('picture-files').setInputFiles([...(await createPictureFiles())])
  await page.getByLabel('Description of picture 2').waitFor()
}

/** Returns the HTML of the edited product's page. */
async function readShopPage(page: Page): Promise<string> {
  const html = await (
    await fetch(`${shop.url}/product/${new URL(page.url()).pathname.split('/').at(-1)}`)
  ).text()
  expect(html).toContain('Harbour solitaire')
  return html
}

async function save(page: Page): Promise<void> {
  await page
    .getByRole('region', { name: 'Unsaved changes' })
    .getByRole('button', { name: 'Save', exact: true })
    .click()
}

/** Checks the page at both widths, in a window as high as the page, where the save bar covers no field. */
async function expectEditorSound(page: Page): Promise<void> {
  const size = page.viewportSize()
  for (const { viewport } of [PHONE, DESKTOP]) {
    if (viewport) await page.setViewportSize(viewport)
    const height = Number(await page.evaluate('document.documentElement.scrollHeight'))
    if (viewport)
      await page.setViewportSize({ width: viewport.width, height: Math.max(height, viewport.height) })
    await expectSound(page)
  }
  if (size) await page.setViewportSize(size)
}
