import { beforeEach, expect, test } from 'vitest'
import type { Transaction } from '#database/database.ts'
import { createTestDatabase } from '#tests/shop/database.ts'
import {
  createCapturedPosting,
  CARD,
  CLEARING,
  escrowKey,
  createLedger,
  NOW,
  createTopUpPosting,
  walletKey,
} from '#tests/steps/ledger.ts'
import { LEDGER_ACCOUNTS } from './postings/chart.ts'
import {
  cancelledPosting,
  capturedPosting,
  earnedPosting,
  paidByWalletPosting,
  post,
  postAll,
  type Posting,
  readBalances,
  releasedPosting,
  reversePosting,
} from './service.ts'

const { db, pool, reset } = await createTestDatabase()
const { inOne, book, balance } = createLedger(db)

beforeEach(reset)

const walletPays = (paymentId: string, amount: number) =>
  paidByWalletPosting({
    paymentId,
    vendor: 'usr_1',
    currency: 'USD',
    shares: [{ order: `ord_${paymentId}`, amount }],
  })

test('the chart of accounts in the database equals the one in the code', async () => {
  const { rows } = await pool.query(
    'select number, name, title, type, may_go_below_zero from ledger_accounts order by number',
  )
  expect(rows).toEqual(
    Object.entries(LEDGER_ACCOUNTS).map(([name, { number, title, type, mayGoBelowZero }]) => ({
      number,
      name,
      title,
      type,
      may_go_below_zero: mayGoBelowZero,
    })),
  )
})

test('a repeated posting is stored once', async () => {
  const first = await book(createCapturedPosting('1', 500))
  const again = await book(createCapturedPosting('1', 500))
  expect(first).toMatchObject({ key: 'received:1', isNew: true })
  expect(again).toEqual({ ...first, isNew: false })
  const subledgers = [CLEARING, escrowKey('ord_1'), escrowKey('ord_2')]
  expect(await readBalances(db, subledgers)).toEqual([500, 500, 0])
})

test('twenty concurrent replays store one posting, and all return it', async () => {
  const results = await Promise.all(Array.from({ length: 20 }, () => book(createCapturedPosting('1', 500))))
  expect(new Set(results.map(({ id }) => id)).size).toBe(1)
  expect(results.filter(({ isNew }) => isNew)).toHaveLength(1)
  expect(await balance(escrowKey('ord_1'))).toBe(500)
})

test('refuses a different posting under a known key', async () => {
  await book(createCapturedPosting('1', 500))
  await expect(book(createCapturedPosting('1', 501))).rejects.toThrow(
    'in the ledger already, with other entries',
  )
  await expect(book(createTopUpPosting('1', 500))).rejects.toThrow('in the ledger already')
  expect(await balance(CLEARING)).toBe(500)
})

test('a rolled-back posting leaves no entries and no balances', async () => {
  const failedTransaction = inOne(async (tx) => {
    await post(tx, createCapturedPosting('1', 500), NOW)
    throw new Error('the order could not be moved')
  })
  await expect(failedTransaction).rejects.toThrow('could not be moved')
  expect(await balance(CLEARING)).toBe(0)
  expect((await pool.query('select from ledger_postings')).rowCount).toBe(0)
})

test('posts several postings together, and known ones once', async () => {
  await book(createCapturedPosting('1', 500))
  const earned = { order: 'ord_1', supplier: 'sup_1', currency: 'USD', unit: 'all' }
  const posted = await inOne((tx) =>
    postAll(
      tx,
      [
        createCapturedPosting('1', 500),
        earnedPosting({ ...earned, gross: 500, commission: 75, taxes: [{ jurisdiction: 'SG', amount: 7 }] }),
        releasedPosting({ ...earned, amount: 418 }),
      ],
      NOW,
    ),
  )
  expect(posted.map(({ isNew }) => isNew)).toEqual([false, true, true])
  const owed = { subledger: 'sup_1', currency: 'USD' }
  expect(
    await readBalances(db, [
      { account: 'supplier_available', ...owed },
      { account: 'supplier_pending', ...owed, subledger: 'sup_1/ord_1' },
      { account: 'commission', ...owed, subledger: 'sup_1/ord_1' },
    ]),
  ).toEqual([418, 0, 75])
  await expect(
    inOne((tx) => postAll(tx, [createCapturedPosting('9', 1), createCapturedPosting('9', 1)], NOW)),
  ).rejects.toThrow('at once')
  expect(await inOne((tx) => postAll(tx, [], NOW))).toEqual([])
})

