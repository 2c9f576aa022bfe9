import type { Locator, Page } from 'playwright-core'
import type { Camera } from './camera.ts'
import { STORE_KEYS } from './fake-store.ts'

/** A scene: its captions, its preparation before filming, and its actions. */
export type Scene = Readonly<{
  captions: readonly string[]
  prepare?: (page: Page, url: string) => Promise<void>
  play: (camera: Camera) => Promise<void>
}>

/** All features of a vendor, in order; a new screen gets its scene here. */
export const SCENES: readonly Scene[] = [
  {
    captions: ['Cabochon is a marketplace for jewellery, made for those who sell it.'],
    prepare: (page, url) => openPage(page, url),
    async play({ hold, scroll }) {
      await hold(1.6)
      await scroll(330, 1.4)
      await hold(0.8)
    },
  },
  {
    captions: ['Find products: by what they are made of, by their kind, or by a word.'],
    prepare: (page, url) => openPage(page, `${url}/marketplace`),
    async play({ page, hold, scroll, press, write }) {
      await hold(0.6)
      await scroll(420, 1.1)
      await scroll(0, 0.6)
      await press(page.getByRole('banner').getByRole('combobox', { name: 'Search products' }))
      await write('emerald')
      await waitUntilVisible(page.getByRole('option').first())
      await hold(1.2)
    },
  },
  {
    captions: ['Look at a product closely: its price, its stock, its measures and its care.'],
    prepare: async (page, url) => openPage(page, `${url}/product/${await findProductPath(url)}`),
    async play({ page, hold, scroll, press }) {
      const main = page.getByRole('main')
      await hold(1.3)
      await scroll(main.getByRole('tab', { name: 'Description' }), 1.2)
      await hold(1)
      await scroll(main.getByRole('heading', { name: 'Know your supplier' }), 1)
      await hold(0.4)
      await press(main.getByRole('link', { name: 'Visit store' }))
      await page.waitForURL(/store-profile/)
    },
  },
  {
    captions: ['Meet its supplier: who they are, where they send from, and their other work.'],
    prepare: (page) => waitUntilVisible(page.getByRole('heading', { name: 'New Arrivals' })),
    async play({ hold, scroll }) {
      await hold(1.5)
      await scroll(520, 1.5)
      await hold(0.8)
    },
  },
  {
    captions: ['Connect the store you sell in; its keys are tried at once, and kept encrypted.'],
    prepare: (page, url) => openPage(page, `${url}/v-onboard-one`),
    async play({ page, hold, scroll, press }) {
      await hold(0.5)
      const card = page.getByRole('region', { name: 'WordPress / WooCommerce' })
      await scroll(card, 0.8)
      for (const [label, value] of Object.entries(STORE_KEYS)) {
        await card.getByLabel(label).fill(value)
        await hold(0.3)
      }
      await press(card.getByRole('button', { name: 'Save' }))
      await waitUntilVisible(card.getByText('Connected', { exact: true }))
      await hold(1.2)
    },
  },
  {
    captions: ['Choose products for it, and set your own price.'],
    prepare: (page, url) => openPage(page, `${url}/v-onboard-two?search=emerald`),
    async play({ page, hold, scroll, press, write }) {
      await scroll(page.getByRole('table'), 0.8)
      await press(page.getByRole('checkbox', { name: /^Select / }).nth(1))
      await press(page.getByRole('button', { name: /^Edit price and quantity/ }).first())
      const editor = page.getByRole('form', { name: /^Price and quantity/ })
      await waitUntilVisible(editor.getByLabel(/^Retail price/))
      await write('1450')
      await press(editor.getByRole('button', { name: 'Save' }))
      await waitUntilVisible(page.getByText('2 selected', { exact: true }))
      await hold(0.7)
    },
  },
  {
    captions: ['Sync: they are in your store, with your prices and what is in stock.'],
    prepare: (page, url) => openPage(page, `${url}/v-onboard-three`),
    async play({ page, hold, scroll, press }) {
      await scroll(page.getByRole('heading', { name: /^Selected Products/ }), 0.8)
      await press(page.getByRole('button', { name: 'Sync Products' }))
      await waitUntilVisible(page.getByText('2 products are in Tan & Daughters.'))
      await waitUntilVisible(page.getByText('Synced', { exact: true }).first())
      await hold(1.5)
    },
  },
  {
    captions: [
      'Order: the product goes into the cart, your customer’s address into the form.',
      'Each supplier sends its part straight to that address.',
    ],
    prepare: async (page, url) => openPage(page, `${url}/product/${await findProductPath(url)}`),
    async play(camera) {
      const { page, hold, scroll, press } = camera
      await hold(0.4)
      await press(page.getByRole('main').getByRole('button', { name: 'Add to Cart' }).first())
      await page.waitForURL(/\/checkout/)
      await waitUntilVisible(page.getByText('Subtotal').first())
      await hold(0.7)
      await fillAddress(camera)
      await waitUntilVisible(page.getByRole('radio', { name: /Standard Shipping/ }))
      await scroll(page.getByRole('group', { name: 'Shipping rates, cheapest first' }), 0.8)
      await hold(0.9)
      await press(page.getByRole('button', { name: 'Continue' }).first())
      await page.waitForURL(/checkout-step-two/)
    },
  },
  {
    captions: ['Pay: once the payment has arrived, the suppliers are told.'],
    prepare: (page) => waitUntilVisible(page.getByRole('button', { name: /Pay Now/ })),
    async play({ page, hold, scroll, press }) {
      await hold(0.8)
      const pay = page.getByRole('button', { name: /Pay Now/ })
      await scroll(420, 0.9)
      await hold(0.3)
      await press(pay)
      await page.waitForURL(/payments\/sandbox/)
      await hold(0.5)
      await press(page.getByRole('button', { name: /^Pay\b/ }).first())
      await page.waitForURL(/paymentSuccess/)
      await waitUntilVisible(page.getByRole('heading', { name: 'Payment Successful!' }))
      await hold(1.4)
    },
  },
  {
    captions: ['Your dashboard keeps every order, and says how far its parcels are.'],
    prepare: (page, url) => openPage(page, `${url}/dashboard/orders`),
    async play({ page, hold, scroll, press }) {
      await hold(0.9)
      await press(page.getByRole('main').getByRole('article').getByRole('link').first())
      await waitUntilVisible(page.getByRole('heading', { level: 1, name: /^Order / }))
      await hold(0.9)
      await scroll(260, 0.9)
      await hold(1.8)
    },
  },
]

