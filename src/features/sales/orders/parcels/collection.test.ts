import { expect, test } from 'vitest'
import { trackOrder, type TrackedOrderData } from '#features/sales/checkout/contract.ts'
import { readAllEmails } from '#tests/steps/database-reads.ts'
import { createTestShop } from '#tests/shop/shop.ts'
import {
  createParcelBody,
  postAsGuest,
  postAsSupplier,
  type CreatedOrder,
  readOrderMoney,
  runOrderTimers,
  readState,
  createSubmittedOrder,
} from '#tests/steps/supplier-orders.ts'

const shop = await createTestShop({ SUPPORT_EMAIL: 'help@support.example' })
const DAY = 24 * 3_600_000
const WHERE = 'Via Roma 5, Milano, Monday to Friday from 9 to 5'

test('a pickup order is made ready, collected by the buyer’s code and completed, and its money becomes available', async () => {
  const created = await createAcceptedOrder()
  const ready = await postAsSupplier(created, 'ready', { where: WHERE, idempotencyKey: 'ready-all' })
  expect(ready.body).toMatchObject({
    order: {
      state: 'shipped',
      fulfilment: 'all_shipped',
      parcels: [{ trackings: [], collection: { note: WHERE, code: null } }],
    },
  })
  await shop.work()
  const { code, id } = await readCollection(created)
  const email = await findEmailAbout('Ready to collect: items of your order')
  for (const expectedText of [WHERE, code, created.supplier.name]) expect(email?.text).toContain(expectedText)
  expect(JSON.stringify(ready.body)).not.toContain(code)
  expect(await findEmailAbout('On its way')).toBeUndefined()

  const wrongCode = await postAsSupplier(created, `parcels/${id}/collected`, { code: 'AAAAAA' })
  expect(wrongCode).toMatchObject({ status: 400, body: { code: 'wrong_code' } })
  expect(await readState(shop, created)).toBe('shipped')
  const submitCode = () =>
    postAsSupplier(created, `parcels/${id}/collected`, { code: ` ${code.toLowerCase()}` })
  expect((await submitCode()).body).toMatchObject({ order: { state: 'delivered' } })
  expect((await submitCode()).status).toBe(200)
  await shop.work()
  expect((await findEmailAbout('Collected: your items'))?.text).toContain('was collected')
  expect(await findEmailAbout('Arrived')).toBeUndefined()
  shop.passTime(14 * DAY)
  await runOrderTimers(shop)
  expect(await readState(shop, created)).toBe('completed')
  expect(await readOrderMoney(shop, created)).toMatchObject({ escrow: 0, pending: 0, available: 8_365 })
})

test('a pickup order collected in parts is delivered with the last part, also when the buyer confirms it', async () => {
  const created = await createAcceptedOrder([2])
  const some = (key: string) => ({
    where: WHERE,
    idempotencyKey: `ready-${key}`,
    lines: [{ line: 1, quantity: 1 }],
  })
  expect((await postAsSupplier(created, 'ready', some('one'))).body).toMatchObject({
    order: { state: 'in_progress' },
  })
  await postAsSupplier(created, 'ready', some('one'))
  const { code, id } = await readCollection(created)
  await postAsSupplier(created, `parcels/${id}/collected`, { code })
  expect(await readState(shop, created)).toBe('in_progress')
  expect((await postAsSupplier(created, 'ready', some('two'))).body).toMatchObject({
    order: { state: 'shipped' },
  })
  // Each collection has its own code.
  const second = (await readSupplierOrder(created)).parcels[1]
  expect(await postAsSupplier(created, `parcels/${second?.id}/collected`, { code })).toMatchObject({
    status: 400,
  })
  expect((await postAsGuest(shop, created, 'received')).body).toMatchObject({ state: 'delivered' })
})

test('an uncollected order is not delivered: the buyer is reminded weekly, and operators are informed', async () => {
  const created = await createAcceptedOrder()
  await postAsSupplier(created, 'ready', { where: WHERE, idempotencyKey: 'ready-all' })
  for (let week = 0; week < 2; week += 1) {
    shop.passTime(week === 0 ? 14 * DAY : 7 * DAY)
    await runOrderTimers(shop)
    expect(await readState(shop, created)).toBe('shipped')
  }
  const emails = await readAllEmails(shop.db)
  const reminders = emails.filter(({ subject }) => subject.startsWith('Reminder'))
  expect(reminders).toHaveLength(2)
  expect(reminders[0]?.text).toContain((await readCollection(created)).code)
  const toOperator = emails.filter(({ recipient }) => recipient === 'help@support.example')
  expect(toOperator.map(({ subject }) => subject.split(':')[0])).toEqual(['Not collected', 'Not collected'])
  // The supplier reports a collection without the code, which starts the timer.
  const { id } = await readCollection(created)
  await postAsSupplier(created, `parcels/${id}/delivered`)
  expect(await readState(shop, created)).toBe('shipped')
  shop.passTime(7 * DAY)
  await runOrderTimers(shop)
  expect(await readState(shop, created)).toBe('delivered')
})

test('refuses a tracking number for a pickup, and a collection for a shipped parcel', async () => {
  const created = await createAcceptedOrder()
  const refusal = await postAsSupplier(created, 'parcels', createParcelBody('sent'))
  expect(refusal).toMatchObject({ status: 409, body: { code: 'is_picked_up' } })
  expect(JSON.stringify(refusal.body)).toContain('ready to collect')
  await postAsSupplier(created, 'ready', { where: WHERE, idempotencyKey: 'ready-all' })
  const { id } = await readCollection(created)
  const number = { carrier: 'fedex', trackingNumber: '1234 5678 9012' }
  expect((await postAsSupplier(created, `parcels/${id}/trackings`, number)).body).toMatchObject({
    code: 'is_picked_up',
  })
  const otherInput = { where: 'Somewhere else', idempotencyKey: 'ready-all' }
  expect((await postAsSupplier(created, 'ready', otherInput)).body).toMatchObject({ code: 'key_reused' })

  const shippedOrder = await createSubmittedOrder(shop)
  await postAsSupplier(shippedOrder, 'accept')
  const ready = { where: WHERE, idempotencyKey: 'ready-all' }
  expect((await postAsSupplier(shippedOrder, 'ready', ready)).body).toMatchObject({ code: 'not_picked_up' })
  await postAsSupplier(shippedOrder, 'parcels', createParcelBody('sent'))
  const parcel = (await readSupplierOrder(shippedOrder)).parcels[0]
  expect(await postAsSupplier(shippedOrder, `parcels/${parcel?.id}/collected`, { code: '' })).toMatchObject({
    status: 400,
  })
})

async function createAcceptedOrder(quantities = [1]): Promise<CreatedOrder> {
  const form = { shippingMethod: 'pickup', selectedShippingRate: null } as const
  const created = await createSubmittedOrder(shop, { quantities, form })
  await postAsSupplier(created, 'accept')
  return created
}

async function readSupplierOrder(created: CreatedOrder): Promise<TrackedOrderData['supplierOrders'][number]> {
  const { order } = await shop.call(trackOrder, { params: { id: created.purchaseId } })
  const [part] = order.supplierOrders
  if (!part) throw new Error('the order has no part')
  return part
}

/** Returns what the buyer sees of the first collection. */
async function readCollection(created: CreatedOrder): Promise<{ id: string; code: string }> {
  const [parcel] = (await readSupplierOrder(created)).parcels
  return { id: parcel?.id ?? '', code: parcel?.collection?.code ?? '' }
}

async function findEmailAbout(subject: string) {
  return (await readAllEmails(shop.db)).find((mail) => mail.subject.startsWith(subject))
}
