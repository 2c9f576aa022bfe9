import { readFile } from 'node:fs/promises'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { createEasyPostShop } from '#tests/fakes/with-easypost.ts'
import { inTransaction, queryRows } from '#database/database.ts'
import { migrationsFolder } from '#database/migrate.ts'
import { labelChargedKey, labelChargedPosting, post, readBalances } from '#features/money/ledger/service.ts'
import {
  expectSuccess,
  createOperator,
  releaseBalance,
  readPayoutBalances,
  createPayableSupplier,
} from '#tests/steps/payouts.ts'
import { listLedgerErrors } from '#tests/steps/refunds.ts'
import {
  postAsSupplier,
  type CreatedOrder,
  createSentOrder,
  createSubmittedOrder,
} from '#tests/steps/supplier-orders.ts'

const { easyPost, shop } = await createEasyPostShop()

/** The cost of the cheapest recorded label, in cents. */
const COST = 593

test('the cost of a label is charged once to the supplier’s balance and owed to the carrier', async () => {
  const earlier = await createSentOrder(shop, { like: await createPayableSupplier(shop), released: true })
  const { available: free = 0 } = await readPayoutBalances(shop, earlier.supplier)
  const created = await createAcceptedOrder(earlier)
  await buyLabel(created)
  await retryLabels()
  await shop.work()
  expect(await readPayoutBalances(shop, created.supplier)).toMatchObject({ available: free - COST, owed: 0 })
  expect(await getCarrierPayable()).toBe(COST)
  const { body } = await (
    await createOperator(shop)
  ).get(`/ledger/explain/supplier_available?subledger=${created.supplier.publicId}`)
  expect(body).toMatchObject({
    postings: [{ kind: 'label_charged', memo: expect.stringMatching(/^Label of USPS \d{22}, order C-/) }, {}],
  })
  expect(await listLedgerErrors(shop)).toEqual([])
})

test('a label is owed by a supplier without enough balance, and the next payout statement names it', async () => {
  const created = await createAcceptedOrder()
  await releaseBalance(shop, created.supplier, 200)
  await buyLabel(created)
  expect(await readPayoutBalances(shop, created.supplier)).toMatchObject({ available: 0, owed: COST - 200 })
  await releaseBalance(shop, created.supplier, 5_000)
  const operator = await createOperator(shop)
  const swept = await expectSuccess(operator.post('/payouts/sweep', { supplier: created.supplier.publicId }))
  const [id] = Reflect.get(Object(swept.body), 'made') as string[]
  const { body } = await expectSuccess(operator.get(`/payouts/${id}`))
  const number = { number: expect.stringMatching(/^C-/) }
  expect(body).toMatchObject({
    payout: {
      amount: 46.07,
      lines: [
        { amount: 2 },
        { kind: 'label_charged', amount: -5.93, gross: null, order: number },
        { amount: 50 },
      ],
    },
  })
  expect(await listOtherBrokenRules()).toEqual([])
})

test.each([
  ['SGD', COST],
  // Yen have no cents: the fake rounds the recorded 5.93 to 6.
  ['JPY', 6],
])('a label in %s is owed in that currency and its minor units', async (currency, cost) => {
  const created = await createAcceptedOrder()
  await releaseBalance(shop, created.supplier, 10_000)
  easyPost.books.currency = currency
  await buyLabel(created)
  easyPost.books.currency = 'USD'
  const owed = { account: 'supplier_receivable', subledger: created.supplier.publicId, currency } as const
  expect(await readBalances(shop.db, [owed])).toEqual([cost])
  expect(await readPayoutBalances(shop, created.supplier)).toMatchObject({ available: 10_000, owed: 0 })
  expect(await listOtherBrokenRules()).toEqual([])
})

test('a refunded label costs the supplier nothing, also after its debt was paid; a lost one is charged', async () => {
  const created = await createAcceptedOrder()
  easyPost.faults.push('none', 'none', 'none', 'none', 'failing')
  await buyLabel(created)
  expect(await readPayoutBalances(shop, created.supplier)).toMatchObject({ available: 0, owed: COST })
  await releaseBalance(shop, created.supplier, 1_000)
  await expectSuccess(
    (await createOperator(shop)).post('/payouts/sweep', { supplier: created.supplier.publicId }),
  )
  await postAsSupplier(created, 'cancel', { reason: 'No time after all' })
  await retryLabels()
  await shop.work()
  await retryLabels()
  await shop.work()
  expect(await listLabelStates()).toEqual(['given_back'])
  expect(await readPayoutBalances(shop, created.supplier)).toMatchObject({ available: COST, owed: 0 })
  expect(await getCarrierPayable()).toBe(0)

  const otherOrder = await createAcceptedOrder()
  easyPost.faults.push('none', 'none', 'none', 'none', 'failing')
  await buyLabel(otherOrder)
  easyPost.books.refusesRefunds = 'rejected'
  shop.passTime(25 * 60 * 60_000)
  await postAsSupplier(otherOrder, 'cancel', { reason: 'No time after all' })
  await retryLabels()
  await shop.work()
  expect(await listLabelStates()).toEqual(['given_back', 'lost'])
  expect(await readPayoutBalances(shop, otherOrder.supplier)).toMatchObject({ owed: COST })
  expect(await getCarrierPayable()).toBe(COST)
  expect(await listOtherBrokenRules()).toEqual([])
})

