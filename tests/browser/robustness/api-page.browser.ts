import { expect, test } from 'vitest'
import { startBrowserShop } from '../steps/browser-shop.ts'
import { DESKTOP, freshPage } from '../steps/chromium.ts'

const { shop, browser } = await startBrowserShop()

test('the API documentation can run a public call, which answers 200 and shows the answer', async () => {
  const { page, errors, close } = await freshPage(browser, DESKTOP)
  // Groups of calls are collapsed, so the URL opens this one.
  await page.goto(`${shop.url}/api#/shop/get_shop_getFacets`, { waitUntil: 'domcontentloaded' })
  const call = page.locator('#operations-shop-get_shop_getFacets')
  await call.getByRole('button', { name: 'Try it out' }).click()
  await call.getByRole('button', { name: 'Execute' }).click()
  const answer = call.locator('.live-responses-table')
  await expect.poll(() => answer.locator('.response-col_status').last().innerText()).toContain('200')
  expect(await answer.locator('.response-col_description').last().innerText()).toContain('"facets"')
  // Swagger UI logs this for every such URL.
  expect(errors.filter((text) => !text.startsWith('Deprecated: escaping deep link'))).toEqual([])
  await close()
})
