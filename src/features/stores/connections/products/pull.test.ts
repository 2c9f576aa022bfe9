import { afterAll, expect, test } from 'vitest'
import { MINUTE } from '#core/time.ts'
import { getField } from '#tests/steps/chat.ts'
import { startFakeStores } from '#tests/fakes/stores/server.ts'
import { createSignedInAccount } from '#tests/shop/accounts.ts'
import { createTestShop } from '#tests/shop/shop.ts'
import { findStoreProducts } from '../service.ts'

const fake = await startFakeStores()
afterAll(fake.close)
const shop = await createTestShop({ FAKE_STORES_URL: fake.url })

test.each(['shopify', 'woo'] as const)(
  'a manufacturer reads the products of a %s store [MONB-22]',
  async (kind) => {
    const fakeStore =
      kind === 'shopify'
        ? fake.shopify('source', { currency: 'SGD' })
        : fake.woo('source.example', { currency: 'SGD' })
    for (let number = 1; number <= 60; number += 1) fakeStore.addOwn(`Own ${number}`, '45.50')
    const { id: accountId, headers } = await createSignedInAccount(shop.db, shop.now(), {
      type: 'manufacturer',
    })
    const saved = await shop.post('/stores/connections', fakeStore.typed, headers)
    const id = getField(saved, 'connection', 'id')
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

    const externalId = getField(first, 'products', '0', 'externalId')
    const filter = { accountId, connectionId: id, externalIds: [externalId, 'none'] }
    expect(await findStoreProducts(shop.db, filter)).toMatchObject([
      { externalId, priceAmount: 4_550, currency: 'SGD' },
    ])
    expect(await findStoreProducts(shop.db, { ...filter, accountId: accountId + 1 })).toEqual([])

    fakeStore.rename(externalId, 'Renamed')
    await shop.post(`/stores/connections/${id}/pull`, {}, headers)
    await shop.work()
    expect(await shop.get(`/stores/connections/${id}/products`, headers)).toMatchObject({
      body: { total: 60, products: expect.arrayContaining([expect.objectContaining({ name: 'Renamed' })]) },
    })
  },
)

test('a run’s end time is that of its last answer, not of its request', async () => {
  const fakeStore = fake.woo('slow.example')
  fakeStore.addOwn('Ring', '45.50')
  const { headers } = await createSignedInAccount(shop.db, shop.now(), { type: 'manufacturer' })
  const id = getField(await shop.post('/stores/connections', fakeStore.typed, headers), 'connection', 'id')
  await shop.post(`/stores/connections/${id}/pull`, {}, headers)
  const startedAt = shop.now()
  fakeStore.onRequest(() => shop.passTime(MINUTE))
  await shop.work()
  const finishedAt = new Date(startedAt.getTime() + MINUTE).toISOString()
  expect(await shop.get(`/stores/connections/${id}/products`, headers)).toMatchObject({
    body: { pull: { state: 'done', startedAt: startedAt.toISOString(), finishedAt } },
  })
})