test('labels can be bought on credit up to a limit, beyond which the supplier’s earnings have to cover it', async () => {
  const created = await createAcceptedOrder()
  const otherOrder = await createAcceptedOrder(created)
  const waiting = { idempotencyKey: 'asked-before-it-owed' }
  await expectSuccess(postAsSupplier(otherOrder, 'labels', waiting))
  await setDebt(created, 50_000)
  await shop.work()
  expect(easyPost.books.sold).toEqual([])
  expect(await listLabelStates()).toEqual(['failed'])
  const refusal = await postAsSupplier(created, 'labels', { idempotencyKey: 'asked-too-late' })
  expect(refusal).toMatchObject({ status: 409, body: { code: 'labels_owed' } })
  expect(refusal.text).toContain('owes $500.00')
  // Earned, but not available for a payout yet.
  await createSentOrder(shop, { like: created })
  await buyLabel(created)
  expect(await listLabelStates()).toEqual(['failed', 'used'])
})

test('the audit finds a label whose cost is not posted, and a refunded one whose cost still is', async () => {
  const created = await createAcceptedOrder()
  await buyLabel(created)
  await shop.db.execute(sql`update parcel_labels set amount = amount + 1`)
  expect(await listLedgerErrors(shop)).toEqual([
    expect.stringContaining('suppliers_add_up'),
    expect.stringContaining('labels_booked'),
  ])
  await shop.db.execute(sql`update parcel_labels set amount = amount - 1, state = 'given_back'`)
  expect(await listLedgerErrors(shop)).toContainEqual(expect.stringContaining('labels_booked'))
})

test('labels from before the ledger had label costs are posted as owed, once', async () => {
  const created = await createAcceptedOrder()
  await shop.db.execute(sql`
    insert into parcel_labels (public_id, supplier_order_id, idempotency_key, request_hash, units, weight_grams, length_mm,
      width_mm, height_mm, state, shipment_ref, carrier, tracking_number, currency, amount, file_key, created_at, updated_at)
    select 'lbl_old_' || s.state, o.id, s.state, 'h', '[]', 1, 1, 1, 1, s.state, 'shp_' || s.state, 'usps', '94001', 'USD', ${COST},
      'labels/old.pdf', o.created_at, o.created_at
    from supplier_orders o cross join (values ('used'), ('given_back')) as s(state) where o.public_id = ${created.id}`)
  expect(await listLedgerErrors(shop)).toContainEqual(expect.stringContaining('lbl_old_used costs $5.93'))
  const migration = await readFile(`${migrationsFolder}/0039_label_costs.sql`, 'utf8')
  const backfill = migration.slice(migration.indexOf('with missing'))
  await shop.db.execute(sql.raw(backfill))
  await shop.db.execute(sql.raw(backfill))
  expect(await readPayoutBalances(shop, created.supplier)).toMatchObject({ available: 0, owed: COST })
  expect(await getCarrierPayable()).toBe(COST)
  expect(await listLedgerErrors(shop)).toEqual([])
})

async function createAcceptedOrder(like?: Pick<CreatedOrder, 'supplier' | 'owner'>): Promise<CreatedOrder> {
  const created = await createSubmittedOrder(shop, { like: like ?? (await createPayableSupplier(shop)) })
  await postAsSupplier(created, 'accept')
  return created
}

/** Sets a supplier's debt in cents, by posting a label's cost without a label. */
async function setDebt({ supplier }: CreatedOrder, receivable: number): Promise<void> {
  const charged = { supplier: supplier.publicId, provider: 'easypost', carrier: 'usps', currency: 'USD' }
  const posting = { ...charged, key: labelChargedKey('lbl_other'), available: 0, receivable, memo: 'Labels' }
  await inTransaction(shop.db, (tx) => post(tx, labelChargedPosting(posting), shop.now()))
}

/** Buys a label for a whole order. */
async function buyLabel(created: CreatedOrder): Promise<void> {
  await expectSuccess(
    postAsSupplier(created, 'labels', { idempotencyKey: `label-of-${created.id}`.slice(0, 60) }),
  )
  await shop.work()
}

async function getCarrierPayable(currency = 'USD') {
  const [owed] = await readBalances(shop.db, [
    { account: 'carrier_payable', subledger: 'easypost/usps', currency },
  ])
  return owed
}

/** Returns the failed ledger checks, except the one about suppliers' earnings, which do not exist here. */
async function listOtherBrokenRules(): Promise<string[]> {
  return (await listLedgerErrors(shop)).filter((rule) => !rule.startsWith('suppliers_add_up'))
}

async function listLabelStates(): Promise<string[]> {
  const labels = await queryRows<{ state: string }>(shop.db, sql`select state from parcel_labels order by id`)
  return labels.map(({ state }) => state)
}

/** Enqueues the jobs of all labels again. */
async function retryLabels(): Promise<void> {
  const labels = await queryRows<{ id: string }>(shop.db, sql`select public_id as id from parcel_labels`)
  for (const { id } of labels)
    await shop.app.jobs.enqueue(shop.db, { job: 'orders.buy_label', input: { labelId: id } })
}
