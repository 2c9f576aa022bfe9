import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { queryRows } from '#database/database.ts'
import { applyDispute, applyRefund, createRefundRequester } from '#features/money/refunds/service.ts'
import { createTestShop } from '#tests/shop/shop.ts'
import { getField } from '#tests/steps/chat.ts'
import {
  listLedgerErrors,
  measureClearingDifference,
  measureProviderDifference,
} from '#tests/steps/refunds.ts'
import {
  asVendor,
  createShopVendor,
  orderInShop,
  payOnPage,
  publishProduct,
  readShopOrder,
  type ShopVendor,
  topUpWallet,
} from '#tests/steps/vendor-orders.ts'

const shop = await createTestShop()

const readWallet = async (vendor: ShopVendor) =>
  getField<Record<string, number>>(await asVendor(shop, vendor)('/vendor/wallet'), 'wallet')

const withdraw = (vendor: ShopVendor, amount: number, idempotencyKey = `withdraw-${amount}`) =>
  asVendor(shop, vendor)('/vendor/wallet/withdrawals', { amount, idempotencyKey })

/** Expects the ledger checks to pass, and provider balances to agree. */
async function expectSound(): Promise<void> {
  expect(await listLedgerErrors(shop)).toEqual([])
  expect([await measureClearingDifference(shop), await measureProviderDifference(shop)]).toEqual([0, 0])
}

/** Applies a dispute state to a payment. */
function tellDispute(receiptId: string, state: 'open' | 'won' | 'lost', amount: number) {
  const { enqueue } = shop.app.jobs
  const dispute = {
    disputeId: `dispute-${receiptId}`,
    receiptId,
    currency: 'USD',
    amount,
    fee: 0,
    feeCurrency: 'USD',
    state,
    reason: 'fraudulent',
    respondBy: undefined,
  }
  const deps = { enqueue, refund: createRefundRequester(enqueue) }
  return applyDispute(shop.db, { provider: 'sandbox', dispute, deps, now: shop.now() })
}

test('a withdrawal is refunded to the newest payments first, once for an idempotency key', async () => {
  const vendor = await createShopVendor(shop)
  await topUpWallet(shop, vendor, 100)
  await topUpWallet(shop, vendor, 50)
  expect(await readWallet(vendor)).toMatchObject({ balance: 150, withdrawable: 150 })
  expect(await withdraw(vendor, 150.01)).toMatchObject({ status: 409, body: { code: 'not_enough_money' } })
  expect(await withdraw(vendor, 70)).toMatchObject({ status: 200, body: { withdrawn: 70 } })
  expect(await withdraw(vendor, 70)).toMatchObject({ status: 200 })
  expect(await withdraw(vendor, 71, 'withdraw-70')).toMatchObject({
    status: 409,
    body: { code: 'key_reused' },
  })
  await shop.work()
  const refunds = await queryRows(shop.db, sql`select amount, state, actor from refund_requests order by id`)
  expect(refunds).toEqual([
    { amount: 5_000, state: 'done', actor: 'withdrawal' },
    { amount: 2_000, state: 'done', actor: 'withdrawal' },
  ])
  expect(await readWallet(vendor)).toMatchObject({ balance: 80, withdrawable: 80 })
  await expectSound()
})

