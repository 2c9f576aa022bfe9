import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { type CreatedAccount, createSignedInAccount } from '#tests/shop/accounts.ts'
import { createTestProduct, createTestSupplier } from '#tests/shop/factories.ts'
import { waitUntil } from '#tests/shop/running-shop.ts'
import { getField } from '#tests/steps/chat.ts'
import { startBrowserShop } from '../steps/browser-shop.ts'
import { PHONE } from '../steps/chromium.ts'
import { expectSoundOnBoth, openConsole } from '../supplier/console-steps.ts'

const { shop, db, browser } = await startBrowserShop()

const PHOTO = {
  name: 'clasp.png',
  mimeType: 'image/png',
  buffer: await sharp({ create: { width: 600, height: 400, channels: 3, background: '#8c7a5a' } })
    .png()
    .toBuffer(),
}

/** Returns a function that calls the shop as an account; without a body it sends a GET. */
function createCall({ headers }: CreatedAccount) {
  return async (path: string, body?: object): Promise<{ body: unknown }> => {
    const answer = await fetch(shop.url + path, {
      method: body ? 'POST' : 'GET',
      headers: { 'content-type': 'application/json', ...headers },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    const read: unknown = await answer.json()
    expect(read).toMatchObject({ success: true })
    return { body: read }
  }
}

type Call = ReturnType<typeof createCall>

/** Tops up the wallet, and orders two units by hand. Returns the order's id. */
async function placeOrder(asVendor: Call, productId: string): Promise<string> {
  const topUp = await asVendor('/vendor/wallet/top-ups', { amount: 300, paymentMethod: 'vm' })
  await fetch(getField(topUp, 'paymentUrl'), {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'action=pay',
  })
  await waitUntil('the wallet is topped up', async () => {
    return getField<number>(await asVendor('/vendor/wallet'), 'wallet', 'balance') === 300
  })
  const product = await asVendor(`/vendor/order-products/${productId}`)
  const variantId = getField(product, 'product', 'variants', '0', 'id')
  const recipient = {
    firstName: 'Ada',
    lastName: 'Lim',
    line1: '10 Anson Road',
    city: 'Singapore',
    postcode: '079903',
    country: 'SG',
  }
  const order = { lines: [{ variantId, quantity: 2, price: 95 }], recipient }
  const quoted = await asVendor('/vendor/manual-orders/quote', order)
  const total = getField<number>(quoted, 'quote', 'total')
  return getField(await asVendor('/vendor/manual-orders', { ...order, requestId: randomUUID(), total }), 'id')
}

/** Has an order of a vendor shipped by its supplier. Returns the order's id, and the supplier's calls. */
async function createShippedOrder(vendor: CreatedAccount) {
  const supplier = await createTestSupplier(db, { name: 'Harbour Setting' })
  const asSupplier = createCall(
    await createSignedInAccount(db, new Date(), { type: 'manufacturer', owns: supplier }),
  )
  const product = await createTestProduct(db, { supplier, name: 'Harbour ring', price: 15_000, stock: 8 })
  await db.execute(sql`update product_variants set wholesale_amount = 6000`)
  const asVendor = createCall(vendor)
  const id = await placeOrder(asVendor, product.id)
  const readPart = async () =>
    getField(await asVendor(`/vendor/orders/${id}`), 'order', 'supplierOrders', '0')
  await waitUntil('the order is paid', async () => (await readPart()) !== undefined)
  await asVendor(`/vendor/orders/${id}/forward`, {})
  const part = getField({ body: await readPart() }, 'id')
  await asSupplier(`/supplier/orders/${part}/accept`, {})
  const parcel = { carrier: 'fedex', trackingNumber: '123456789012', idempotencyKey: 'parcel-of-the-case' }
  await asSupplier(`/supplier/orders/${part}/parcels`, parcel)
  return { id, asSupplier }
}

test('a vendor reports a broken item of a shipped order with a photo, and gets the refund in the wallet', async () => {
  const vendor = await createSignedInAccount(db, new Date())
  const { id, asSupplier } = await createShippedOrder(vendor)
  const { page, errors, close } = await openConsole(browser, {
    shopUrl: shop.url,
    account: vendor,
    type: 'vendor',
    options: PHONE,
    path: `/dashboard/vendor/orders/${id}`,
  })
  const part = page.getByRole('region', { name: /^Harbour Setting/ })
  await part.getByRole('button', { name: 'Report a problem' }).click()
  expect(await page.getByRole('button', { name: 'Cancel order' }).count()).toBe(0)
  await part.getByRole('radio', { name: 'It arrived damaged' }).check()
  await part.getByLabel('Reason').selectOption('It is broken')
  await part.getByLabel('Quantity of Harbour ring').selectOption('1')
  await part.getByLabel('What happened?').fill('The clasp of one of them is broken.')
  await part.getByLabel('Pictures to send').first().setInputFiles(PHOTO)
  await part.getByRole('img', { name: 'clasp.png' }).waitFor()
  await expectSoundOnBoth(page)
  await part.getByRole('button', { name: 'Open the case' }).click()
  const article = part.getByRole('article', { name: 'Your case. Damaged: it is broken' })
  await article.getByRole('button', { name: 'Show photo 1 of 1 in full' }).waitFor()
  await part.getByText('Case open', { exact: true }).waitFor()
  await expectSoundOnBoth(page)

  const [opened] = getField<readonly { id: string; version: number }[]>(await asSupplier('/cases'), 'cases')
  const found = await asSupplier(`/cases/${opened?.id}`)
  const version = getField<number>(found, 'case', 'version')
  await asSupplier(`/cases/${opened?.id}/act`, { action: 'accept', version })
  await page.reload()
  await part.getByText('Refunded to your wallet').waitFor()
  await article.getByText('Over').waitFor()
  await expectSoundOnBoth(page)
  expect(errors).toEqual([])
  await close()
})
