import { sql } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { queryRows } from '#database/database.ts'
import { startBrowserShop } from '../steps/browser-shop.ts'
import { DESKTOP, PHONE } from '../steps/chromium.ts'
import { createGuestOrder } from '../steps/order-steps.ts'
import { getToast } from '../shop/storefront.ts'
import { expectSound, openConsole } from './console-steps.ts'

const { shop, db, browser } = await startBrowserShop()

type Order = Awaited<ReturnType<typeof createGuestOrder>>

/** Creates an accepted order that is due today. */
async function createOrderToShip(like?: Order): Promise<Order> {
  const target = { shopUrl: shop.url, db }
  const order = await createGuestOrder(target, 'Harbour Setting', { quantity: 2, ...(like ? { like } : {}) })
  await order.asOperator('move', { event: 'submit', reason: 'so that nobody waits' })
  await order.asOwner('accept', {})
  await db.execute(sql`update supplier_orders set ship_by = now() where public_id = ${order.part}`)
  return order
}

/** Gives the page a camera that shows the codes of `window.codes` one after the other. */
async function addCamera(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const codes: string[] = []
    Object.assign(globalThis, {
      codes,
      BarcodeDetector: class {
        detect() {
          const rawValue = codes.shift()
          return Promise.resolve(rawValue === undefined ? [] : [{ rawValue }])
        }
      },
    })
    const canvas = document.createElement('canvas')
    const context = canvas.getContext('2d')
    // A video without frames does not start.
    setInterval(() => context?.fillRect(0, 0, 9, 9), 50)
    const getUserMedia = () => Promise.resolve(canvas.captureStream())
    Object.defineProperty(navigator, 'mediaDevices', { value: { getUserMedia } })
  })
}

const holdUp = (page: Page, code: string) =>
  page.evaluate((text) => (Reflect.get(globalThis, 'codes') as string[]).push(text), code)

test('labels are bought with customs data, and parcels are packed by tap and scan on a phone', async () => {
  const first = await createOrderToShip()
  const others = [await createOrderToShip(first), await createOrderToShip(first)]
  const [from] = await queryRows<{ name: string }>(
    db,
    sql`
      insert into warehouses (supplier_id, name, country) select supplier_id, 'Bangkok', 'TH' from supplier_orders
      where public_id = ${first.part} returning (select warehouse from supplier_orders where public_id = ${first.part}) as name`,
  )
  const sentFrom = `From ${from?.name}`
  const open = { shopUrl: shop.url, account: first.owner, path: '/dashboard/supplier/packing' }
  const { page, errors, close } = await openConsole(browser, { ...open, options: PHONE })
  await addCamera(page)
  await page.reload()
  await page.getByRole('button', { name: 'Start packing' }).waitFor()
  await page.getByText(sentFrom).nth(2).waitFor()
  await expectSound(page)

  await page.getByRole('link', { name: 'Buy 3 labels' }).click()
  await page.getByText('The warehouse has no address yet.').first().waitFor()
  expect(await page.getByRole('button', { name: /^Buy 0 labels/ }).isDisabled()).toBe(true)
  await page.getByRole('link', { name: 'Complete it' }).first().click()
  await enterSender(page)
  await enterCustoms(page)
  await expectSound(page)
  await page.getByRole('button', { name: /^Buy label for/ }).click()
  await page.getByRole('region', { name: 'Shipping label' }).getByText('Bought', { exact: true }).waitFor()

  await db.execute(sql`update products set origin_country = 'IT', metal = 'Yellow gold'`)
  await page.goto(`${shop.url}/dashboard/supplier/labels`)
  await page.getByRole('button', { name: /^Buy 2 labels for \$/ }).waitFor()
  await page.getByText(sentFrom).nth(1).waitFor()
  await expectSound(page)
  await page.getByRole('button', { name: /^Buy 2 labels for \$/ }).click()
  await page.getByText('2 labels bought.').waitFor()
  await expectSound(page)
  await printDocuments(page)

  await page.getByRole('link', { name: 'Start packing' }).click()
  await page.getByRole('button', { name: 'Start packing' }).click()
  await page.getByRole('list', { name: 'Items to pack' }).getByText(sentFrom).waitFor()
  await packByScan(page)
  await packByTap(page)
  await packByTap(page)
  await page.getByText('Everything is packed', { exact: true }).waitFor()
  expect(errors).toEqual([])
  await close()
  await refundOnDesktop(others[1] ?? first)
})