test('concurrent withdrawals cannot exceed the balance', async () => {
  const vendor = await createShopVendor(shop)
  await topUpWallet(shop, vendor, 100)
  const answers = await Promise.all(
    ['one-key-1', 'one-key-2', 'one-key-3'].map((key) => withdraw(vendor, 60, key)),
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
  await shop.work()
  await expectSound()
})

test('a charged-back top-up leaves the spent part owed, later top-ups pay it, and a won dispute returns it', async () => {
  const vendor = await createShopVendor(shop)
  await publishProduct(shop, vendor)
  const receipt = await topUpWallet(shop, vendor, 60)
  await orderInShop(shop, vendor)
  expect(await readWallet(vendor)).toMatchObject({ balance: 17.94 })
  expect(await tellDispute(receipt, 'open', 6_000)).toBe('taken')
  await shop.work()
  expect(await readWallet(vendor)).toMatchObject({ balance: 0, owed: 42.06, withdrawable: 0 })
  await expectSound()
  await topUpWallet(shop, vendor, 50)
  expect(await readWallet(vendor)).toMatchObject({ balance: 7.94, owed: 0, withdrawable: 7.94 })
  await expectSound()
  expect(await tellDispute(receipt, 'won', 6_000)).toBe('returned')
  await shop.work()
  expect(await readWallet(vendor)).toMatchObject({ balance: 67.94, owed: 0 })
  await expectSound()
})

test('a top-up refunded at the provider leaves the wallet, and returns if that refund fails', async () => {
  const vendor = await createShopVendor(shop)
  const receiptId = await topUpWallet(shop, vendor, 60)
  const { enqueue } = shop.app.jobs
  const tell = (state: 'succeeded' | 'failed') => {
    const refund = {
      providerRefundId: 'panel-1',
      refundId: undefined,
      receiptId,
      currency: 'USD',
      amount: 2_500,
      state,
      reason: undefined,
    }
    const deps = { enqueue, refund: createRefundRequester(enqueue) }
    return applyRefund(shop.db, { provider: 'sandbox', refund, deps, now: shop.now() })
  }
  expect(await tell('succeeded')).toBe('booked')
  expect(await readWallet(vendor)).toMatchObject({ balance: 35, withdrawable: 35 })
  expect(await listLedgerErrors(shop)).toEqual([])
  expect(await tell('failed')).toBe('undone')
  expect(await readWallet(vendor)).toMatchObject({ balance: 60, withdrawable: 60 })
  expect(await listLedgerErrors(shop)).toEqual([])
})

test('a payment for an order cancelled meanwhile is credited to the wallet; a chargeback takes it and stops the paid order', async () => {
  const vendor = await createShopVendor(shop)
  await publishProduct(shop, vendor)
  const numbers = [await orderInShop(shop, vendor), await orderInShop(shop, vendor)]
  const orders = await Promise.all(numbers.map((number) => readShopOrder(shop, vendor, number)))
  const paying = await asVendor(shop, vendor)('/vendor/orders/pay', {
    orders: orders.map(({ id }) => id),
    by: 'vm',
  })
  // The customer cancelled the second order while its vendor paid.
  await shop.db.execute(sql`
    update shop_orders set shop_state = 'cancelled' where public_id = ${orders[1]?.id}`)
  await shop.app.jobs.enqueue(shop.db, {
    job: 'forwarding.follow_order',
    input: { shopOrderId: orders[1]?.id },
  })
  await shop.work()
  const receipt = await payOnPage(shop, getField(paying, 'paymentUrl'))
  expect(await readShopOrder(shop, vendor, numbers[0] ?? '')).toMatchObject({ state: 'in_progress' })
  expect(await readShopOrder(shop, vendor, numbers[1] ?? '')).toMatchObject({
    state: 'closed',
    supplierOrders: [],
  })
  expect(await readWallet(vendor)).toMatchObject({ balance: 42.06, withdrawable: 42.06 })
  await expectSound()
  await tellDispute(receipt, 'open', 8_412)
  await shop.work()
  expect(await readWallet(vendor)).toMatchObject({ balance: 0, owed: 0 })
  expect(await readShopOrder(shop, vendor, numbers[0] ?? '')).toMatchObject({ supplierState: 'stopped' })
  await expectSound()
})

test('a vendor is warned once when the wallet is low, and again after a top-up', async () => {
  const vendor = await createShopVendor(shop)
  const warn = async () => {
    await shop.app.jobs.enqueue(shop.db, { job: 'wallets.warn_low', input: {} })
    await shop.work()
    const emails = await queryRows<{ subject: string }>(
      shop.db,
      sql`select subject from emails where subject like 'Your wallet is running low%' order by id`,
    )
    return emails.map(({ subject }) => subject)
  }
  expect(await warn()).toEqual([])
  await topUpWallet(shop, vendor, 40)
  expect(await warn()).toEqual(['Your wallet is running low: $40.00 left'])
  expect(await warn()).toHaveLength(1)
  await topUpWallet(shop, vendor, 100)
  expect(await warn()).toHaveLength(1)
  shop.passTime(60_000)
  await withdraw(vendor, 100)
  expect(await warn()).toHaveLength(2)
})

test('a monthly statement lists the movements, as CSV and PDF', async () => {
  const vendor = await createShopVendor(shop)
  await topUpWallet(shop, vendor, 100)
  await withdraw(vendor, 30)
  const month = shop.now().toISOString().slice(0, 7)
  const csv = await asVendor(shop, vendor)(`/vendor/wallet/statements/${month}?format=csv`)
  expect(
    csv.text
      .trim()
      .split('\r\n')
      .slice(1)
      .map((row) => row.split(',').slice(1).join(',')),
  ).toEqual(['Money added,USD,100,100', 'Withdrawn,USD,-30,70'])
  const pdf = await asVendor(shop, vendor)(`/vendor/wallet/statements/${month}`)
  expect([pdf.status, pdf.text.slice(0, 5)]).toEqual([200, '%PDF-'])
  expect(await asVendor(shop, vendor)('/vendor/wallet/statements/2026-13')).toMatchObject({ status: 400 })
})

test('each movement shows the balance after it, on every page', async () => {
  const vendor = await createShopVendor(shop)
  for (const amount of [10, 20, 30]) await topUpWallet(shop, vendor, amount)
  const list = async (query = '') =>
    getField<{ id: number; balance: number }[]>(
      await asVendor(shop, vendor)(`/vendor/wallet/entries${query}`),
      'entries',
    )
  const all = await list()
  expect(all.map(({ balance }) => balance)).toEqual([60, 30, 10])
  expect(await list(`?cursor=${all[0]?.id}`)).toEqual(all.slice(1))
})

test('refuses invalid amounts and payment methods that are not offered', async () => {
  const vendor = await createShopVendor(shop)
  for (const amount of [0, -5, 1.001, 100_000.01])
    expect(
      await asVendor(shop, vendor)('/vendor/wallet/top-ups', { amount, paymentMethod: 'vm' }),
    ).toMatchObject({
      status: 400,
    })
  expect(await asVendor(shop, vendor)('/vendor/wallet/top-ups', { amount: 5 })).toMatchObject({
    status: 400,
    body: { code: 'fields_missing' },
  })
  const practice = { wallet: 'practice', amount: 100_000 }
  expect(await asVendor(shop, vendor)('/vendor/wallet/top-ups', practice)).toMatchObject({ status: 200 })
  expect(await asVendor(shop, vendor)('/vendor/wallet/top-ups', practice)).toMatchObject({
    status: 409,
    body: { code: 'practice_wallet_full' },
  })
  expect(await readWallet(vendor)).toMatchObject({ balance: 0, practiceBalance: 100_000 })
})
