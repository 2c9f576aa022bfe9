import { readFile } from 'node:fs/promises'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { queryRows } from '#database/database.ts'
import { migrationsFolder } from '#database/migrate.ts'
import { readAllReceipts, listSupplierOrderTotals } from '#tests/steps/database-reads.ts'
import { createTestProduct, placeGuestOrder } from '#tests/shop/factories.ts'
import { sendPaidWebhook, openPaymentPage, pressButton } from '#tests/steps/payments.ts'
import {
  readAllRefunds,
  asOperator,
  listLedgerErrors,
  readClearing,
  readSandboxRefunds,
} from '#tests/steps/refunds.ts'
import { createTestShop } from '#tests/shop/shop.ts'
import { postAsGuest, createPaidOrder } from '#tests/steps/supplier-orders.ts'

const shop = await createTestShop()
const MINUTE = 60_000

test('a payment that arrives after its order has expired is refunded automatically, once', async () => {
  const { id } = await placeGuestOrder(shop, [await createTestProduct(shop.db)])
  const { providerRef } = await openPaymentPage(shop, id)
  shop.passTime(16 * MINUTE)
  await shop.app.jobs.enqueue(shop.db, { job: 'orders.release_reservations', input: {} })
  await shop.work()
  await pressButton(shop, providerRef, 'pay')
  await shop.work()
  await sendPaidWebhook(shop, providerRef)
  await shop.work()
  expect(await readAllReceipts(shop.db)).toMatchObject([{ state: 'unapplied', reason: 'order_expired' }])
  expect(await readAllRefunds(shop)).toMatchObject([{ amount: 10_206, state: 'done' }])
  expect(await readSandboxRefunds(shop)).toEqual({ times: 1, amount: 10_206 })
  expect(await readClearing(shop)).toBe(0)
  expect((await asOperator(shop, '/unapplied')).body).toMatchObject({ unapplied: [] })
  expect(await listLedgerErrors(shop)).toEqual([])
})

test('a purchase paid twice keeps the first payment and refunds the second', async () => {
  const { id } = await placeGuestOrder(shop, [await createTestProduct(shop.db)])
  const [one, other] = [await openPaymentPage(shop, id), await openPaymentPage(shop, id)]
  for (const { providerRef } of [one, other]) await pressButton(shop, providerRef, 'pay')
  await shop.work()
  expect(await readAllReceipts(shop.db)).toMatchObject([{ state: 'applied' }, { reason: 'already_paid' }])
  expect(await listSupplierOrderTotals(shop.db, id)).toMatchObject([{ state: 'paid_hold' }])
  expect(await readSandboxRefunds(shop)).toEqual({ times: 1, amount: 10_206 })
  expect(await readClearing(shop)).toBe(10_206)
  expect(await listLedgerErrors(shop)).toEqual([])
})

/** Creates a receipt of another amount than requested; returns its path for operators. */
async function createUnappliedMoney(orderId: string, amount: number) {
  const { providerRef } = await openPaymentPage(shop, orderId)
  await sendPaidWebhook(shop, providerRef, { amount })
  const listed = await asOperator(shop, '/unapplied')
  expect(listed.body).toMatchObject({ unapplied: [{ amount, reason: 'amount_differs', purchase: orderId }] })
  const [receipt] = await queryRows<{ id: number }>(
    shop.db,
    sql`select id from receipts order by id desc limit 1`,
  )
  return `/unapplied/${receipt?.id}`
}

test('a payment with another amount waits for an operator, who can match it to the right purchase', async () => {
  const expectedOrder = await placeGuestOrder(shop, [await createTestProduct(shop.db)])
  const mistaken = await placeGuestOrder(shop, [{ ...(await createTestProduct(shop.db)), quantity: 2 }])
  const money = await createUnappliedMoney(mistaken.id, 10_206)
  const mismatch = await asOperator(shop, `${money}/match`, { purchase: mistaken.id })
  expect([mismatch.status, mismatch.body]).toMatchObject([409, { code: 'amount_differs' }])
  expect((await asOperator(shop, `${money}/match`, { purchase: expectedOrder.id })).status).toBe(200)
  expect(await listSupplierOrderTotals(shop.db, expectedOrder.id)).toMatchObject([
    { state: 'paid_hold', allocated: 10_206 },
  ])
  expect((await asOperator(shop, `${money}/match`, { purchase: expectedOrder.id })).status).toBe(404)
  expect(await listLedgerErrors(shop)).toEqual([])
})

test('an operator can refund an unapplied payment, once', async () => {
  const { id } = await placeGuestOrder(shop, [await createTestProduct(shop.db)])
  const money = await createUnappliedMoney(id, 9_999)
  const reason = { reason: 'Nobody knows what it is for' }
  expect((await asOperator(shop, `${money}/give-back`, reason)).body).toMatchObject({
    refund: { order: null, amount: 9_999, cameOf: 'operator' },
  })
  expect((await asOperator(shop, `${money}/give-back`, reason)).body).toMatchObject({ code: 'nothing_left' })
  expect((await asOperator(shop, '/unapplied')).body).toMatchObject({ unapplied: [] })
  expect(await listLedgerErrors(shop)).toEqual([])
})

test('payments from before the ledger are booked once, so that their orders can be refunded', async () => {
  const order = await createPaidOrder(shop)
  // The state before the ledger existed: a receipt and its shares, without postings.
  await shop.db.execute(
    sql.raw(`
    alter table ledger_postings disable trigger user; alter table ledger_entries disable trigger user;
    alter table ledger_balances disable trigger user;
    delete from ledger_entries; delete from ledger_postings; delete from ledger_balances;
    delete from ledger_account_totals; delete from ledger_account_deltas;
    alter table ledger_postings enable trigger user; alter table ledger_entries enable trigger user;
    alter table ledger_balances enable trigger user`),
  )
  expect(await listLedgerErrors(shop)).not.toEqual([])
  const backfill = await readFile(`${migrationsFolder}/0029_book_old_receipts.sql`, 'utf8')
  for (const _again of [1, 2]) await shop.db.execute(sql.raw(backfill))
  expect(await listLedgerErrors(shop)).toEqual([])
  expect(await readClearing(shop)).toBe(10_206)
  await postAsGuest(shop, order, 'cancel')
  await shop.work()
  expect(await readClearing(shop)).toBe(0)
  expect(await readSandboxRefunds(shop)).toEqual({ times: 1, amount: 10_206 })
})