/** The account has the buyer's name and address. */
const ADDRESS: readonly (readonly [label: string, value: string])[] = [
  ['Block number', '12'],
  ['Street name', 'Tanjong Pagar Road'],
  ['Unit number', '#04-11'],
  ['Postal code', '079903'],
  ['Mobile number', '91234567'],
]

async function fillAddress({ page, hold, scroll }: Camera): Promise<void> {
  const field = (label: string) => page.getByLabel(label, { exact: true }).first()
  await scroll(field('Block number'), 0.7)
  for (const [label, value] of ADDRESS) {
    await field(label).fill(value)
    await hold(0.2)
  }
}

/** The product the film is about: the first one that the search finds. */
async function findProductPath(url: string): Promise<string> {
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify({ data: 'emerald' })
  const answer = await fetch(`${url}/shop/searchProduct`, { method: 'POST', headers, body })
  const { searchProduct }: { searchProduct: { id: string }[] } = JSON.parse(await answer.text())
  return searchProduct[0]?.id ?? ''
}

/** Opens a page and scrolls through it once, so that everything is loaded when it is filmed. */
async function openPage(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await waitUntilLoaded(page)
  for (const y of [400, 800, 1200, 0]) {
    await page.evaluate((to) => scrollTo(0, to), y)
    await waitUntilLoaded(page)
  }
}

/** Waits for an element, and until no request is running: an address changes before its page is ready. */
async function waitUntilVisible(target: Locator): Promise<void> {
  await target.waitFor()
  await waitUntilLoaded(target.page())
}

/** Waits until what was requested is there. */
async function waitUntilLoaded(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  await page.evaluate(async () => {
    await document.fonts.ready
    const visibleImages = [...document.images].filter(
      (image) => image.getBoundingClientRect().top < innerHeight,
    )
    const decoded = Promise.all(visibleImages.map((image) => image.decode().catch(() => undefined)))
    // A hidden picture is never fetched or rendered.
    await Promise.race([decoded, new Promise((resolve) => setTimeout(resolve, 2_000))])
  })
}
