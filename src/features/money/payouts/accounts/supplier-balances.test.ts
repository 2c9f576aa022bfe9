import { expect, test } from 'vitest'
import { openSession } from '#features/identity/accounts/service.ts'
import { expectSuccess, createOperator, releaseBalance, createPayableSupplier } from '#tests/steps/payouts.ts'
import { createSignedInAccount } from '#tests/shop/accounts.ts'
import { refundAsOperator } from '#tests/steps/refunds.ts'
import { createTestShop } from '#tests/shop/shop.ts'
import { createSentOrder } from '#tests/steps/supplier-orders.ts'

// Suppliers can explain their balances themselves, by the postings of the ledger.
const shop = await createTestShop()

type ExplainedBalance = Readonly<{
  amount: number
  postings: readonly Readonly<{ posting: string; amount: number; lines: readonly object[] }>[]
  nextCursor: string | null
}>
type Owner = Readonly<{ headers: Record<string, string> }>

async function balance(of: Owner, name: string, query = ''): Promise<ExplainedBalance> {
  const { body } = await expectSuccess(shop.get(`/supplier/balances/${name}${query}`, of.headers))
  return body as ExplainedBalance
}

test('each supplier balance lists the postings it consists of', async () => {
  const { supplier, owner } = await createPayableSupplier(shop)
  const sentOrderFixture = await createSentOrder(shop, { like: { supplier, owner } })
  expect(await balance(owner, 'pending')).toMatchObject({
    amount: 85.37,
    postings: [
      {
        kind: 'earned',
        amount: 85.37,
        lines: [
          { account: 'order_escrow', subledger: sentOrderFixture.id, debit: 102.06, credit: null },
          {
            account: 'supplier_pending',
            subledger: `${supplier.publicId}/${sentOrderFixture.id}`,
            credit: 85.37,
          },
          { account: 'commission', credit: 15.31 },
          { account: 'tax_payable', credit: 1.38 },
        ],
      },
    ],
  })
  const order = await releaseBalance(shop, supplier, 4_000)
  expect(await balance(owner, 'available')).toMatchObject({
    amount: 40,
    postings: [{ posting: `released:${order}:all`, amount: 40 }],
  })
  const operator = await createOperator(shop)
  await expectSuccess(operator.post('/payouts/sweep', { supplier: supplier.publicId }))
  expect(await balance(owner, 'available')).toMatchObject({
    amount: 0,
    postings: [{ amount: -40 }, { amount: 40 }],
  })
  expect(await balance(owner, 'in_transit')).toMatchObject({
    amount: 40,
    postings: [{ kind: 'payout_sent' }],
  })
})

test('postings shown to suppliers do not reveal where the buyers’ money is', async () => {
  const { supplier, owner } = await createPayableSupplier(shop)
  const releasedOrder = await createSentOrder(shop, { like: { supplier, owner }, released: true })
  await expectSuccess((await createOperator(shop)).post('/payouts/sweep', { supplier: supplier.publicId }))
  await expectSuccess(refundAsOperator(releasedOrder, { of: 'amount', amount: 1_000 }))
  const owed = await balance(await openOwnerSession(owner), 'owed')
  expect(owed).toMatchObject({ amount: 8.36, postings: [{ kind: 'refunded', amount: 8.36 }] })
  expect(JSON.stringify(owed)).not.toContain('provider_clearing')
  expect(owed.postings[0]?.lines).toHaveLength(3)
})

async function openOwnerSession({ id }: Readonly<{ id: number }>): Promise<Owner> {
  const device = { userAgent: 'A browser', address: '203.0.113.7' }
  const session = await openSession(shop.db, { accountId: id, device, now: shop.now() })
  return { headers: { authorization: `Bearer ${session.accessToken}` } }
}

test('a long list of postings is paged, newest first, with the whole balance on each page', async () => {
  const { supplier, owner } = await createPayableSupplier(shop)
  for (const amount of [100, 200, 300]) await releaseBalance(shop, supplier, amount)
  const first = await balance(owner, 'available', '?limit=2')
  expect(first.postings.map(({ amount }) => amount)).toEqual([3, 2])
  const next = await balance(owner, 'available', `?limit=2&cursor=${first.nextCursor}`)
  expect(next).toMatchObject({ amount: 6, postings: [{ amount: 1 }], nextCursor: null })
  const lost = await shop.get('/supplier/balances/available?cursor=nowhere', owner.headers)
  expect(lost.body).toMatchObject({ code: 'bad_cursor' })
  expect((await shop.get('/supplier/balances/everything', owner.headers)).status).toBe(400)
})

test('a store sees its own balances only, and an account without a store gets an error', async () => {
  const [one, other] = [await createPayableSupplier(shop), await createPayableSupplier(shop)]
  await releaseBalance(shop, one.supplier, 5_000)
  const nobody = await createSignedInAccount(shop.db, shop.now(), { type: 'manufacturer' })
  for (const name of ['pending', 'held', 'available', 'in_transit', 'owed']) {
    expect(await balance(other.owner, name)).toMatchObject({ amount: 0, postings: [] })
    expect((await shop.get(`/supplier/balances/${name}`, nobody.headers)).body).toMatchObject({
      code: 'store_not_found',
    })
  }
})
