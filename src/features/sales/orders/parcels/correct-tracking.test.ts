import { expect, test } from 'vitest'
import { sql } from 'drizzle-orm'
import { queryRows } from '#database/database.ts'
import { createSignedInAccount } from '#tests/shop/accounts.ts'
import { createTestShop } from '#tests/shop/shop.ts'
import { createTestSupplier } from '#tests/shop/factories.ts'
import { listLedgerErrors } from '#tests/steps/refunds.ts'
import {
  createSubmittedOrder,
  type CreatedOrder,
  postAsSupplier,
  readState,
} from '#tests/steps/supplier-orders.ts'

const shop = await createTestShop()

const OLD = 'JD014600003828392000'
const NEW = 'JD014600003828392001'

/** Creates an order of two units shipped with the number OLD; returns it with its parcel. */
async function createShippedOrder(): Promise<{ order: CreatedOrder; parcel: string }> {
  const order = await createSubmittedOrder(shop, { quantities: [2] })
  await postAsSupplier(order, 'accept', {})
  const packed = await postAsSupplier(order, 'parcels', {
    carrier: 'dhl',
    trackingNumber: OLD,
    idempotencyKey: `parcel-${order.id}`,
  })
  expect(packed.status).toBe(200)
  const [parcel] = await queryRows<{ id: string }>(
    shop.db,
    sql`select p.public_id as id from parcels p join supplier_orders o on o.id = p.supplier_order_id
        where o.public_id = ${order.id}`,
  )
  return { order, parcel: parcel?.id ?? '' }
}

const readNumbers = (parcel: string) =>
  queryRows<{ number: string; state: string | null }>(
    shop.db,
    sql`select t.number, t.state from parcel_trackings t join parcels p on p.id = t.parcel_id
        where p.public_id = ${parcel} order by t.id`,
  )

const readCorrections = () =>
  queryRows<{ before: unknown; after: unknown }>(
    shop.db,
    sql`select jsonb_path_query_array(numbers_before, '$[*].number') as before,
          jsonb_path_query_array(numbers_after, '$[*].number') as after
        from parcel_corrections order by id`,
  )

test('a corrected tracking number starts without tracking events, and repeating the correction has no effect', async () => {
  const { order, parcel } = await createShippedOrder()
  await shop.db.execute(sql`update parcel_trackings set state = 'in_transit', tracker_ref = 'trk_1'`)
  const body = { before: OLD, carrier: 'dhl', trackingNumber: NEW }
  for (let time = 0; time < 2; time += 1)
    expect(await postAsSupplier(order, `parcels/${parcel}/trackings/correct`, body)).toMatchObject({
      status: 200,
      body: { order: { parcels: [{ trackings: [{ number: NEW, state: null }] }] } },
    })
  expect(await readNumbers(parcel)).toEqual([{ number: NEW, state: null }])
  expect(await readCorrections()).toEqual([{ before: [OLD], after: [NEW] }])
  expect(await readState(shop, order)).toBe('shipped')
})

test('correcting a number to another one of the parcel stores it once', async () => {
  const { order, parcel } = await createShippedOrder()
  const path = `parcels/${parcel}/trackings`
  await postAsSupplier(order, path, { carrier: 'dhl', trackingNumber: NEW })
  const body = { before: OLD, carrier: 'dhl', trackingNumber: NEW }
  expect(await postAsSupplier(order, `${path}/correct`, body)).toMatchObject({ status: 200 })
  expect(await readNumbers(parcel)).toMatchObject([{ number: NEW }])
})

test('one of two numbers can be removed; removing the last one withdraws the parcel and holds its money again', async () => {
  const { order, parcel } = await createShippedOrder()
  const path = `parcels/${parcel}/trackings`
  await postAsSupplier(order, path, { carrier: 'dhl', trackingNumber: NEW })
  expect(await postAsSupplier(order, `${path}/remove`, { trackingNumber: OLD })).toMatchObject({
    status: 200,
    body: { order: { state: 'shipped', parcels: [{ trackings: [{ number: NEW }] }] } },
  })
  expect(await postAsSupplier(order, `${path}/remove`, { trackingNumber: NEW })).toMatchObject({
    status: 200,
    body: { order: { state: 'accepted', parcels: [] } },
  })
  expect(await readCorrections()).toEqual([
    { before: [OLD], after: [OLD, NEW] },
    { before: [OLD, NEW], after: [NEW] },
    { before: [NEW], after: [] },
  ])
  expect(await listLedgerErrors(shop)).toEqual([])
  const again = { carrier: 'dhl', trackingNumber: OLD, idempotencyKey: `second-${order.id}` }
  expect(await postAsSupplier(order, 'parcels', again)).toMatchObject({
    status: 200,
    body: { order: { state: 'shipped' } },
  })
})

test('refuses to remove the last number of a parcel in transit, and any number of a delivered one', async () => {
  const { order, parcel } = await createShippedOrder()
  const path = `parcels/${parcel}/trackings`
  await shop.db.execute(sql`update parcel_trackings set state = 'in_transit'`)
  expect(await postAsSupplier(order, `${path}/remove`, { trackingNumber: OLD })).toMatchObject({
    status: 409,
    body: { code: 'parcel_on_its_way' },
  })
  await shop.db.execute(sql`update parcels set delivered_at = now(), delivered_by = 'carrier'`)
  const body = { before: OLD, carrier: 'dhl', trackingNumber: NEW }
  expect(await postAsSupplier(order, `${path}/correct`, body)).toMatchObject({
    status: 409,
    body: { code: 'parcel_arrived' },
  })
})

test('refuses unknown and invalid numbers, and those of another supplier', async () => {
  const { order, parcel } = await createShippedOrder()
  const path = `parcels/${parcel}/trackings`
  const body = { before: OLD, carrier: 'dhl', trackingNumber: NEW }
  expect(await postAsSupplier(order, `${path}/remove`, { trackingNumber: NEW })).toMatchObject({
    status: 404,
    body: { code: 'tracking_not_found' },
  })
  expect(
    await postAsSupplier(order, `${path}/correct`, { ...body, carrier: 'ups', trackingNumber: '1234' }),
  ).toMatchObject({ status: 400, body: { code: 'bad_tracking_number' } })
  const supplier = await createTestSupplier(shop.db)
  const owner = await createSignedInAccount(shop.db, shop.now(), { type: 'manufacturer', owns: supplier })
  expect(await postAsSupplier({ ...order, owner }, `${path}/correct`, body)).toMatchObject({ status: 404 })
  expect(await readNumbers(parcel)).toMatchObject([{ number: OLD }])
})
