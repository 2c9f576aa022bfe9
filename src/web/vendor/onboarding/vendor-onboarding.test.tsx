import { expect, test } from 'vitest'
import { renderHtml, findTags, toText } from '#tests/data/rendered.tsx'
import { createProductCard } from '#tests/data/view-data.ts'
import { connectionPage } from './connection-page.tsx'
import { parseRetailSettings } from './retail-settings-editor.tsx'
import { type SelectionData, SelectionView } from './selection-page.tsx'
import { syncPage } from './sync-page.tsx'
import { explainRun } from './use-sync.ts'

const NOTHING = { data: undefined, params: {}, search: {} }
const one = () => renderHtml(<connectionPage.View {...NOTHING} />)
const three = () => renderHtml(<syncPage.View {...NOTHING} />)

function two(over: Partial<SelectionData> = {}): string {
  const data = { searchText: '', products: [createProductCard()], total: 41, page: 2, pages: 3, ...over }
  return renderHtml(<SelectionView data={data} params={{}} search={{}} />)
}

function findHref(html: string, label: string): string | undefined {
  return new RegExp(`<a [^>]*href="([^"]*)"[^>]*>${label}</a>`).exec(html)?.[1]
}

test('each step has its heading and the three steps, with its own marked [VONB-01, VONB-02, ROUTE-18, ROUTE-19, ROUTE-20]', () => {
  for (const [html, step] of [
    [one(), '01 Store Connection'],
    [two(), '02 Product Selection'],
    [three(), '03 Sync Products'],
  ] as const) {
    expect(html).toMatch(/<h1[^>]*>Become a Vendor Today<\/h1>/)
    expect(toText(html)).toContain('01 Store Connection 02 Product Selection 03 Sync Products')
    const current = /<a [^>]*aria-current="step"[^>]*>(.*?)<\/a>/.exec(html)?.[1] ?? ''
    expect(toText(current)).toBe(step)
  }
})

test('Shopify needs shop name and access token, WooCommerce key and secret, and neither is sent in a URL [VONB-03]', () => {
  const html = one()
  const text = toText(html)
  for (const label of ['Shop Name', 'Access Token', 'Key', 'Secret']) expect(text).toContain(label)
  expect(findTags(html, 'input').filter((tag) => tag.includes('type="password"'))).toHaveLength(4)
  const forms = findTags(html, 'form').filter((tag) => !tag.includes('action='))
  expect(forms.length).toBeGreaterThanOrEqual(2)
  for (const form of forms) expect(form).toContain('method="post"')
})

test('the steps link to each other, and the first step’s back link is hidden [VONB-05, VONB-10, VONB-13]', () => {
  expect(findHref(one(), 'Continue')).toBe('/v-onboard-two')
  const backLink = findTags(one(), 'a').find((tag) => tag.includes('hidden=""'))
  expect(backLink).toContain('href="/v-onboard-one"')
  expect([findHref(two(), 'Back'), findHref(two(), 'Continue')]).toEqual([
    '/v-onboard-one',
    '/v-onboard-three',
  ])
  expect(findHref(three(), 'Back')).toBe('/v-onboard-two')
  expect(findHref(three(), 'Continue')).toBeUndefined()
})

test('the products are in a table with a checkbox and three labelled buttons each [VONB-06, VONB-07]', () => {
  const html = two()
  expect(html).toMatch(/<h2[^>]*>Browse and Select Products<\/h2>/)
  expect(html).toMatch(/<caption>products from marketplace<\/caption>/)
  const heads = [...html.matchAll(/<th [^>]*>(.*?)<\/th>/g)].map(([, head]) => toText(head ?? ''))
  expect(heads).toEqual(['Select', 'Image', 'Name', 'Price', 'Quantity', 'Action'])
  expect(toText(html)).toContain('Signet ring Price $150.00 Quantity 7')
  for (const name of [
    'Select Signet ring',
    'View Signet ring',
    'Edit price and quantity of Signet ring',
    'Remove Signet ring from your selection',
  ])
    expect(html).toContain(`aria-label="${name}"`)
})

test('a search and its pages keep the search words', () => {
  const html = two({ searchText: 'onyx & gold' })
  expect(findTags(html, 'input').some((tag) => tag.includes('value="onyx &amp; gold"'))).toBe(true)
  expect(html).toContain('href="/v-onboard-two?search=onyx+%26+gold&amp;page=3"')
  expect(toText(two({ searchText: 'zzz', products: [], pages: 0 }))).toContain('No products found for “zzz”.')
  expect(toText(two({ products: [], pages: 0, failure: 'It broke.' }))).toContain('It broke.')
})

test('the third step has its heading and button', () => {
  const text = toText(three())
  expect(text).toContain('Sync Products to Your Store')
  expect(three()).toMatch(/<button[^>]*>Sync Products<\/button>/)
})

test.each([
  [
    { retailPrice: '', quantity: '' },
    { retailPrice: null, retailCurrency: null, quantity: null },
  ],
  [
    { retailPrice: ' 89,90 ', quantity: '0' },
    { retailPrice: 89.9, retailCurrency: 'SGD', quantity: 0 },
  ],
  [
    { retailPrice: '0.01', quantity: '3' },
    { retailPrice: 0.01, retailCurrency: 'SGD', quantity: 3 },
  ],
])('reads %o as %o', (typed, settings) => {
  expect(parseRetailSettings(typed, 'SGD')).toEqual(settings)
})

test.each([
  [{ retailPrice: '0', quantity: '' }, ['retailPrice']],
  [{ retailPrice: '1.005', quantity: '1.5' }, ['retailPrice', 'quantity']],
  [{ retailPrice: '-3', quantity: '-1' }, ['retailPrice', 'quantity']],
  [{ retailPrice: '1e3', quantity: '1000001' }, ['retailPrice', 'quantity']],
])('%o has invalid fields', (typed, fields) => {
  expect(Object.keys(parseRetailSettings(typed, 'USD'))).toEqual(fields)
})

test('the result of a sync is shown as text [VONB-14]', () => {
  const run = { problem: null, startedAt: '', finishedAt: null, done: 2, failed: 0, waiting: 3 }
  const resultMessage = (over: object) =>
    explainRun({ name: 'Mei' }, { ...run, state: 'done' as const, ...over }).message
  expect(resultMessage({ state: 'running' })).toBe('Syncing to Mei: 2 of 5 products done.')
  expect(resultMessage({ waiting: 0 })).toBe('2 products are in Mei.')
  expect(resultMessage({ waiting: 0, done: 1 })).toBe('1 product is in Mei.')
  expect(resultMessage({ waiting: 0, failed: 1 })).toBe('2 of 3 products are in Mei. We couldn’t sync 1.')
  expect(resultMessage({ state: 'failed', problem: 'It is closed.' })).toBe(
    'Syncing to Mei stopped. It is closed.',
  )
})
