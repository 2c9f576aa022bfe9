import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { queryRows } from '#database/database.ts'
import { createImportSteps, createSupplierAccount } from '#tests/steps/product-imports.ts'
import { createTestShop } from '#tests/shop/shop.ts'

const shop = await createTestShop()
const { db } = shop
const { plan, apply, readItems } = createImportSteps(shop)

const item = (fields: Readonly<Record<string, string>>, more = '') =>
  `<item>\n${Object.entries(fields)
    .map(([name, value]) => `<g:${name}>${value}</g:${name}>`)
    .join('\n')}${more}\n</item>\n`

const SHIPPING = '<g:shipping><g:country>SG</g:country><g:price>4.00 USD</g:price></g:shipping>'

const createFeed = (items: string) =>
  `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0"><channel><title>Shop</title>
${items}</channel></rss>`

const BAND = {
  item_group_id: 'band',
  title: 'Tide &amp; Stone band',
  description: '<![CDATA[<p>Smooth & bright.</p>]]>',
  product_type: 'Jewelry &gt; Rings',
  image_link: 'https://a.example/band.jpg',
  additional_image_link: 'https://a.example/band-2.jpg',
  availability: 'in_stock',
}
const FEED = createFeed(
  item({ ...BAND, id: 'B6', size: '6', price: '80.00 USD', sale_price: '70.00 USD' }, SHIPPING) +
    item({ ...BAND, id: 'B7', size: '7', price: '85.00 USD', availability: 'out_of_stock' }) +
    item({ id: 'E1', title: 'Euro pin', price: '10.00 EUR', product_type: 'Brooches' }) +
    item({ title: 'No id', price: '10.00 USD' }),
)

test('a Google Merchant feed is read with groups as variants, sale prices and pictures', async () => {
  const account = await createSupplierAccount(shop)
  const planned = await plan(account, FEED, { name: 'feed.xml' })
  expect(planned).toMatchObject({
    state: 'planned',
    format: 'google',
    counts: { created: 1, changed: 0, unchanged: 0, conflicts: 0, refused: 2 },
  })
  const refused = await readItems(account, planned.id, 'refused')
  expect(refused.map(({ reason }) => reason)).toEqual([
    'The item has no id.',
    'The price “10.00 EUR” is not an amount in dollars and cents.',
  ])
  await apply(account, planned.id)
  expect(
    await queryRows(
      db,
      sql`select p.name, p.status, v.sku, v.size, v.price_amount as price, v.offer_amount as offer, v.stock
        from product_variants v join products p on p.id = v.product_id order by v.id`,
    ),
  ).toEqual([
    {
      name: 'Tide & Stone band',
      status: 'draft',
      sku: 'B6',
      size: '6',
      price: 8000,
      offer: 7000,
      stock: 100,
    },
    { name: 'Tide & Stone band', status: 'draft', sku: 'B7', size: '7', price: 8500, offer: null, stock: 0 },
  ])
  const pictures = await queryRows(db, sql`select source_url as url from product_images order by position`)
  expect(pictures).toEqual([{ url: 'https://a.example/band.jpg' }, { url: 'https://a.example/band-2.jpg' }])
})

test('a feed with availability only keeps counted stock and status, and sets sold-out variants to 0', async () => {
  const account = await createSupplierAccount(shop)
  await apply(account, (await plan(account, FEED)).id)
  await db.execute(sql`update product_variants set stock = 3 where sku = 'B6'`)
  await db.execute(sql`update products set status = 'active'`)
  expect((await plan(account, FEED)).counts).toMatchObject({ unchanged: 1, changed: 0 })
  const soldOut = await plan(account, FEED.replace('in_stock', 'out of stock'))
  const [band] = await readItems(account, soldOut.id, 'changed')
  expect(band?.changes).toEqual([{ field: 'Quantity', variant: '6', before: '3', after: '0' }])
})
