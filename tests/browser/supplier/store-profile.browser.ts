import sharp from 'sharp'
import { expect, test } from 'vitest'
import { createSignedInAccount } from '#tests/shop/accounts.ts'
import { createTestSupplier } from '#tests/shop/factories.ts'
import { getToast } from '../shop/storefront.ts'
import { startBrowserShop } from '../steps/browser-shop.ts'
import { PHONE } from '../steps/chromium.ts'
import { expectSoundOnBoth, openConsole } from './console-steps.ts'

const { shop, db, browser } = await startBrowserShop()

test('a supplier describes the store and crops its logo, which buyers see, on a phone and a desktop', async () => {
  const store = await createTestSupplier(db)
  const account = await createSignedInAccount(db, new Date(), { type: 'manufacturer', owns: store })
  const { page, errors, close } = await openConsole(browser, {
    shopUrl: shop.url,
    account,
    options: PHONE,
    path: '/dashboard/supplier/settings',
  })
  await page.getByRole('link', { name: 'Store profile' }).click()
  await page.getByLabel('City (optional)').fill('Arezzo')
  await page.getByLabel('Description (optional)').fill('Cast and finished by hand since 1974.')
  await page.getByLabel('Years of experience (optional)').fill('many')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Enter whole years, such as 12.').waitFor()
  await expectSoundOnBoth(page)
  await page.getByLabel('Years of experience (optional)').fill('52')
  await page.getByRole('button', { name: 'Save' }).click()
  await getToast(page, 'success', 'Store saved.').waitFor()

  await page.getByTestId('logo-file').setInputFiles({
    name: 'logo.png',
    mimeType: 'image/png',
    buffer: await createTwoColours(),
  })
  const dialog = page.getByRole('dialog', { name: 'Crop logo' })
  const area = dialog.getByRole('img', { name: 'The part of the picture that becomes the logo' })
  await expectSoundOnBoth(page)
  await dialog.getByLabel('Zoom').fill('200')
  await area.focus()
  // Moves the picture right, so that its left half becomes the logo.
  for (let press = 0; press < 40; press += 1) await page.keyboard.press('ArrowRight')
  await dialog.getByRole('button', { name: 'Save logo' }).click()
  await getToast(page, 'success', 'Logo saved.').waitFor()
  const logo = page.getByRole('img', { name: /^Logo of/ })
  const address = await logo.getAttribute('src')
  const picture = await fetch(shop.url + address)
  const { dominant } = await sharp(await picture.arrayBuffer()).stats()
  expect(dominant.r).toBeGreaterThan(dominant.b)
  await expectSoundOnBoth(page)

  await page.goto(`${shop.url}/store-profile?id=${store.publicId}`)
  await page.getByText('Cast and finished by hand since 1974.').first().waitFor()
  await page.getByText('Arezzo').first().waitFor()
  expect(errors).toEqual([])
  await close()
})

/** Returns a wide picture that is red at the left and blue at the right. */
async function createTwoColours(): Promise<Buffer> {
  const half = { width: 200, height: 200, channels: 3 } as const
  const left = await sharp({ create: { ...half, background: '#c02020' } })
    .png()
    .toBuffer()
  return sharp({ create: { ...half, width: 400, background: '#2020c0' } })
    .composite([{ input: left, left: 0, top: 0 }])
    .png()
    .toBuffer()
}
