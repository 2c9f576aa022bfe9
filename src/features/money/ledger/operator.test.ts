import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { inTransaction } from '#database/transaction.ts'
import { createSignedInAccount } from '#tests/shop/accounts.ts'
import { createTestShop } from '#tests/shop/shop.ts'
import {
  capturedPosting,
  earnedPosting,
  payoutSentPosting,
  postAll,
  providerFeePosting,
  releasedPosting,
  reversePosting,
} from './service.ts'

const shop = await createTestShop()
const CARD = { provider: 'sandbox', method: 'vm' }
const [FIRST, SECOND] = ['ord_1', 'ord_2']
const ORDER_REF = { order: FIRST, supplier: 'sup_1', currency: 'USD' }

let operator: Record<string, string>
beforeEach(async () => {
  operator = (await createSignedInAccount(shop.db, shop.now(), { type: 'operator' })).headers
})

/** Posts a purchase from two suppliers, the first of which has earned its share and is being paid. */
async function seedLedger(): Promise<void> {
  const shares = [
    { order: FIRST, amount: 6000 },
    { order: SECOND, amount: 4000 },
  ]
  const taxes = [{ jurisdiction: 'SG', amount: 81 }]
  const postings = [
    capturedPosting({ ...CARD, receiptId: 'r1', currency: 'USD', shares }),
    providerFeePosting({ ...CARD, feeId: 'f1', currency: 'USD', amount: 300 }),
    earnedPosting({ ...ORDER_REF, unit: 'all', gross: 6000, commission: 900, taxes }),
    releasedPosting({ ...ORDER_REF, unit: 'all', amount: 5019 }),
    payoutSentPosting({ ...ORDER_REF, payoutId: 'po_1', amount: 5000 }),
  ]
  for (const posting of postings) {
    await inTransaction(shop.db, (tx) => postAll(tx, [posting], shop.now()))
  }
}

const get = (path: string) => shop.get(path, operator)

test.each([
  '/ledger/invariants',
  '/ledger/balances',
  '/ledger/balances/order_escrow',
  '/ledger/explain/order_escrow',
])('%s is available to operators only', async (path) => {
  expect((await shop.get(path)).status).toBe(401)
  const vendor = await createSignedInAccount(shop.db, shop.now(), { type: 'vendor' })
  expect(await shop.get(path, vendor.headers)).toMatchObject({
    status: 403,
    body: { code: 'wrong_account_type' },
  })
  expect((await get(path)).status).toBe(200)
})

test('operators see the balance of each account, and that debits equal credits', async () => {
  await seedLedger()
  const { body } = await get('/ledger/balances')
  const toAccountRow = (account: string, number: number, amount: number) =>
    expect.objectContaining({ account, number, currency: 'USD', amount })
  expect(body).toMatchObject({
    success: true,
    accounts: [
      toAccountRow('provider_clearing', 1000, 9700),
      toAccountRow('order_escrow', 2100, 4000),
      toAccountRow('supplier_pending', 2200, 0),
      toAccountRow('supplier_available', 2210, 19),
      toAccountRow('payout_in_transit', 2220, 5000),
      toAccountRow('tax_payable', 2400, 81),
      toAccountRow('commission', 4000, 900),
      toAccountRow('provider_fees', 5000, 300),
    ],
  })
})

test('sub-ledgers of an account are paged and found by the beginning of their names, without empty ones', async () => {
  await seedLedger()
  const escrow = { subledger: SECOND, currency: 'USD', amount: 4000 }
  const empty = { subledger: FIRST, currency: 'USD', amount: 0 }
  const path = '/ledger/balances/order_escrow'
  expect((await get(path)).body).toMatchObject({ balances: [escrow], nextCursor: null })
  const first = await get(`${path}?empty=yes&limit=1`)
  expect(first.body).toMatchObject({ balances: [empty], nextCursor: FIRST })
  const second = await get(`${path}?empty=yes&limit=1&cursor=${FIRST}`)
  expect(second.body).toMatchObject({ balances: [escrow], nextCursor: null })
  expect((await get(`${path}?currency=EUR`)).body).toMatchObject({ balances: [] })
  const transit = '/ledger/balances/payout_in_transit'
  const payout = { subledger: 'sup_1/po_1', currency: 'USD', amount: 5000 }
  expect((await get(`${transit}?beginning=sup_1/`)).body).toMatchObject({ balances: [payout] })
  expect((await get(`${transit}?beginning=sup_2/`)).body).toMatchObject({ balances: [] })
})

