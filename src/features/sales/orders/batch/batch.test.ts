import { expect, test } from 'vitest'
import { createSession } from '#tests/shop/accounts.ts'
import { createTestShop } from '#tests/shop/shop.ts'
import {
  createPaidOrder,
  createSubmittedOrder,
  postAsSupplier,
  readState,
  type CreatedOrder,
} from '#tests/steps/supplier-orders.ts'

const shop = await createTestShop()

test('orders are accepted in bulk, and those that cannot be are reported without stopping the others', async () => {
  const first = await createSubmittedOrder(shop)
  const like = { supplier: first.supplier, owner: first.owner }
  const second = await createSubmittedOrder(shop, { like })
  const foreign = await createSubmittedOrder(shop)
  const held = await createPaidOrder(shop, { like })
  const { headers } = await signIn(first)
  const ids = [held, first, foreign, second].map(({ id }) => ({ id }))
  const { status, body } = await shop.post('/supplier/orders/accept', { orders: ids }, headers)
  expect(status).toBe(200)
  expect(body).toMatchObject({
    message: '2 orders are accepted.',
    results: [{ isDone: false }, { isDone: true }, { isDone: false }, { isDone: true }],
  })
  expect(await Promise.all([first, second, held].map((order) => readState(shop, order)))).toEqual([
    'accepted',
    'accepted',
    'paid_hold',
  ])
  expect(await readState(shop, foreign)).not.toBe('accepted')
})

test('a file of tracking numbers is checked first, and adds each parcel once even if sent repeatedly', async () => {
  const order = await createSubmittedOrder(shop, { quantities: [2] })
  const like = { supplier: order.supplier, owner: order.owner }
  const waiting = await createSubmittedOrder(shop, { like })
  await postAsSupplier(order, 'accept')
  const { headers } = await signIn(order)
  const [number, waitingNumber] = await Promise.all([order, waiting].map((one) => readNumber(one, headers)))
  const csv = [
    '\uFEFFOrder;Carrier;Tracking number',
    `${number};FedEx;1234 5678 9012`,
    `${waitingNumber};fedex;123456789013`,
    'C-0000-00000;FedEx;123456789014',
    `${number};Pigeon Post;77`,
    `${number};FedEx;12`,
  ].join('\r\n')
  const checked = await send(csv, false)
  expect(checked).toMatchObject([
    { line: 2, status: 'ready', message: 'Ships 2 items.' },
    { line: 3, status: 'refused', message: 'Accept the order first.' },
    { line: 4, status: 'refused', message: 'Your store has no order with this number.' },
    { line: 5, status: 'refused', carrier: null },
    { line: 6, status: 'refused' },
  ])
  expect(await readState(shop, order)).toBe('accepted')
  expect(await send(csv, true)).toMatchObject([{ line: 2, status: 'added' }, {}, {}, {}, {}])
  expect(await readState(shop, order)).toBe('shipped')
  expect(await send(csv, true)).toMatchObject([{ line: 2, status: 'known' }, {}, {}, {}, {}])
  const { body } = await shop.get(`/supplier/orders/${order.id}`, headers)
  expect(body).toMatchObject({ order: { parcels: [{ trackings: [{ number: '123456789012' }] }] } })

  async function send(text: string, confirm: boolean): Promise<unknown> {
    const answer = await shop.post('/supplier/orders/tracking', { csv: text, confirm }, headers)
    return (answer.body as { rows: unknown }).rows
  }
})

test('concurrent uploads of one file add one parcel', async () => {
  const order = await createSubmittedOrder(shop)
  await postAsSupplier(order, 'accept')
  const { headers } = await signIn(order)
  const number = await readNumber(order, headers)
  const body = { csv: `order,carrier,tracking\n${number},fedex,123456789012`, confirm: true }
  await Promise.all([1, 2, 3].map(() => shop.post('/supplier/orders/tracking', body, headers)))
  const read = await shop.get(`/supplier/orders/${order.id}`, headers)
  expect((read.body as { order: { parcels: unknown[] } }).order.parcels).toHaveLength(1)
})

test('refuses a file that is unreadable, lacks a column or is too long, with what to do', async () => {
  const order = await createPaidOrder(shop)
  const many = `order,carrier,tracking number\n${'C-1,fedex,1\n'.repeat(1_001)}`
  for (const [csv, code] of [
    ['order,carrier,tracking number\n"C-1,fedex,1', 'csv_unreadable'],
    ['order,carrier\nC-1,fedex', 'columns_missing'],
    [many, 'too_many_rows'],
  ])
    expect(await shop.post('/supplier/orders/tracking', { csv }, order.owner.headers)).toMatchObject({
      status: 400,
      body: { code },
    })
})

function signIn({ owner }: CreatedOrder) {
  return createSession(shop.db, owner.id, shop.now())
}

async function readNumber({ id }: CreatedOrder, headers: Record<string, string>): Promise<string> {
  const { body } = await shop.get(`/supplier/orders/${id}`, headers)
  return (body as { order: { number: string } }).order.number
}
