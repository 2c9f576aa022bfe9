import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import type { ParcelLabelData } from '#features/sales/orders/labels/contract.ts'
import type { SupplierOrderViewData } from '#features/sales/orders/contract.ts'
import { renderHtml, toText } from '#tests/data/rendered.tsx'
import { createEasyPostShop } from '#tests/fakes/with-easypost.ts'
import { createSession } from '#tests/shop/accounts.ts'
import { getField } from '#tests/steps/chat.ts'
import { type CreatedOrder, createSubmittedOrder, postAsSupplier } from '#tests/steps/supplier-orders.ts'
import { OrderEarnings } from './order-facts.tsx'

const { shop } = await createEasyPostShop()

/** Returns the panel's text about an order's money, with its current labels. */
async function readEarnings({ id, owner }: CreatedOrder): Promise<string> {
  const { headers } = await createSession(shop.db, owner.id, shop.now())
  const order: SupplierOrderViewData = getField(await shop.get(`/supplier/orders/${id}`, headers), 'order')
  const labels: ParcelLabelData[] = getField(
    await shop.get(`/supplier/orders/${id}/labels`, headers),
    'labels',
  )
  const queries = new QueryClient()
  queries.setQueryData(['supplier', 'labels', id], labels)
  return toText(
    renderHtml(
      <QueryClientProvider client={queries}>
        <OrderEarnings order={order} />
      </QueryClientProvider>,
    ),
  )
}

test('“You earn” subtracts a bought label, and no longer when it is refunded', async () => {
  const order = await createSubmittedOrder(shop, { quantities: [2] })
  await postAsSupplier(order, 'accept')
  expect(await readEarnings(order)).not.toContain('labels')

  const bought = await postAsSupplier(order, 'labels', { idempotencyKey: 'the first label' })
  await shop.work()
  const [, earnings = '', cost = '', left = ''] =
    /Earnings \$([\d.]+) Shipping labels −\$([\d.]+) Left after labels \$([\d.]+)/.exec(
      await readEarnings(order),
    ) ?? []
  expect(cost).toBe('5.93')
  expect(Number(left)).toBeCloseTo(Number(earnings) - 5.93, 6)

  expect(
    await postAsSupplier(order, `labels/${getField<string>(bought, 'label', 'id')}/refund`),
  ).toMatchObject({
    status: 200,
  })
  await shop.work()
  expect(await readEarnings(order)).not.toContain('labels')
})
