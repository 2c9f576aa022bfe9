import { expect, test } from 'vitest'
import { createTestProduct, placeGuestOrder } from '#tests/shop/factories.ts'
import { openPaymentPage } from '#tests/steps/payments.ts'
import { createTestShop } from '#tests/shop/shop.ts'

const shop = await createTestShop()

function submitDecision(providerRef: string, body: BodyInit) {
  return shop.app.http.request(`/payments/sandbox/${providerRef}`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body,
  })
}

async function openPage(): Promise<string> {
  const order = await placeGuestOrder(shop, [await createTestProduct(shop.db)])
  return (await openPaymentPage(shop, order.id)).providerRef
}

test.each(['constructor', '__proto__', 'toString', ''])(
  'answers 404 for an unknown button %j',
  async (action) => {
    expect((await submitDecision(await openPage(), `action=${action}`)).status).toBe(404)
  },
)

test('answers 404 for an invalid payment id', async () => {
  expect((await shop.get('/payments/sandbox/%00')).status).toBe(404)
  expect((await shop.get('/payments/sandbox/%E0%A4%A')).status).toBe(404)
  expect((await submitDecision('%00', 'action=pay')).status).toBe(404)
})

test('rejects an oversized form with 413', async () => {
  const answer = await submitDecision(await openPage(), `action=pay&x=${'x'.repeat(1_000_000)}`)
  expect(answer.status).toBe(413)
})
