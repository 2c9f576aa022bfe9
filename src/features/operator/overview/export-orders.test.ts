import { expect, test } from 'vitest'
import { createTestShop } from '#tests/shop/shop.ts'
import { createOperator } from '#tests/steps/payouts.ts'
import { createPaidOrder, createSubmittedOrder } from '#tests/steps/supplier-orders.ts'
import { exportOrderRows } from './export-orders.ts'

const shop = await createTestShop()

test('an operator exports the filtered orders, and formulas in buyers’ names are defused', async () => {
  const operator = await createOperator(shop)
  const [order, other] = [
    await createPaidOrder(shop, { form: { firstName: '=1+2', email: 'mei@buyer.example' } }),
    await createSubmittedOrder(shop),
  ]
  const { status, text } = await operator.get('/operator/order-export?search=mei@buyer.example')
  expect(status).toBe(200)
  const [head, row, ...more] = text.replace('\u{FEFF}', '').split('\r\n')
  expect(head).toBe('order,id,buyer,email,supplier,supplier id,items,total,currency,state,placed at,paid at')
  expect(row).toContain(`,${order.id},'=1+2 `)
  expect(row).toContain(',mei@buyer.example,')
  expect(more).toEqual([''])
  const all = await operator.get('/operator/order-export')
  for (const { id } of [order, other]) expect(all.text).toContain(id)
})

test('orders of several batches are exported once each, newest first', async () => {
  const ids: string[] = []
  for (let count = 0; count < 5; count += 1) ids.unshift((await createPaidOrder(shop)).id)
  const exported = []
  const filter = { search: '', group: 'all', supplier: undefined } as const
  for await (const rows of exportOrderRows(shop.db, filter, 2)) exported.push(rows.map(([, id]) => id))
  expect(exported).toEqual([['id'], ids.slice(0, 2), ids.slice(2, 4), ids.slice(4)])
})
