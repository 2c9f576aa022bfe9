import { expect, test } from 'vitest'
import { createSignedInAccount } from '#tests/shop/accounts.ts'
import { createTestProduct, createTestSupplier } from '#tests/shop/factories.ts'
import { waitUntil } from '#tests/shop/running-shop.ts'
import { getToast, openPage, waitForHydration } from '../shop/storefront.ts'
import { startBrowserShop } from '../steps/browser-shop.ts'
import { PHONE } from '../steps/chromium.ts'
import { expectSoundOnBoth, openConsole } from './console-steps.ts'

const { shop, db, browser } = await startBrowserShop()

const DAY_MS = 86_400_000
const toDate = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10)

test('a supplier sets the handling time and a holiday, which shoppers see, on a phone and a desktop', async () => {
  const supplier = await createTestSupplier(db, { name: 'Away' })
  const product = await createTestProduct(db, { supplier, stock: 3 })
  const account = await createSignedInAccount(db, new Date(), { type: 'manufacturer', owns: supplier })
  const at = { shopUrl: shop.url, account, options: PHONE }
  const { page, errors, close } = await openConsole(browser, {
    ...at,
    path: '/dashboard/supplier/settings',
  })

  await page.getByText('Within 2 business days').waitFor()
  await page.getByRole('button', { name: /^Edit / }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Working days until hand-over').fill('5')
  await dialog.getByLabel('Cut-off time (optional)').fill('14:00')
  await expectSoundOnBoth(page)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await getToast(page, 'success', 'Handling time saved.').waitFor()
  await page.getByText('Within 5 working days · ordered before 14:00').waitFor()

  await page.getByLabel('First day').fill(toDate(-1))
  await page.getByLabel('Last day').fill(toDate(9))
  await page.getByLabel('Meanwhile').selectOption('pause')
  await page.getByLabel('Message to shoppers (optional)').fill('We are at a fair.')
  await page.getByRole('button', { name: 'Set holiday' }).click()
  await getToast(page, 'success', 'Holiday saved.').waitFor()
  await expectSoundOnBoth(page)

  const shopper = await openPage(browser, { address: `${shop.url}/product/${product.id}`, options: PHONE })
  await shopper.page.getByText('Away is on holiday until').waitFor()
  await shopper.page.getByText('We are at a fair.').waitFor()
  const onHoliday = shopper.page.getByRole('main').getByRole('button', { name: 'On holiday' }).first()
  expect(await onHoliday.isDisabled()).toBe(true)
  await expectSoundOnBoth(shopper.page)

  await page.goto(`${shop.url}/dashboard/supplier`)
  await page.getByText('Your store is on holiday until').waitFor()
  await expectSoundOnBoth(page)
  await page.getByRole('button', { name: 'End holiday' }).click()
  await getToast(page, 'success', 'Holiday ended.').waitFor()
  const endedAt = performance.now()
  await waitUntil('the page of the product knows of no holiday', async () => {
    const drawn = await fetch(`${shop.url}/product/${product.id}`)
    return !(await drawn.text()).includes('We are at a fair.')
  })
  // Without an invalidation, the cached page would stay closed for a minute.
  expect(performance.now() - endedAt).toBeLessThan(20_000)
  await shopper.page.reload()
  await waitForHydration(shopper.page)
  const button = shopper.page.getByRole('main').getByRole('button', { name: 'Add to Cart' }).first()
  expect(await button.isDisabled()).toBe(false)
  expect([errors, shopper.errors]).toEqual([[], []])
  await shopper.close()
  await close()
})

test('a supplier adds a warehouse and archives the first one, whose products move', async () => {
  const supplier = await createTestSupplier(db, { name: 'Moving' })
  const product = await createTestProduct(db, { supplier, stock: 3 })
  const account = await createSignedInAccount(db, new Date(), { type: 'manufacturer', owns: supplier })
  const at = { shopUrl: shop.url, account, options: PHONE }
  const { page, errors, close } = await openConsole(browser, { ...at, path: '/dashboard/supplier/settings' })
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Add warehouse' }).click()
  await dialog.getByLabel('Name').fill('Bangkok')
  await dialog.getByLabel('Country').selectOption('TH')
  await dialog.getByRole('button', { name: 'Add warehouse' }).click()
  await getToast(page, 'success', 'Warehouse added.').waitFor()
  await page.getByRole('button', { name: 'Actions for Moving Warehouse' }).click()
  await page.getByRole('menuitem', { name: 'Archive' }).click()
  await dialog.getByText('1 product moves to another warehouse').waitFor()
  await dialog.getByLabel('Move products to').selectOption('Bangkok')
  await dialog.getByRole('button', { name: 'Archive warehouse' }).click()
  await getToast(page, 'success', 'Warehouse archived.').waitFor()
  await page.getByText('Archived (1)').click()
  await page.getByRole('button', { name: 'Restore Moving Warehouse' }).waitFor()
  await waitUntil('the product lies in the other warehouse', async () => {
    const shown = await fetch(`${shop.url}/shop/getProductsByID/${product.id}`)
    return (await shown.text()).includes('"warehouse":"Bangkok"')
  })
  await expectSoundOnBoth(page)
  expect(errors).toEqual([])
  await close()
})
