import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { inTransaction, queryRows } from '#database/database.ts'
import { createSignedInAccount, type CreatedAccount } from '#tests/shop/accounts.ts'
import { createTestSupplier, type CreatedSupplier } from '#tests/shop/factories.ts'
import { createTestShop } from '#tests/shop/shop.ts'
import { createOperator, expectSuccess, GERMAN_ACCOUNT } from '#tests/steps/payouts.ts'
import { closeStore, exportStore } from '../service.ts'
import type { VerificationData } from './contract.ts'

const shop = await createTestShop()
const { db } = shop
const STATEMENT = 'Kallang Fine Pte Ltd, 201912345K'

let store: CreatedSupplier
let owner: CreatedAccount
let operator: Awaited<ReturnType<typeof createOperator>>
beforeEach(async () => {
  store = await createTestSupplier(db)
  const options = { type: 'manufacturer', owns: store, withPassword: true } as const
  owner = await createSignedInAccount(db, shop.now(), options)
  operator = await createOperator(shop)
})

const state = (statement = STATEMENT, item = 'company') =>
  shop.post(`/supplier/verification/${item}`, { statement, isCorrect: true }, owner.headers)
const decide = (body: object, item = 'company') =>
  operator.post(`/store-verification/${store.publicId}/${item}`, body)

async function readItem(item = 'company') {
  const { body } = await expectSuccess(shop.get('/supplier/verification', owner.headers))
  const { verification } = body as { verification: VerificationData }
  return verification.items.find((one) => one.item === item)
}

test('an item is missing, then stated, then approved or rejected with a reason for the supplier', async () => {
  expect(await readItem()).toMatchObject({ status: 'missing', version: 0 })
  await expectSuccess(state())
  expect(await readItem()).toMatchObject({ status: 'attested', statement: STATEMENT, version: 1 })
  const reason = 'The register number is of another company.'
  await expectSuccess(decide({ decision: 'rejected', version: 1, reason }))
  expect(await readItem()).toMatchObject({ status: 'rejected', reason })
  await expectSuccess(state(`${STATEMENT} (new)`))
  expect(await readItem()).toMatchObject({ status: 'attested', reason: null, version: 2 })
  await expectSuccess(decide({ decision: 'approved', version: 2 }))
  expect(await readItem()).toMatchObject({ status: 'verified' })
  // Repeating the statement keeps the approval; another statement withdraws it.
  await expectSuccess(state(`${STATEMENT} (new)`))
  expect(await readItem()).toMatchObject({ status: 'verified', version: 2 })
  await expectSuccess(state())
  expect(await readItem()).toMatchObject({ status: 'attested', version: 3 })
})

test('the bank account item is derived from the payout account', async () => {
  expect(await readItem('bank_account')).toMatchObject({ status: 'missing' })
  await expectSuccess(shop.post('/supplier/payout-account', GERMAN_ACCOUNT, owner.headers))
  expect(await readItem('bank_account')).toMatchObject({ status: 'computed' })
})

test('refuses a decision about a statement that has changed', async () => {
  await expectSuccess(state())
  await expectSuccess(state('Another company, 1'))
  expect(await decide({ decision: 'approved', version: 1 })).toMatchObject({
    status: 409,
    body: { code: 'statement_changed' },
  })
  expect(await readItem()).toMatchObject({ status: 'attested' })
  expect(await decide({ decision: 'approved', version: 0 }, 'address')).toMatchObject({ status: 409 })
})

test('a rejection requires a reason, and a statement a confirmation', async () => {
  await expectSuccess(state())
  expect(await decide({ decision: 'rejected', version: 1 })).toMatchObject({ status: 400 })
  const path = '/supplier/verification/company'
  expect(await shop.post(path, { statement: STATEMENT }, owner.headers)).toMatchObject({ status: 400 })
})

test('statements and decisions are in the store’s log, without the stated values', async () => {
  await expectSuccess(state())
  await expectSuccess(decide({ decision: 'approved', version: 1 }))
  const rows = await queryRows<{ action: string; role: string; row: string }>(
    db,
    sql`select action, role, l::text as row from audit_log l order by id`,
  )
  expect(rows).toMatchObject([
    { action: 'Stated the company and register number', role: 'owner' },
    { action: 'Approved the company and register number', role: 'operator' },
  ])
  expect(JSON.stringify(rows)).not.toContain('Kallang')
})

test('statements are in the owner’s data export, and deleted with the account', async () => {
  await expectSuccess(state())
  expect(JSON.stringify(await exportStore(db, owner.id))).toContain(STATEMENT)
  await inTransaction(db, (tx) => closeStore(tx, { ownerId: owner.id, enqueue: shop.app.jobs.enqueue }))
  expect(await queryRows(db, sql`select item from store_verification_items`)).toEqual([])
})