test('a balance is explained by its postings, with all their entries', async () => {
  await seedLedger()
  const { body } = await get('/ledger/explain/supplier_available?subledger=sup_1')
  expect(body).toMatchObject({
    amount: 19,
    postings: [
      { key: 'payout_sent:po_1', kind: 'payout_sent', amount: -5000 },
      { key: 'released:ord_1:all', kind: 'released', amount: 5019, postedAt: shop.now().toISOString() },
    ],
    nextCursor: null,
  })
  const fee = await get('/ledger/explain/commission?subledger=sup_1/ord_1')
  expect(fee.body).toMatchObject({
    amount: 900,
    postings: [
      {
        key: 'earned:ord_1:all',
        amount: 900,
        lines: [
          { account: 'order_escrow', title: 'Order escrow', subledger: 'ord_1', debit: 6000, credit: null },
          { account: 'supplier_pending', subledger: 'sup_1/ord_1', debit: null, credit: 5019 },
          { account: 'commission', subledger: 'sup_1/ord_1', debit: null, credit: 900 },
          { account: 'tax_payable', subledger: 'SG', debit: null, credit: 81 },
        ],
      },
    ],
  })
  const payout = await get('/ledger/explain/payout_in_transit?subledger=sup_1/po_1')
  expect(payout.body).toMatchObject({ amount: 5000, postings: [{ key: 'payout_sent:po_1' }] })
})

test('an explanation is paged, for a whole account or for one sub-ledger prefix', async () => {
  await seedLedger()
  await inTransaction(shop.db, (tx) =>
    reversePosting(tx, { key: 'provider_fee:sandbox:f1', memo: 'Given back' }, shop.now()),
  )
  const path = '/ledger/explain/provider_clearing'
  const first = await get(`${path}?limit=2`)
  expect(first.body).toMatchObject({
    amount: 10_000,
    postings: [
      { key: 'reversed:provider_fee:sandbox:f1', reverses: 'provider_fee:sandbox:f1', amount: 300 },
      { key: 'provider_fee:sandbox:f1', reverses: null, amount: -300 },
    ],
    nextCursor: 'provider_fee:sandbox:f1',
  })
  const rest = await get(`${path}?limit=2&cursor=provider_fee:sandbox:f1`)
  expect(rest.body).toMatchObject({
    amount: 10_000,
    postings: [{ key: 'received:r1', amount: 10_000 }],
    nextCursor: null,
  })
  expect((await get(`${path}?subledger=sandbox/`)).body).toMatchObject({ amount: 10_000 })
  expect((await get(`${path}?subledger=sand`)).body).toMatchObject({ amount: 0, postings: [] })
})

test('postings are listed newest first, for common and rare ones', async () => {
  await seedLedger()
  for (let n = 1; n <= 60; n += 1) {
    const fee = providerFeePosting({ ...CARD, feeId: `many_${n}`, currency: 'USD', amount: n })
    await inTransaction(shop.db, (tx) => postAll(tx, [fee], shop.now()))
  }
  const keysOf = async (path: string) => {
    const { postings } = (await get(path)).body as { postings: { posting?: string; key?: string }[] }
    return postings.map(({ posting, key }) => posting ?? key)
  }
  const many = Array.from({ length: 50 }, (_, index) => `provider_fee:sandbox:many_${60 - index}`)
  expect(await keysOf('/ledger/postings?search=provider_fee:sandbox:many')).toEqual(many)
  expect(await keysOf('/ledger/postings?account=provider_fees')).toEqual(many)
  expect(await keysOf('/ledger/postings?search=sandbox/vm&account=provider_clearing')).toEqual(many)
  expect(await keysOf('/ledger/explain/provider_clearing?limit=50')).toEqual(many)
  expect(await keysOf('/ledger/postings?search=released')).toEqual(['released:ord_1:all'])
  expect(await keysOf('/ledger/postings?account=order_escrow')).toEqual(['earned:ord_1:all', 'received:r1'])
})

