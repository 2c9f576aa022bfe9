import type { Browser, Page } from 'playwright-core'
import { expect } from 'vitest'
import type { CreatedAccount } from '#tests/shop/accounts.ts'
import { openPage } from '../shop/storefront.ts'
import { eventually, withLocalStorage } from '../steps/checkout-steps.ts'
import { DESKTOP, getHorizontalOverflow, listAxeErrors, type PHONE } from '../steps/chromium.ts'

/** Opens a page as a signed-in user, by default a supplier. */
export function openConsole(
  browser: Browser,
  {
    shopUrl,
    account,
    type = 'manufacturer',
    options,
    path,
  }: Readonly<{
    shopUrl: string
    account: CreatedAccount
    type?: string
    options: typeof PHONE
    path: string
  }>,
) {
  const { publicId, ...rest } = account
  const user = { ...rest, id: publicId, isActive: true, type }
  return openPage(browser, {
    address: shopUrl + path,
    options: withLocalStorage(options, shopUrl, { user }),
  })
}

/** Expects a page without faults of accessibility that fits its width. */
export async function expectSound(page: Page): Promise<void> {
  expect(await listAxeErrors(page)).toEqual([])
  // A lazy chart takes the width of its panel a moment later.
  await eventually(() => getHorizontalOverflow(page)).toBe(0)
}

/** Expects an open phone page to have no faults at desktop width either. It leaves the page at the phone's width. */
export async function expectSoundOnBoth(page: Page): Promise<void> {
  const phone = page.viewportSize()
  await expectSound(page)
  if (!phone || !DESKTOP.viewport) throw new Error('The page has no width of its own.')
  await page.setViewportSize(DESKTOP.viewport)
  // Wherever the phone's page was scrolled to, a bar that stays at the top may hide half of a control.
  await page.evaluate('scrollTo(0, 0)')
  await expectSound(page)
  await page.setViewportSize(phone)
}
