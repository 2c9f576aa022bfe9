import { afterAll, expect, test } from 'vitest'
import { MINUTE } from '#core/time.ts'
import { field } from '#tests/steps/chat.ts'
import { fakeStores } from '#tests/fakes/stores/server.ts'
import { personSignedIn } from '#tests/shop/people.ts'
import { testShop } from '#tests/shop/shop.ts'
import { findStoreProducts } from '../service.ts'

const fake = await fakeStores()
afterAll(fake.close)
const shop = await testShop({ STORES_PLAYED_AT: fake.url })

test.each(['shopify', 'woo'] as const)(
  'a manufacturer reads the products of a %s store [MONB-22]',
  async (kind) => {
    const own =
      kind === 'shopify'
        ? fake.shopify('source', { currency: 'SGD' })
        : fake.woo('source.example', { currency: 'SGD' })
    for (let number = 1; number <= 60; number += 1) own.addOwn(`Own ${number}`, '45.50')
    const { id: personId, headers } = await personSignedIn(shop.db, shop.now(), { type: 'manufacturer' })
    const saved = await shop.post('/stores/connections', own.typed, headers)
    const id = field(saved, 'connection', 'id')
    expect(await shop.post(`/stores/connections/${id}/pull`, {}, headers)).toMatchObject({
      status: 200,
      body: { connection: { pull: { state: 'running' } } },
    })
    await shop.post(`/stores/connections/${id}/pull`, {}, headers)
    await shop.work()
    const first = await shop.get(`/stores/connections/${id}/products`, headers)
    expect(first).toMatchObject({
      body: {
        total: 60,
        pages: 2,
        pull: { state: 'done', done: 60 },
        products: expect.arrayContaining([
          expect.objectContaining({
            name: 'Own 1',
            price: 45.5,
            currency: 'SGD',
            quantity: 4,
            pictures: ['https://cdn.shop.example/own.jpg'],
          }),
        ]),
      },
    })

    const externalId = field(first, 'products', '0', 'externalId')
    const whose = { personId, connectionId: id, externalIds: [externalId, 'none'] }
    expect(await findStoreProducts(shop.db, whose)).toMatchObject([
      { externalId, priceAmount: 4_550, currency: 'SGD' },
    ])
    expect(await findStoreProducts(shop.db, { ...whose, personId: personId + 1 })).toEqual([])

    own.rename(externalId, 'Renamed')
    await shop.post(`/stores/connections/${id}/pull`, {}, headers)
    await shop.work()
    expect(await shop.get(`/stores/connections/${id}/products`, headers)).toMatchObject({
      body: { total: 60, products: expect.arrayContaining([expect.objectContaining({ name: 'Renamed' })]) },
    })
  },
)

test('a run is finished when its last answer has come, not when that was asked for', async () => {
  const own = fake.woo('slow.example')
  own.addOwn('Ring', '45.50')
  const { headers } = await personSignedIn(shop.db, shop.now(), { type: 'manufacturer' })
  const id = field(await shop.post('/stores/connections', own.typed, headers), 'connection', 'id')
  await shop.post(`/stores/connections/${id}/pull`, {}, headers)
  const startedAt = shop.now()
  own.whenAsked(() => shop.passTime(MINUTE))
  await shop.work()
  const finishedAt = new Date(startedAt.getTime() + MINUTE).toISOString()
  expect(await shop.get(`/stores/connections/${id}/products`, headers)).toMatchObject({
    body: { pull: { state: 'done', startedAt: startedAt.toISOString(), finishedAt } },
  })
})
