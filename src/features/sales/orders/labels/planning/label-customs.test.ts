import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { EASYPOST_FROM, createEasyPostShop } from '#tests/fakes/with-easypost.ts'
import { postAsSupplier, type CreatedOrder, createSubmittedOrder } from '#tests/steps/supplier-orders.ts'

const { easyPost, shop } = await createEasyPostShop()

/** Parcels of this supplier are sent from Italy; the guest's address is in Singapore. */
const sender = { ...EASYPOST_FROM, name: 'Atelier Luce', city: 'Arezzo', zip: '52100', country: 'IT' }

/** Changes the destination of all orders. */
const setDestination = (country: string) => shop.db.execute(sql`update purchases set country = ${country}`)

async function createAcceptedOrder(
  options: Parameters<typeof createSubmittedOrder>[1] = {},
): Promise<CreatedOrder> {
  const created = await createSubmittedOrder(shop, options)
  await postAsSupplier(created, 'accept')
  return created
}

/** Requests a label; returns the answer once all jobs have run. */
async function requestLabel(created: CreatedOrder, over: object = {}) {
  const answer = await postAsSupplier(created, 'labels', { sender, idempotencyKey: 'label-key', ...over })
  await shop.work()
  return answer
}

const setCatalogFacts = (facts: object) =>
  shop.db.execute(
    sql`update products set (origin_country, tariff_number, metal, plating, stones) = (
      select origin_country, tariff_number, metal, plating, stones
      from json_to_record(${JSON.stringify(facts)}::json)
        as x(origin_country text, tariff_number text, metal text, plating text, stones text))`,
  )

test('customs information states origin, tariff number, product codes and incoterm', async () => {
  const created = await createAcceptedOrder({ quantities: [2] })
  await setCatalogFacts({ origin_country: 'TH', metal: 'Silver', plating: '18K gold' })
  expect((await requestLabel(created)).status).toBe(200)
  const [shipment] = easyPost.books.opened
  expect(shipment).toMatchObject({
    options: { incoterm: 'DAP' },
    customs_info: {
      customs_items: [
        {
          origin_country: 'TH',
          hs_tariff_number: '711311',
          quantity: 2,
          value: 200,
          code: expect.stringMatching(/^prd_/),
          manufacturer_product_id: expect.stringMatching(/^SKU-/),
        },
      ],
    },
  })
  expect(shipment).not.toHaveProperty(['options', 'commerce_type'])
})

test('customs use the material of the sold variant of a product in several metals', async () => {
  const created = await createAcceptedOrder()
  await setCatalogFacts({ origin_country: 'TH', metal: 'Yellow gold or silver' })
  await shop.db.execute(sql`update product_variants set material = 'Silver'`)
  await requestLabel(created)
  expect(easyPost.books.opened).toMatchObject([
    { customs_info: { customs_items: [{ hs_tariff_number: '711311' }] } },
  ])
})

test('the tariff number of the feed takes precedence over the one from the material', async () => {
  const created = await createAcceptedOrder()
  await setCatalogFacts({ origin_country: 'TH', tariff_number: '7114110000', metal: 'Silver' })
  await requestLabel(created)
  expect(easyPost.books.opened).toMatchObject([
    { customs_info: { customs_items: [{ hs_tariff_number: '7114110000' }] } },
  ])
})

test('refuses a label without customs origin or material, naming what is missing of which product', async () => {
  const created = await createAcceptedOrder({ quantities: [1, 1] })
  await setCatalogFacts({})
  await shop.db.execute(
    sql`update products set origin_country = 'IT' where name = (select min(name) from products)`,
  )
  const answer = await requestLabel(created)
  expect([answer.status, answer.body]).toMatchObject([
    409,
    {
      code: 'customs_unknown',
      message: expect.stringMatching(
        /Missing: the material or HS code of “.+” \(line 1\); the country of origin and the material or HS code of “.+” \(line 2\)\./,
      ),
      details: {
        lines: [
          { line: 1, missing: ['tariffNumber'] },
          { line: 2, missing: ['originCountry', 'tariffNumber'] },
        ],
      },
    },
  ])
  expect(easyPost.books.opened).toEqual([])
})

test('customs data entered with the label take precedence over the catalogue', async () => {
  const created = await createAcceptedOrder({ quantities: [1, 1] })
  await setCatalogFacts({ origin_country: 'IT', metal: 'Brass and silver' })
  const customs = [
    { line: 1, tariffNumber: '7113.11' },
    { line: 2, tariffNumber: '711719', originCountry: 'CN' },
  ]
  expect((await requestLabel(created, { customs })).status).toBe(200)
  expect(easyPost.books.opened).toMatchObject([
    {
      customs_info: {
        customs_items: [
          { hs_tariff_number: '711311', origin_country: 'IT' },
          { hs_tariff_number: '711719', origin_country: 'CN' },
        ],
      },
    },
  ])
  // The same request returns the same label, and other customs data with its key are refused.
  expect((await requestLabel(created, { customs })).status).toBe(200)
  const otherAnswer = await requestLabel(created, { customs: [{ line: 1, tariffNumber: '711719' }] })
  expect(otherAnswer.body).toMatchObject({ code: 'key_reused' })
  expect(easyPost.books.sold).toHaveLength(1)
})

test.each([{ tariffNumber: 'gold' }, { tariffNumber: '7113' }, { originCountry: 'Italy' }])(
  'refuses invalid customs data (%o) before buying anything',
  async (said) => {
    const created = await createAcceptedOrder()
    const answer = await requestLabel(created, { customs: [{ line: 1, ...said }] })
    expect(answer.status).toBe(400)
    expect(easyPost.books.opened).toEqual([])
  },
)

test('a domestic parcel, and one within the EU customs union, needs no customs data', async () => {
  const [here, inUnion] = [await createAcceptedOrder(), await createAcceptedOrder()]
  await setCatalogFacts({})
  expect((await requestLabel(here, { sender: undefined })).status).toBe(200)
  await setDestination('DE')
  expect((await requestLabel(inUnion)).status).toBe(200)
  expect(easyPost.books.opened).toHaveLength(2)
  for (const shipment of easyPost.books.opened) {
    expect(shipment).not.toHaveProperty('customs_info')
    expect(shipment).toMatchObject({ options: { label_format: 'PDF' } })
  }
})

test('a parcel to the EU is declared as sold to a consumer', async () => {
  const created = await createAcceptedOrder()
  await setDestination('IT')
  await setCatalogFacts({ origin_country: 'SG', metal: 'Platinum' })
  expect((await requestLabel(created, { sender: undefined })).status).toBe(200)
  expect(easyPost.books.opened).toMatchObject([
    {
      options: { incoterm: 'DAP', commerce_type: 'B2C' },
      customs_info: { customs_items: [{ origin_country: 'SG', hs_tariff_number: '711319' }] },
    },
  ])
})
