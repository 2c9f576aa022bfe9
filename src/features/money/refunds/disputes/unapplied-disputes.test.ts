import { readFile } from 'node:fs/promises'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { queryRows } from '#database/database.ts'
import { migrationsFolder } from '#database/migrate.ts'
import { readBalances } from '#features/money/ledger/service.ts'
import type { ProviderDispute } from '#features/money/payments/service.ts'
import { createTestProduct, placeGuestOrder } from '#tests/shop/factories.ts'
import { sendPaidWebhook, openPaymentPage } from '#tests/steps/payments.ts'
import {
  asOperator,
  listLedgerErrors,
  readClearing,
  measureClearingDifference,
} from '#tests/steps/refunds.ts'
import { createTestShop } from '#tests/shop/shop.ts'
import { createRefundRequester, applyDispute } from '../service.ts'

const shop = await createTestShop()
// The total of one item with shipping.
const RECEIVED = 10_206

/** Creates an unapplied receipt, paid for an order of twice the amount. */
async function createUnappliedMoney() {
  const { id } = await placeGuestOrder(shop, [{ ...(await createTestProduct(shop.db)), quantity: 2 }])
  const { providerRef } = await openPaymentPage(shop, id)
  await sendPaidWebhook(shop, providerRef, { amount: RECEIVED })
  const [receipt] = await queryRows<{ id: number; externalId: string }>(
    shop.db,
    sql`select id, external_id as "externalId" from receipts r order by r.id desc limit 1`,
  )
  if (!receipt) throw new Error('no money came')
  return receipt
}

type UnappliedFixture = Awaited<ReturnType<typeof createUnappliedMoney>>

/** Applies a dispute state to the receipt. */
async function applyDisputeState(
  { externalId }: UnappliedFixture,
  state: ProviderDispute['state'],
  over: Partial<ProviderDispute> = {},
) {
  const dispute: ProviderDispute = {
    disputeId: `dp_${externalId}`,
    receiptId: externalId,
    currency: 'USD',
    amount: RECEIVED,
    fee: 0,
    feeCurrency: 'USD',
    state,
    reason: 'fraudulent',
    respondBy: undefined,
    ...over,
  }
  const { enqueue } = shop.app.jobs
  const deps = { enqueue, refund: createRefundRequester(enqueue) }
  const outcome = await applyDispute(shop.db, { provider: 'sandbox', dispute, deps, now: shop.now() })
  await shop.work()
  return outcome
}

/** Returns the unapplied and the lost amount of a receipt. */
async function booked({ id }: UnappliedFixture) {
  const key = { subledger: String(id), currency: 'USD' }
  const [waiting, lost] = await readBalances(shop.db, [
    { ...key, account: 'unapplied_receipts' },
    { ...key, account: 'chargeback_loss' },
  ])
  return { waiting, lost }
}

async function refundUnapplied({ id }: UnappliedFixture) {
  const answer = await asOperator(shop, `/unapplied/${id}/give-back`, {
    reason: 'Nobody knows what it is for',
  })
  await shop.work()
  return answer
}

async function expectSoundLedger(): Promise<void> {
  expect([await listLedgerErrors(shop), await measureClearingDifference(shop)]).toEqual([[], 0])
}

test('a dispute of an unapplied receipt blocks matching and refunding it until it is won', async () => {
  const money = await createUnappliedMoney()
  const { id: meant } = await placeGuestOrder(shop, [await createTestProduct(shop.db)])
  expect(await applyDisputeState(money, 'open')).toBe('taken')
  expect(await booked(money)).toEqual({ waiting: 0, lost: 0 })
  expect(await readClearing(shop)).toBe(0)
  const match = () => asOperator(shop, `/unapplied/${money.id}/match`, { purchase: meant })
  expect((await match()).body).toMatchObject({ code: 'nothing_left' })
  expect((await asOperator(shop, '/unapplied')).body).toMatchObject({ unapplied: [] })
  expect((await refundUnapplied(money)).body).toMatchObject({ code: 'nothing_left' })
  await expectSoundLedger()
  expect([await applyDisputeState(money, 'won'), await applyDisputeState(money, 'lost')]).toEqual([
    'returned',
    'known',
  ])
  expect(await booked(money)).toEqual({ waiting: RECEIVED, lost: 0 })
  await expectSoundLedger()
  expect((await match()).status).toBe(200)
  await expectSoundLedger()
})

test('a dispute of an unapplied receipt that was refunded is a loss of that amount until it is won', async () => {
  const money = await createUnappliedMoney()
  await refundUnapplied(money)
  expect(await applyDisputeState(money, 'open')).toBe('taken')
  expect(await booked(money)).toEqual({ waiting: 0, lost: RECEIVED })
  expect(await applyDisputeState(money, 'lost')).toBe('known')
  await expectSoundLedger()
  expect(await applyDisputeState(money, 'won')).toBe('returned')
  expect(await booked(money)).toEqual({ waiting: 0, lost: 0 })
  await expectSoundLedger()
})

test('the undisputed part of unapplied money is refunded at once, the disputed part after the dispute is won', async () => {
  const money = await createUnappliedMoney()
  await applyDisputeState(money, 'open', { amount: 4_000 })
  expect((await asOperator(shop, '/unapplied')).body).toMatchObject({
    unapplied: [{ amount: RECEIVED, left: RECEIVED - 4_000 }],
  })
  expect((await refundUnapplied(money)).body).toMatchObject({ refund: { amount: RECEIVED - 4_000 } })
  await applyDisputeState(money, 'won')
  expect((await refundUnapplied(money)).body).toMatchObject({ refund: { amount: 4_000 } })
  await expectSoundLedger()
})

test('the migration books disputes of unapplied money once', async () => {
  const money = await createUnappliedMoney()
  await shop.db.execute(sql`
    insert into chargebacks (provider, dispute_id, receipt_id, currency, amount, reason, state, created_at, updated_at)
    select 'sandbox', 'dp_' || n, ${money.id}, 'USD', 6206, 'fraudulent', 'lost', now(), now() from generate_series(1, 2) n`)
  expect(await listLedgerErrors(shop)).toHaveLength(2)
  const migration = await readFile(`${migrationsFolder}/0038_what_went_back.sql`, 'utf8')
  const booking = migration.slice(migration.indexOf('with kept'))
  for (const _again of [1, 2]) await shop.db.execute(sql.raw(booking))
  expect(await booked(money)).toEqual({ waiting: 0, lost: 2_206 })
  await expectSoundLedger()
})

const STEPS_ARBITRARY = fc.array(
  fc.oneof(
    fc.record({
      state: fc.constantFrom('inquiry', 'open', 'won', 'lost'),
      which: fc.nat(2),
      amount: fc.integer({ min: 0, max: RECEIVED + 1_000 }),
    }),
    fc.constant('give back'),
  ),
  { minLength: 3, maxLength: 8 },
)

test('after any disputes and refunds of an unapplied receipt the ledger is sound', async () => {
  await fc.assert(
    fc.asyncProperty(STEPS_ARBITRARY, async (steps) => {
      const money = await createUnappliedMoney()
      for (const step of steps) {
        if (typeof step === 'string') await refundUnapplied(money)
        else {
          const disputeId = `dp_${money.externalId}_${step.which}`
          await applyDisputeState(money, step.state, { disputeId, amount: step.amount })
        }
        await expectSoundLedger()
      }
    }),
    { numRuns: 8, endOnFailure: true },
  )
})
