import { expect, test } from 'vitest'
import { openPage } from '../shop/storefront.ts'
import { startBrowserShop } from '../steps/browser-shop.ts'
import { DESKTOP, expectAccessible, getHorizontalOverflow, PHONE } from '../steps/chromium.ts'

const { shop, browser } = await startBrowserShop()

test('the page of all interface components is accessible in both themes, and its overlays open and close', async () => {
  for (const [options, colorScheme] of [
    [DESKTOP, 'light'],
    [PHONE, 'dark'],
  ] as const) {
    const { page, errors, close } = await openPage(browser, {
      address: `${shop.url}/dev/ui`,
      options: { ...options, colorScheme },
    })
    await page.getByRole('heading', { name: 'Interface components' }).waitFor()
    await expectAccessible(page)
    expect(await getHorizontalOverflow(page)).toBe(0)
    await page.getByRole('button', { name: 'Open the popover' }).click()
    await page.getByRole('button', { name: 'Close the popover' }).click()
    await page.getByRole('button', { name: 'Open the right drawer' }).click()
    const drawer = page.getByRole('dialog', { name: 'Right drawer' })
    await drawer.getByText('Its content.').waitFor()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await drawer.waitFor({ state: 'hidden' })
    expect(errors).toEqual([])
    await close()
  }
})