test('postings that a text finds by key or sub-ledger are listed newest first, however far apart they are', async () => {
  const made: string[] = []
  const makeFees = async (count: number) => {
    for (let n = 0; n < count; n += 1) {
      const feeId = `far_${made.length}`
      const ofCard = providerFeePosting({ ...CARD, feeId, currency: 'USD', amount: 1 })
      const named = {
        ...providerFeePosting({ provider: 'sandbox', method: 'other', feeId, currency: 'USD', amount: 1 }),
      }
      const posting = made.length % 2 === 0 ? ofCard : { ...named, key: `sandbox/vm:${feeId}` }
      await inTransaction(shop.db, (tx) => postAll(tx, [posting], shop.now()))
      made.push(posting.key)
    }
  }
  await makeFees(40)
  await shop.db.execute(sql`select setval(pg_get_serial_sequence('ledger_postings', 'id'), 1000000)`)
  await makeFees(80)
  const read = async (cursor: string) => {
    const { body } = await get(`/ledger/postings?search=sandbox/vm&kind=provider_fee${cursor}`)
    return body as { postings: { key: string }[]; nextCursor: string | null }
  }
  const first = await read('')
  const second = await read(`&cursor=${first.nextCursor}`)
  const third = await read(`&cursor=${second.nextCursor}`)
  const found = [first, second, third].flatMap(({ postings }) => postings.map(({ key }) => key))
  expect(found).toEqual(made.toReversed())
  expect([second.postings.length, third.nextCursor]).toEqual([50, null])
})

test('a malformed request is refused with a message', async () => {
  expect(await get('/ledger/explain/order_escrow?cursor=nothing')).toMatchObject({
    status: 400,
    body: { code: 'bad_cursor' },
  })
  for (const path of [
    '/ledger/explain/treasure',
    '/ledger/balances/treasure',
    '/ledger/balances/order_escrow?currency=usd',
    '/ledger/balances/order_escrow?limit=201',
    '/ledger/explain/order_escrow?limit=0',
  ]) {
    expect({ path, status: (await get(path)).status }).toEqual({ path, status: 400 })
  }
  const odd = encodeURIComponent("' or 1=1 --")
  expect((await get(`/ledger/explain/order_escrow?subledger=${odd}`)).body).toMatchObject({ postings: [] })
})

test('an operator can run all ledger checks and see the result of each', async () => {
  await seedLedger()
  const sound = await get('/ledger/invariants')
  expect(sound.body).toMatchObject({
    message: 'The ledger passes every check.',
    isSound: true,
    checkedAt: shop.now().toISOString(),
    postings: 5,
    entries: 13,
    invariants: expect.arrayContaining([
      expect.objectContaining({ name: 'postings_balanced', holds: true, count: 0, examples: [] }),
      expect.objectContaining({ name: 'payments_allocated', holds: true }),
    ]),
  })
})

test('a failed check is shown with the violations', async () => {
  await seedLedger()
  // Bypasses the ledger's triggers, as the database owner can.
  await inTransaction(shop.db, async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`)
    await tx.execute(sql`update ledger_balances set balance = balance + 1 where subledger = ${SECOND}`)
  })
  const broken = await get('/ledger/invariants')
  expect(broken.body).toMatchObject({ message: 'The ledger fails at least one check.', isSound: false })
  // The contract guarantees the shape of the answer.
  const invariants = Reflect.get(Object(broken.body), 'invariants') as { holds: boolean; count: number }[]
  expect(invariants.filter(({ holds }) => !holds)).toEqual(invariants.filter(({ count }) => count > 0))
  expect(invariants).toContainEqual(
    expect.objectContaining({ holds: false, count: 1, examples: [expect.stringContaining(SECOND)] }),
  )
})
