import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { startDemoShop } from '../steps/browser-shop.ts'
import { DESKTOP, expectAccessible, freshPage, PHONE } from '../steps/chromium.ts'
import { waitForHydration, readTexts } from './storefront.ts'

const { shop, browser } = await startDemoShop()

/** The facets for size, colour and purity: their names in the URL and on the page. */
const FACETS = [
  ['size', 'Ring size'],
  ['color', 'Colour'],
  ['purity', 'Purity'],
] as const

const SCREENS = [
  ['a phone', PHONE],
  ['a desktop', DESKTOP],
] as const

type Facets = Readonly<{
  total: number
  facets: readonly { name: string; options: readonly { value: string; label: string; count: number }[] }[]
}>

const readCount = async (page: Page) =>
  Number((await page.locator('main p', { hasText: /^[\d,]+ products?$/ }).innerText()).replaceAll(/\D/g, ''))

/** Returns the API's counts for a search. */
async function fetchFacets(page: Page, query: string): Promise<Facets> {
  return JSON.parse(await (await page.request.get(`${shop.url}/shop/getFacets?${query}`)).text())
}

/** Returns a facet's options as the API counts them, the fewest products first. */
async function fetchOptions(page: Page, facet: string, query = '') {
  const { facets } = await fetchFacets(page, query)
  const options = facets.find(({ name }) => name === facet)?.options.filter(({ count }) => count > 0) ?? []
  expect(options.length).toBeGreaterThan(1)
  return options.toSorted((a, b) => a.count - b.count)
}

async function open(path: string, screen: (typeof SCREENS)[number][1]) {
  const session = await freshPage(browser, screen)
  await session.page.goto(shop.url + path, { waitUntil: 'domcontentloaded' })
  await waitForHydration(session.page)
  return session
}

/** Opens a facet's list: a sheet on a desktop, a part of the drawer on a phone. */
async function openFacet(
  page: Page,
  [facet, title]: readonly [string, string],
  isPhone: boolean,
): Promise<Locator> {
  const drawer = page.getByRole('dialog', { name: 'Filters' })
  if (isPhone && !(await drawer.isVisible())) await page.locator('.facet-fold > summary').click()
  const entry = isPhone
    ? drawer.locator('details', { has: page.locator('summary', { hasText: title }) })
    : page.locator(`details[data-facet="${facet}"]`)
  if (!(await isOpen(entry))) await entry.locator('summary').click()
  return entry
}

const isOpen = async (entry: Locator) => (await entry.getAttribute('open')) !== null

/** Returns the option with this label. */
const optionIn = (entry: Locator, label: string) =>
  entry.getByRole('link').filter({ has: entry.page().getByText(label, { exact: true }) })

for (const [screen, options] of SCREENS) {
  test.each(FACETS)(
    `on ${screen} %s is filtered with a matching count, and the URL keeps the filter`,
    async (...row) => {
      const [facet] = row
      const isPhone = options === PHONE
      const { page, errors, close } = await open('/marketplace', options)
      const [first, second] = await fetchOptions(page, facet)
      if (!first || !second) throw new Error('the catalogue has no two options')

      const choice = optionIn(await openFacet(page, row, isPhone), first.label)
      expect(Number((await choice.innerText()).slice(first.label.length).replaceAll(/\D/g, ''))).toBe(
        first.count,
      )
      await choice.click()
      await page.waitForURL(`**/marketplace?${facet}=${first.value.toLowerCase()}`)
      await expect.poll(() => choice.getAttribute('aria-current')).toBe('true')
      await expect.poll(() => readCount(page)).toBe(first.count)
      await optionIn(await openFacet(page, row, isPhone), second.label).click()
      const both = [first, second]
        .map(({ value }) => value.toLowerCase())
        .toSorted()
        .join('.')
      await page.waitForURL(`**/marketplace?${facet}=${both}`)
      const { total } = await fetchFacets(page, `${facet}=${both}`)
      if (isPhone) {
        await page
          .getByRole('dialog')
          .getByRole('button', { name: `Show ${total} product` })
          .click()
        await page.locator('dialog[open]').waitFor({ state: 'detached' })
      } else await page.keyboard.press('Escape')
      await expect.poll(() => readCount(page)).toBe(total)
      await page.evaluate('scrollTo(0, 0)')
      await expectAccessible(page)

      await page.reload({ waitUntil: 'domcontentloaded' })
      await waitForHydration(page)
      expect(await readCount(page)).toBe(total)
      const chosen = page.getByRole('list', { name: 'Active filters' }).getByRole('link')
      expect((await readTexts(chosen)).toSorted()).toEqual(
        [first.label, second.label, 'Clear all'].toSorted(),
      )
      await page.getByRole('link', { name: `Remove filter: ${first.label}`, exact: true }).click()
      await page.waitForURL(`**/marketplace?${facet}=${second.value.toLowerCase()}`)
      await expect.poll(() => readCount(page)).toBe(second.count)
      await page.goBack()
      await page.waitForURL(`**/marketplace?${facet}=${both}`)
      await page.getByRole('link', { name: 'Clear all' }).click()
      await page.waitForURL('**/marketplace')
      // Compares with the current catalogue, as other tests order and release products.
      const countMissing = async () => (await fetchFacets(page, '')).total - (await readCount(page))
      await expect.poll(countMissing).toBe(0)
      expect(errors).toEqual([])
      await close()
    },
  )
}

test('size, colour and purity filter each other, and work by keyboard', async () => {
  const { page, errors, close } = await open('/marketplace', DESKTOP)
  let query = ''
  for (const [facet, title] of [FACETS[2], FACETS[0], FACETS[1]]) {
    const wanted = (await fetchOptions(page, facet, query)).at(-1)
    if (!wanted) throw new Error('nothing is left to choose')
    const entry = page.locator(`details[data-facet="${facet}"]`)
    await entry.locator('summary').focus()
    if (!(await isOpen(entry))) await page.keyboard.press('Enter')
    await optionIn(entry, wanted.label).waitFor()
    const isThere = () =>
      page.evaluate(
        `document.activeElement.closest('a')?.textContent.startsWith(${JSON.stringify(wanted.label)})`,
      )
    for (let tabs = 0; tabs < 60 && !(await isThere()); tabs += 1) await page.keyboard.press('Tab')
    expect(await entry.locator('a:focus').count()).toBe(1)
    await page.keyboard.press('Enter')
    query += `${query && '&'}${facet}=${wanted.value.toLowerCase()}`
    await expect.poll(() => new URL(page.url()).searchParams.get(facet)).toBe(wanted.value.toLowerCase())
    await expect.poll(() => readCount(page)).toBe(wanted.count)
    expect((await fetchFacets(page, query)).total).toBe(wanted.count)
    await page.keyboard.press('Escape')
    await expect.poll(() => isOpen(entry)).toBe(false)
    expect(await page.evaluate('document.activeElement.textContent')).toContain(title)
  }
  await page.getByRole('link', { name: 'Clear all' }).focus()
  await page.keyboard.press('Enter')
  await page.waitForURL('**/marketplace')
  expect(errors).toEqual([])
  await close()
})
