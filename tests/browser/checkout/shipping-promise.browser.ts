import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { pieceOnSale, supplierInTrade } from '#tests/shop/factories.ts'
import { browserShop } from '../steps/browser-shop.ts'
import {
  ADDRESS,
  cartItem,
  expectTotals,
  fill,
  openedCheckout,
  rateCards,
  remembering,
} from '../steps/checkout-steps.ts'
import { axeViolations, DESK, freshPage, PHONE, sidewaysScroll } from '../steps/chromium.ts'

const { shop, db, browser } = await browserShop()
const SERVICES = ['Economy', 'Standard', 'Expedited', 'Express'] as const

/** What texts say of each service: all fees and all ranges of days, each once. */
type Promises = Map<string, { fees: Set<string>; days: Set<string> }>

test.each([
  [20, { Economy: '$2.06', Standard: '$4.20', Expedited: '$6.60', Express: '$12.30' }],
  [60, { Economy: '$2.06', Standard: '$0.00', Expedited: '$6.60', Express: '$12.30' }],
  [160, { Economy: '$2.06', Standard: '$0.00', Expedited: '$0.00', Express: '$12.30' }],
])(
  'the page of a product of %i dollars and its checkout say one fee and one range of days of each service [PDP-13, PDP-14, PDP-31, POLICY-05, POLICY-06, POLICY-09]',
  async (price, fees) => {
    const ring = await pieceOnSale(db, { name: `Ring of ${price}`, price: price * 100 })
    const options = remembering(DESK, shop.url, { cartItems: [cartItem(ring, { newPrice: price })] })
    const { page, errors, close } = await freshPage(browser, options)
    await page.goto(`${shop.url}/product/${ring.id}`)
    await page.getByText('Arrives').first().waitFor()
    const told: Promises = new Map(SERVICES.map((name) => [name, { fees: new Set(), days: new Set() }]))
    const box = page.getByRole('region', { name: 'Shipping', exact: true })
    const policies = page.getByRole('region', { name: 'Shipping and returns' })
    expect(await page.getByText('Expedited, order over 150 $').count()).toBe(1)
    for (const region of [box, policies]) await read(region, told)
    await page.goto(`${shop.url}/checkout`)
    await fill(page, ADDRESS)
    await rateCards(page).first().waitFor()
    await read(page.getByRole('region', { name: 'Shipping method' }), told)
    const said = [...told].map(([name, one]) => [name, [...one.fees], [...one.days]])
    const days = { Economy: '15-25', Standard: '5-7', Expedited: '3-5', Express: '1-2' }
    expect(said).toEqual(SERVICES.map((name) => [name, [fees[name]], [`${days[name]} days`]]))
    expect(errors).toEqual([])
    await close()
  },
)

test('a cart of two suppliers has a choice for each shipment, and their sum stays the same up to the order', async () => {
  const [harbour, bench] = [
    await supplierInTrade(db, { name: 'Harbour Setting' }),
    await supplierInTrade(db, { name: 'Hockley Bench' }),
  ]
  const ring = await pieceOnSale(db, { supplier: harbour, name: 'Harbour ring', price: 16_000 })
  const anklet = await pieceOnSale(db, { supplier: bench, name: 'Bead anklet', price: 2_000 })
  const items = [cartItem(ring, { newPrice: 160 }), cartItem(anklet, { newPrice: 20 })]
  const { page, errors, close } = await openedCheckout(browser, { url: shop.url, items, options: PHONE })
  await fill(page, ADDRESS)
  const shipmentOf = (name: string) => page.getByRole('group', { name: `From ${name}` })
  await shipmentOf('Harbour Setting').getByRole('radio', { name: 'Expedited', checked: true }).waitFor()
  await shipmentOf('Hockley Bench').getByRole('radio', { name: 'Economy', checked: true }).waitFor()
  await expectTotals(page, '$180.00', '$2.06', '$182.06')
  await shipmentOf('Hockley Bench').getByRole('radio', { name: 'Express' }).check()
  await expectTotals(page, '$180.00', '$12.30', '$192.30')
  await expectShipments(page)
  expect(await axeViolations(page)).toEqual([])
  expect(await sidewaysScroll(page)).toBe(0)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.waitForURL(/checkout-step-two/)
  await expectTotals(page, '$180.00', '$12.30', '$192.30')
  await expectShipments(page)
  const id = new URL(page.url()).searchParams.get('orderID') ?? ''
  await page.goto(`${shop.url}/dashboard?order=${id}`)
  await page.getByText('Expedited, 3-5 days: $0.00').waitFor()
  await page.getByText('Express, 1-2 days: $12.30').waitFor()
  expect(await sidewaysScroll(page)).toBe(0)
  expect(errors).toEqual([])
  await close()
})

test('an order pressed at once after the cart has changed waits for the rates of that cart', async () => {
  const ring = await pieceOnSale(db, { name: 'Thin ring', price: 2_500, stock: 9 })
  const items = [cartItem(ring, { newPrice: 25, originalStock: 9 })]
  const { page, close } = await openedCheckout(browser, { url: shop.url, items, options: DESK })
  await fill(page, ADDRESS)
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

/** Adds what a part of a page says: each figure belongs to the service named last before it in the same sentence or row. */
async function read(region: Locator, told: Promises): Promise<void> {
  let service: string | undefined
  for (const line of (await region.innerText()).split('\n')) {
    if (!/^(\$|Estimated delivery|Free from)/.test(line)) service = undefined
    for (const [token, name, days, fee] of line.matchAll(TOKENS)) {
      if (name) service = name[0]?.toUpperCase() + name.slice(1).toLowerCase()
      const one = told.get(service ?? '')
      if (days) one?.days.add(token)
      if (fee) one?.fees.add(token)
    }
  }
}

/** Names of services, ranges of days, and fees; not the values from which something is free. */
const TOKENS = /\b(Economy|Standard|Expedited|Express)\b|(\d+-\d+ days)|((?<!from |over )\$\d+\.\d\d)/gi
