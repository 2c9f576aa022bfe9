import { expect, test } from 'vitest'
import { createSignedInAccount } from '#tests/shop/accounts.ts'
import { createTestShop } from '#tests/shop/shop.ts'
import { createCase } from '#tests/steps/cases.ts'
import { createSentOrder, createSubmittedOrder } from '#tests/steps/supplier-orders.ts'

const shop = await createTestShop()

test('stores webhook events for orders and cases in the same transaction, and none without subscribers', async () => {
  const operator = await createSignedInAccount(shop.db, shop.now(), { type: 'operator' })
  await createSubmittedOrder(shop)
  const body = {
    url: 'https://203.0.114.9/hooks',
    events: ['order.submitted', 'order.shipped', 'case.opened', 'case.closed'],
  }
  const added = await shop.post('/developers/webhooks', body, operator.headers)
  const { endpoint } = added.body as { endpoint: { id: string } }
  const created = await createSentOrder(shop)
  const opened = await createCase(created)
  const listed = await shop.get(`/developers/webhooks/${endpoint.id}/deliveries`, operator.headers)
  const { deliveries } = listed.body as { deliveries: { type: string; body: string }[] }
  expect(deliveries.map(({ type }) => type)).toEqual(['case.opened', 'order.shipped', 'order.submitted'])
  const [ofCase, ofOrder] = deliveries.map((delivery) => JSON.parse(delivery.body) as { data: object })
  expect(ofCase?.data).toMatchObject({ case: opened.id, order: created.id, outcome: null })
  expect(ofOrder?.data).toMatchObject({ order: created.id, state: 'shipped', channel: 'marketplace' })
  // No data of the buyer, and no id that gives access to the purchase.
  expect(JSON.stringify(deliveries)).not.toContain(created.purchaseId)
})
