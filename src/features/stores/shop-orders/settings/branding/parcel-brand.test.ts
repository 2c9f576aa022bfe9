import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { queryRows } from '#database/database.ts'
import { createSignedInAccount } from '#tests/shop/accounts.ts'
import { createTestSupplier } from '#tests/shop/factories.ts'
import { SHOP_URL, createTestShop } from '#tests/shop/shop.ts'
import { extractPdfTexts } from '#tests/oracles/pdf-text.ts'
import { getField } from '#tests/steps/chat.ts'
import {
  asVendor,
  createShopVendor,
  orderInShop,
  passHold,
  publishProduct,
  readShopOrder,
  topUpWallet,
} from '#tests/steps/vendor-orders.ts'

const shop = await createTestShop()

const BRAND = {
  name: 'Mei’s Jewels',
  note: 'Thank you for your order!\nWear it well.',
  returnAddress: ['Mei’s Jewels Returns', '5 Tras Street', '078978 Singapore'],
}

async function readPdfFile(
  path: string,
  headers: Record<string, string>,
): Promise<{ size: number; images: number }> {
  const response = await shop.app.http.request(`${SHOP_URL}${path}`, { headers })
  expect(response.status).toBe(200)
  const bytes = Buffer.from(await response.arrayBuffer())
  return { size: bytes.length, images: bytes.toString('latin1').split('/Subtype /Image').length - 1 }
}

async function readPdf(path: string, headers: Record<string, string>): Promise<string> {
  const response = await shop.app.http.request(`${SHOP_URL}${path}`, { headers })
  expect(response.status).toBe(200)
  return extractPdfTexts(new Uint8Array(await response.arrayBuffer())).join('\n')
}

test('a parcel’s slip shows the vendor’s name, note and returns address, without prices or other names', async () => {
  const vendor = await createShopVendor(shop)
  const supplier = await createTestSupplier(shop.db, { name: 'Hidden Atelier' })
  const owner = await createSignedInAccount(shop.db, shop.now(), { type: 'manufacturer', owns: supplier })
  await publishProduct(shop, vendor, { supplier, name: 'Harbour ring' })
  expect(await asVendor(shop, vendor)('/vendor/parcel-brand', BRAND)).toMatchObject({
    status: 200,
    body: { brand: BRAND },
  })
  expect(await readPdf('/vendor/parcel-brand/preview', vendor.headers)).toContain('Wear it well.')
  await topUpWallet(shop, vendor, 500)
  const number = await orderInShop(shop, vendor, { units: [2] })
  await passHold(shop)
  const order = await readShopOrder(shop, vendor, number)
  const id = getField<string>({ body: order } as never, 'supplierOrders', '0', 'id')
  // An order keeps the branding of the time it was bought.
  await asVendor(shop, vendor)('/vendor/parcel-brand', { ...BRAND, note: 'Another note' })
  const slip = await readPdf(`/supplier/orders/${id}/packing-slip`, owner.headers)
  for (const text of [BRAND.name, 'Wear it well.', '5 Tras Street', 'Harbour ring', 'Ada Lim', number])
    expect(slip).toContain(text)
  for (const text of ['Hidden Atelier', 'Cabochon', '40.00', 'USD', '$', 'Another note'])
    expect(slip).not.toContain(text)
  expect(await readPdf('/vendor/parcel-brand/preview', vendor.headers)).toContain('Another note')
})

test('a logo is on the slips of later orders, and a file that is no picture is refused', async () => {
  const vendor = await createShopVendor(shop)
  const upload = (bytes: Uint8Array<ArrayBuffer>) =>
    shop.app.http.request(`${SHOP_URL}/vendor/parcel-brand/logo`, {
      method: 'POST',
      headers: { ...vendor.headers, 'content-type': 'image/png' },
      body: bytes,
    })
  const picture = sharp({ create: { width: 900, height: 300, channels: 4, background: '#0a6b4f80' } })
  expect((await upload(new TextEncoder().encode('no picture'))).status).toBe(400)
  const { size } = await readPdfFile('/vendor/parcel-brand/preview', vendor.headers)
  expect((await upload(new Uint8Array(await picture.png().toBuffer()))).status).toBe(200)
  const call = asVendor(shop, vendor)
  expect((await call('/vendor/parcel-brand')).body).toMatchObject({
    logo: expect.stringMatching(/^data:image\/png;base64,/),
  })
  // The picture is in the PDF, with its alternative text.
  const withLogo = await readPdfFile('/vendor/parcel-brand/preview', vendor.headers)
  expect(withLogo.images).toBe(1)
  expect(withLogo.size).toBeGreaterThan(size)

  await publishProduct(shop, vendor)
  await topUpWallet(shop, vendor, 500)
  await orderInShop(shop, vendor)
  await call('/vendor/parcel-brand/logo/remove', {})
  expect((await call('/vendor/parcel-brand')).body).toMatchObject({ logo: null })
  const [bought] = await queryRows<{ id: string }>(
    shop.db,
    sql`select o.public_id as id from supplier_orders o join purchases p on p.id = o.purchase_id where p.account_id = ${vendor.id}`,
  )
  const { headers } = await createSignedInAccount(shop.db, shop.now(), { type: 'operator' })
  expect((await readPdfFile(`/supplier/orders/${bought?.id}/packing-slip`, headers)).images).toBe(1)
  expect((await readPdfFile('/vendor/parcel-brand/preview', vendor.headers)).images).toBe(0)
})

test('refuses texts that are too long and calls without a sign-in, and shows a sample without orders', async () => {
  const vendor = await createShopVendor(shop)
  const save = (brand: object) => asVendor(shop, vendor)('/vendor/parcel-brand', brand)
  expect(await save({ ...BRAND, note: 'a'.repeat(501) })).toMatchObject({ status: 400 })
  expect(await save({ ...BRAND, returnAddress: Array.from({ length: 7 }, () => 'line') })).toMatchObject({
    status: 400,
  })
  expect(await shop.get('/vendor/parcel-brand')).toMatchObject({ status: 401 })
  const sample = await readPdf('/vendor/parcel-brand/preview', vendor.headers)
  expect(sample).toContain('Sample product')
  expect(sample).toContain('Practice shop')
})
