import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { createTestProduct, createTestSupplier } from '#tests/shop/factories.ts'
import { startBrowserShop } from '../steps/browser-shop.ts'
import {
  ADDRESS,
  createStoredCartItem,
  expectTotals,
  fillFields,
  openCheckoutPage,
  getRateCards,
  withLocalStorage,
} from '../steps/checkout-steps.ts'
import { listAxeErrors, DESKTOP, freshPage, PHONE, getHorizontalOverflow } from '../steps/chromium.ts'

const { shop, db, browser } = await startBrowserShop()
const SERVICES = ['Economy', 'Standard', 'Expedited', 'Express'] as const

/** The fees and ranges of days that texts give for each service. */
type ShippingEstimates = Map<string, { fees: Set<string>; days: Set<string> }>

test.each([
  [20, { Economy: '$2.06', Standard: '$4.20', Expedited: '$6.60', Express: '$12.30' }],
  [60, { Economy: '$2.06', Standard: '$0.00', Expedited: '$6.60', Express: '$12.30' }],
  [160, { Economy: '$2.06', Standard: '$0.00', Expedited: '$0.00', Express: '$12.30' }],
])(
  'a product of %i dollars has the same fee and days for each service on its page and at checkout [PDP-13, PDP-14, PDP-31, POLICY-05, POLICY-06, POLICY-09]',
  async (price, fees) => {
    const ring = await createTestProduct(db, { name: `Ring of ${price}`, price: price * 100 })
    const options = withLocalStorage(DESKTOP, shop.url, {
      cartItems: [createStoredCartItem(ring, { newPrice: price })],
    })
    const { page, errors, close } = await freshPage(browser, options)
    await page.goto(`${shop.url}/product/${ring.id}`)
    await page.getByText('Arrives').first().waitFor()
    const estimates: ShippingEstimates = new Map(
      SERVICES.map((name) => [name, { fees: new Set(), days: new Set() }]),
    )
    const box = page.getByRole('region', { name: 'Shipping', exact: true })
    const policies = page.getByRole('region', { name: 'Shipping and returns' })
    expect(await page.getByText('Expedited, order over 150 $').count()).toBe(1)
    for (const region of [box, policies]) await collectEstimates(region, estimates)
    await page.goto(`${shop.url}/checkout`)
    await fillFields(page, ADDRESS)
    await getRateCards(page).first().waitFor()
    await collectEstimates(page.getByRole('region', { name: 'Shipping method' }), estimates)
    const estimateRows = [...estimates].map(([name, estimate]) => [
      name,
      [...estimate.fees],
      [...estimate.days],
    ])
    const days = { Economy: '15-25', Standard: '5-7', Expedited: '3-5', Express: '1-2' }
    expect(estimateRows).toEqual(SERVICES.map((name) => [name, [fees[name]], [`${days[name]} days`]]))
    expect(errors).toEqual([])
    await close()
  },
)

test('a cart of two suppliers has a rate for each shipment, and their sum is the order’s shipping', async () => {
  const [harbour, bench] = [
    await createTestSupplier(db, { name: 'Harbour Setting' }),
    await createTestSupplier(db, { name: 'Hockley Bench' }),
  ]
  const ring = await createTestProduct(db, { supplier: harbour, name: 'Harbour ring', price: 16_000 })
  const anklet = await createTestProduct(db, { supplier: bench, name: 'Bead anklet', price: 2_000 })
  const items = [
    createStoredCartItem(ring, { newPrice: 160 }),
    createStoredCartItem(anklet, { newPrice: 20 }),
  ]
  const { page, errors, close } = await openCheckoutPage(browser, { url: shop.url, items, options: PHONE })
  await fillFields(page, ADDRESS)
  const shipmentOf = (name: string) => page.getByRole('group', { name: `From ${name}` })
  await shipmentOf('Harbour Setting').getByRole('radio', { name: 'Expedited', checked: true }).waitFor()
  await shipmentOf('Hockley Bench').getByRole('radio', { name: 'Economy', checked: true }).waitFor()
  await expectTotals(page, '$180.00', '$2.06', '$182.06')
  await shipmentOf('Hockley Bench').getByRole('radio', { name: 'Express' }).check()
  await expectTotals(page, '$180.00', '$12.30', '$192.30')
  await expectShipments(page)
  expect(await listAxeErrors(page)).toEqual([])
  expect(await getHorizontalOverflow(page)).toBe(0)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.waitForURL(/checkout-step-two/)
  await expectTotals(page, '$180.00', '$12.30', '$192.30')
  await expectShipments(page)
  const id = new URL(page.url()).searchParams.get('orderID') ?? ''
  await page.goto(`${shop.url}/dashboard?order=${id}`)
  await page.getByText('Expedited, 3-5 days: $0.00').waitFor()
  await page.getByText('Express, 1-2 days: $12.30').waitFor()
  expect(await getHorizontalOverflow(page)).toBe(0)
  expect(errors).toEqual([])
  await close()
})

test('an order placed right after a cart change waits for the new rates', async () => {
  const ring = await createTestProduct(db, { name: 'Thin ring', price: 2_500, stock: 9 })
  const items = [createStoredCartItem(ring, { newPrice: 25, originalStock: 9 })]
  const { page, close } = await openCheckoutPage(browser, { url: shop.url, items, options: DESKTOP })
  await fillFields(page, ADDRESS)
  await page.getByRole('radio', { name: 'Economy', checked: true }).waitFor()
  await page.getByRole('group', { name: 'Quantity of Thin ring' }).getByLabel('Increase quantity').click()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.waitForURL(/checkout-step-two/)
  await expectTotals(page, '$50.00', '$0.00', '$50.00')
  await close()
})

async function expectShipments(page: Page): Promise<void> {
  await page.getByText('Harbour Setting: Expedited, 3-5 days').waitFor()
  await page.getByText('Hockley Bench: Express, 1-2 days').waitFor()
}

/** Adds the figures of a part of a page, each to the last service named before it in the same sentence or row. */
async function collectEstimates(region: Locator, estimates: ShippingEstimates): Promise<void> {
  let service: string | undefined
  for (const line of (await region.innerText()).split('\n')) {
    if (!/^(\$|Estimated delivery|Free from)/.test(line)) service = undefined
    for (const [token, name, days, fee] of line.matchAll(TOKENS)) {
      if (name) service = name[0]?.toUpperCase() + name.slice(1).toLowerCase()
      const estimate = estimates.get(service ?? '')
      if (days) estimate?.days.add(token)
      if (fee) estimate?.fees.add(token)
    }
  }
}

/** Matches names of services, ranges of days, and fees, without the thresholds for free shipping. */
const TOKENS = /\b(Economy|Standard|Expedited|Express)\b|(\d+-\d+ days)|((?<!from |over )\$\d+\.\d\d)/gi