/** Expects that one file with the documents and labels of the batch opens. */
async function printDocuments(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Pick list, slips and labels' }).click()
  const dialog = page.getByRole('dialog', { name: 'Print the documents of 2 orders' })
  const opened = page.waitForEvent('popup')
  await dialog.getByRole('button', { name: 'Print' }).click()
  const file = await opened
  // A headless Chromium has no PDF viewer and downloads the file.
  await Promise.any([file.waitForURL(/^blob:/), file.waitForEvent('download')])
  await file.close()
  await dialog.waitFor({ state: 'hidden' })
}

async function enterSender(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Enter the address' }).click()
  const dialog = page.getByRole('dialog', { name: /^Ship from/ })
  await dialog.getByLabel('Name or company').fill('Harbour Setting')
  await dialog.getByLabel('Street and number').fill('Via Roma 1')
  await dialog.getByLabel('Postcode').fill('52100')
  await dialog.getByLabel('City').fill('Arezzo')
  await dialog.getByLabel('Phone').fill('0575 123456')
  await dialog.getByRole('button', { name: 'Save address' }).click()
  await getToast(page, 'success', 'Address saved.').waitFor()
}

async function enterCustoms(page: Page): Promise<void> {
  await page.getByText('Fill in the customs details to see rates.').waitFor()
  const customs = page.getByRole('region', { name: /^Customs/ })
  await customs.getByLabel('HS code').fill('7113.19')
  await customs.getByLabel('Made in').selectOption('IT')
  await page.getByRole('radio', { name: /Economy/ }).waitFor()
}

async function packByScan(page: Page): Promise<void> {
  const items = page.getByRole('list', { name: 'Items to pack' })
  await page.getByRole('button', { name: 'Camera' }).click()
  const sku = /SKU-\d+/.exec(await items.innerText())?.[0] ?? ''
  await holdUp(page, sku)
  await items.getByText('1 of 2').waitFor()
  expect(await page.getByRole('button', { name: /^Packed/ }).isDisabled()).toBe(true)
  await page.getByLabel('Scan or type a SKU or an order').fill(sku)
  await page.keyboard.press('Enter')
  await items.getByText('2 of 2').waitFor()
  await expectSound(page)
  const before = await page.getByRole('heading', { level: 1 }).innerText()
  await page.getByRole('button', { name: /^Packed/ }).click()
  await page.getByRole('heading', { level: 1 }).filter({ hasNotText: before }).waitFor()
}

async function packByTap(page: Page): Promise<void> {
  const line = page.getByRole('list', { name: 'Items to pack' }).getByRole('button')
  await line.tap()
  await line.tap()
  const before = await page.getByRole('heading', { level: 1 }).innerText()
  await page.getByRole('button', { name: /^Packed/ }).tap()
  await page.getByRole('heading', { level: 1 }).filter({ hasNotText: before }).waitFor()
}

async function refundOnDesktop({ owner, part }: Order): Promise<void> {
  const path = `/dashboard/supplier/orders/${part}`
  const { page, errors, close } = await openConsole(browser, {
    shopUrl: shop.url,
    account: owner,
    options: DESKTOP,
    path,
  })
  await page.getByRole('button', { name: 'Refund label …' }).click()
  await page
    .getByRole('dialog', { name: 'Refund this label?' })
    .getByText('2 items are to ship again')
    .waitFor()
  await expectSound(page)
  await page.getByRole('button', { name: 'Refund the label' }).click()
  await getToast(page, 'success', 'The refund of the label is requested.').waitFor()
  await page.getByRole('region', { name: 'Shipping label' }).getByText('Refunded', { exact: true }).waitFor()
  await page.getByRole('link', { name: 'Buy a label' }).click()
  await page.getByRole('button', { name: /^Buy label for/ }).waitFor()
  await expectSound(page)
  for (const address of ['packing', 'labels']) {
    await page.goto(`${shop.url}/dashboard/supplier/${address}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.getByText(/^C-/).first().waitFor()
    await expectSound(page)
  }
  await buyInPlace(page, part)
  expect(errors).toEqual([])
  await close()
}

/** Buys an order's label while packing it; no button moves. */
async function buyInPlace(page: Page, part: string): Promise<void> {
  await page.goto(`${shop.url}/dashboard/supplier/packing/${part}`)
  await page.getByRole('button', { name: /^Buy label for/ }).waitFor()
  const findPlaces = () =>
    Promise.all(
      [/^(Buy label for|Packed)/, 'Slip and label'].map((name) =>
        page.getByRole('button', { name }).boundingBox(),
      ),
    )
  const before = await findPlaces()
  const line = page.getByRole('list', { name: 'Items to pack' }).getByRole('button')
  await line.click()
  await line.click()
  expect(await findPlaces()).toEqual(before)
  await page.getByRole('button', { name: /^Buy label for/ }).click()
  await page.getByRole('button', { name: /^Packed/ }).waitFor()
  expect(await findPlaces()).toEqual(before)
}
