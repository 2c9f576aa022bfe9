import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { startBrowserShop } from '../steps/browser-shop.ts'
import { withLocalStorage, readStorage } from '../steps/checkout-steps.ts'
import { listAxeErrors, DESKTOP, PHONE, getHorizontalOverflow } from '../steps/chromium.ts'
import { openPage } from './storefront.ts'

const { shop, browser } = await startBrowserShop()

const PAPER = { light: 'rgb(251, 249, 245)', dark: 'rgb(23, 21, 18)' } as const
const COLOR = { light: '#fbf9f5', dark: '#171512' } as const

const getBackground = (page: Page) => page.evaluate('getComputedStyle(document.body).backgroundColor')
const getColorScheme = (page: Page) => page.evaluate('getComputedStyle(document.documentElement).colorScheme')
/** The colours of the browser's toolbar, in either theme. */
const getThemeColors = (page: Page) =>
  page.evaluate(`[...document.querySelectorAll('meta[name="theme-color"]')].map(({ content }) => content)`)

async function expectTheme(page: Page, theme: 'light' | 'dark'): Promise<void> {
  await expect.poll(() => getBackground(page)).toBe(PAPER[theme])
  expect([await getColorScheme(page), await getThemeColors(page)]).toEqual([
    theme,
    [COLOR[theme], COLOR[theme]],
  ])
}

test('a theme selected in the footer persists across pages and visits, and can follow the device again', async () => {
  const { page, errors, close } = await openPage(browser, { address: `${shop.url}/404`, options: DESKTOP })
  const themes = page.getByRole('contentinfo').getByRole('group', { name: 'Theme' })
  await themes.scrollIntoViewIfNeeded()
  expect(await themes.getByRole('radio', { name: 'System' }).isChecked()).toBe(true)
  await themes.getByRole('radio', { name: 'Dark' }).check()
  await expectTheme(page, 'dark')
  expect(await listAxeErrors(page)).toEqual([])
  await page.goto(`${shop.url}/contact-us`)
  await expectTheme(page, 'dark')
  await themes.scrollIntoViewIfNeeded()
  await expect.poll(() => themes.getByRole('radio', { name: 'Dark' }).isChecked()).toBe(true)
  await page.emulateMedia({ media: 'print' })
  expect(await getBackground(page)).toBe('rgb(255, 255, 255)')
  await page.emulateMedia({ media: 'screen', colorScheme: 'dark' })
  await themes.getByRole('radio', { name: 'Light' }).check()
  await expectTheme(page, 'light')
  await themes.getByRole('radio', { name: 'System' }).check()
  await expect.poll(() => getBackground(page)).toBe(PAPER.dark)
  expect([await readStorage(page, 'theme'), await getThemeColors(page)]).toEqual([
    null,
    [COLOR.light, COLOR.dark],
  ])
  expect(errors.filter((error) => !error.includes('404'))).toEqual([])
  await close()
})

test.each(['light', 'dark'] as const)(
  'the selected %s theme is applied before the page’s scripts load',
  async (theme) => {
    const options = {
      ...withLocalStorage(PHONE, shop.url, { theme }),
      colorScheme: theme === 'dark' ? ('light' as const) : ('dark' as const),
    }
    const context = await browser.newContext({ serviceWorkers: 'block', ...options })
    const page = await context.newPage()
    await page.route('**/*.js', (route) => route.abort())
    await page.goto(shop.url)
    await expectTheme(page, theme)
    await context.close()
  },
)

test('a phone has the theme selection in its menu, and the whole landing page is dark', async () => {
  const { page, errors, close } = await openPage(browser, { address: shop.url, options: PHONE })
  await page.getByRole('button', { name: 'Open menu' }).click()
  await page.getByRole('dialog', { name: 'Menu' }).getByRole('radio', { name: 'Dark' }).check()
  await expectTheme(page, 'dark')
  await page.getByRole('dialog', { name: 'Menu' }).getByRole('button', { name: 'Close' }).click()
  const hero = await page.evaluate(`getComputedStyle(document.querySelector('.hero')).backgroundColor`)
  const brightest = Math.max(...(String(hero).match(/\d+/g) ?? []).map(Number))
  expect(brightest).toBeLessThan(100)
  expect(await listAxeErrors(page)).toEqual([])
  expect(await getHorizontalOverflow(page)).toBe(0)
  expect(errors).toEqual([])
  await close()
})

test('ignores an invalid stored theme', async () => {
  for (const theme of ['purple', '__proto__', 'constructor']) {
    const { page, errors, close } = await openPage(browser, {
      address: `${shop.url}/contact-us`,
      options: withLocalStorage(DESKTOP, shop.url, { theme }),
    })
    expect(await getBackground(page)).toBe(PAPER.light)
    expect(await page.evaluate('document.documentElement.dataset.theme ?? null')).toBe(null)
    expect(errors).toEqual([])
    await close()
  }
})