test('a posting can be reversed once, and only if it exists', async () => {
  await book(createCapturedPosting('1', 500))
  const reverseCapture = () =>
    inOne((tx) => reversePosting(tx, { key: 'received:1', memo: 'Booked in error' }, NOW))
  const first = await reverseCapture()
  expect(await reverseCapture()).toEqual({ ...first, isNew: false })
  expect(await readBalances(db, [CLEARING, escrowKey('ord_1')])).toEqual([0, 0])
  const nothing = inOne((tx) => reversePosting(tx, { key: 'received:2', memo: 'Never was' }, NOW))
  await expect(nothing).rejects.toThrow('no posting received:2')
})

test('concurrent payments cannot overdraw a wallet', async () => {
  await book(createTopUpPosting('1', 1000))
  const tried = await Promise.allSettled(
    Array.from({ length: 20 }, (_, index) => book(walletPays(`p${index}`, 300))),
  )
  const refusedOnes = tried.filter((attempt) => attempt.status === 'rejected')
  expect(refusedOnes).toHaveLength(17)
  for (const { reason } of refusedOnes)
    expect(reason).toMatchObject({ code: 'not_enough_money', kind: 'refused' })
  expect(await balance(walletKey('usr_1'))).toBe(100)
})

test('refunds of an order cannot exceed its payment', async () => {
  await book(createCapturedPosting('1', 500))
  const cancelled = (refundId: string, amount: number) =>
    book(cancelledPosting({ refundId, order: 'ord_1', currency: 'USD', amount, to: CARD }))
  await cancelled('a', 200)
  await expect(cancelled('b', 301)).rejects.toMatchObject({ code: 'not_enough_money' })
  await cancelled('c', 300)
  expect(await readBalances(db, [CLEARING, escrowKey('ord_1')])).toEqual([0, 0])
})

test('amounts of different currencies are never combined', async () => {
  await book(createCapturedPosting('1', 500))
  const euros = { refundId: 'a', order: 'ord_1', currency: 'EUR', amount: 500, to: CARD }
  await expect(book(cancelledPosting(euros))).rejects.toMatchObject({ code: 'not_enough_money' })
  expect(await balance({ ...CLEARING, currency: 'EUR' })).toBe(0)
})

test('concurrent postings on the same accounts in any order add up without deadlocks', async () => {
  const orders = ['ord_1', 'ord_2', 'ord_3']
  const paths = Array.from({ length: 20 }, (_, index) =>
    capturedPosting({
      ...CARD,
      receiptId: String(index),
      currency: 'USD',
      shares: orders.map((_order, place) => ({
        order: orders[(place + index) % 3] ?? '',
        amount: 100 + index,
      })),
    }),
  )
  // `inTransaction` would retry after a deadlock and hide it.
  const plain = async (posting: Posting) => {
    let attempts = 0
    await inOne((tx) => {
      attempts += 1
      return post(tx, posting, NOW)
    })
    return attempts
  }
  expect(await Promise.all(paths.map(plain))).toEqual(paths.map(() => 1))
  const sum = paths.reduce((all, _way, index) => all + 100 + index, 0)
  expect(await readBalances(db, [CLEARING, ...orders.map(escrowKey)])).toEqual([3 * sum, sum, sum, sum])
})

/** Posts over a connection that uses another stripe of the account than `taken`. */
const bookOnOtherStripe = (posting: Posting, taken: number): Promise<unknown> =>
  inOne(async (tx) =>
    (await readStripe(tx)) === taken ? bookOnOtherStripe(posting, taken) : post(tx, posting, NOW),
  )

async function readStripe(tx: Transaction): Promise<number> {
  const { rows } = await tx.execute<{ stripe: number }>('select pg_backend_pid() % 64 as stripe')
  return rows[0]?.stripe ?? -1
}

test('an open transaction on a provider’s account does not block other postings', async () => {
  const { promise: stripe, resolve: booked } = Promise.withResolvers<number>()
  const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>()
  const slow = inOne(async (tx) => {
    await post(tx, createCapturedPosting('1', 500), NOW)
    booked(await readStripe(tx))
    await mayEnd
  })
  await bookOnOtherStripe(createCapturedPosting('2', 300), await stripe)
  expect(await balance(CLEARING)).toBe(300)
  end()
  await slow
  expect(await balance(CLEARING)).toBe(800)
})
