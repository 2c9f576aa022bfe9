import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { queryRows } from '#database/database.ts'
import { createSignedInAccount } from '#tests/shop/accounts.ts'
import { createTestProduct, placeGuestOrder } from '#tests/shop/factories.ts'
import { createTestShop, SHOP_URL } from '#tests/shop/shop.ts'
import { completePayment } from '#tests/steps/payments.ts'

const shop = await createTestShop({ PROVIDER_TARIFFS: '{"sandbox": {"percent": 3, "fixed": 50}}' })
const PATH = '/operator/settings/fees'
const FIRST = { provider: 'sandbox', bps: 300, fixed: 50 }

const createOwner = () => createSignedInAccount(shop.db, shop.now(), { type: 'operator', withPassword: true })
type Headers = Readonly<Record<string, string>>

/** Imports a report of a payment of 102.06 with a fee; returns the kinds of discrepancies so far. */
async function importFee(fee: number, headers: Headers): Promise<string[]> {
  const { id } = await placeGuestOrder(shop, [await createTestProduct(shop.db)])
  await completePayment(shop, id, 'pay')
  const [row] = await queryRows<{ receipt: string }>(
    shop.db,
    sql`select r.external_id as receipt from receipts r join payments p on p.id = r.payment_id where p.reference = ${id}`,
  )
  const csv = [
    'id,kind,reference,settlement,currency,gross,fee,net,at',
    `txn_${id},payment,${row?.receipt},po_1,USD,102.06,${fee},${(102.06 - fee).toFixed(2)},2026-03-02 10:00:00`,
  ].join('\n')
  const query = 'format=plain&from=2026-03-02T00:00:00Z&to=2026-03-03T00:00:00Z'
  const answer = await shop.app.http.request(`${SHOP_URL}/settlement-reports/sandbox?${query}`, {
    method: 'POST',
    headers,
    body: csv,
  })
  expect(answer.status).toBe(200)
  const { body } = await shop.get('/settlement-discrepancies?all=no', headers)
  return (body as { discrepancies: { kind: string }[] }).discrepancies.map(({ kind }) => kind)
}

test('checks reports against saved fees from the next import on, and leaves earlier results as they are', async () => {
  const owner = await createOwner()
  expect(await importFee(3.56, owner.headers)).toEqual([])
  const fees = [{ provider: 'sandbox', bps: 290, fixed: 30 }]
  expect(await shop.post(PATH, { fees, version: 0 }, owner.headers)).toMatchObject({ status: 200 })
  expect(await importFee(3.26, owner.headers)).toEqual([])
  expect(await importFee(3.56, owner.headers)).toEqual(['wrong_fee'])
})

test('shows the fees of the environment until others are saved, with their history and an audit entry', async () => {
  const owner = await createOwner()
  expect((await shop.get(PATH, owner.headers)).body).toMatchObject({
    currency: 'USD',
    fees: [FIRST],
    version: 0,
    history: [],
  })
  await shop.post(PATH, { fees: [], version: 0 }, owner.headers)
  expect((await shop.get(PATH, owner.headers)).body).toMatchObject({
    fees: [],
    history: [{ changes: ['sandbox: 3% and $0.50 → not checked'] }],
  })
  const log = await shop.get('/operator/audit-log?kind=settings', owner.headers)
  expect(log.body).toMatchObject({ entries: [{ action: 'Changed the fees of payment providers' }] })
})

test('refuses unknown providers, impossible fees and an outdated version, and changes nothing', async () => {
  const owner = await createOwner()
  const save = (change: object, version = 0) =>
    shop.post(PATH, { fees: [{ ...FIRST, ...change }], version }, owner.headers)
  expect(await save({ provider: 'gone' })).toMatchObject({ status: 400, body: { code: 'provider_unknown' } })
  for (const change of [{ bps: 10_001 }, { bps: -1 }, { fixed: 0.5 }, { fixed: 10_001 }])
    expect((await save(change)).status).toBe(400)
  expect(await save({}, 4)).toMatchObject({ status: 409, body: { code: 'changed_meanwhile' } })
  expect((await shop.get(PATH, owner.headers)).body).toMatchObject({ fees: [FIRST], history: [] })
})
