import { inTransaction } from '#database/database.ts'
import {
  capturedPosting,
  earnedPosting,
  postAll,
  readBalances,
  releasedPosting,
} from '#features/money/ledger/service.ts'
import type { AccountName } from '#features/money/ledger/shapes.ts'
import { newSecretId } from '#core/ids.ts'
import { createTestSupplier, type CreatedSupplier } from '../shop/factories.ts'
import { PASSWORD, createSignedInAccount, type CreatedAccount } from '../shop/accounts.ts'
import type { ApiResponse, ReachableShop, TestShop } from '../shop/shop.ts'
import {
  createParcelBody,
  postAsGuest,
  postAsSupplier,
  type CreatedOrder,
  runOrderTimers,
  createSubmittedOrder,
} from './supplier-orders.ts'

const DAY = 86_400_000

/** Bank details as a store's owner types them, with the password. */
export const GERMAN_ACCOUNT = {
  holder: 'Atelier Süd GmbH',
  country: 'DE',
  iban: 'DE89 3704 0044 0532 0130 00',
  password: PASSWORD,
}

/** Creates a store with a signed-in owner and, by default, bank details. */
export type PayableSupplier = Readonly<{ supplier: CreatedSupplier; owner: CreatedAccount }>

export async function createPayableSupplier(
  shop: ReachableShop,
  payoutAccount: object | null = GERMAN_ACCOUNT,
): Promise<PayableSupplier> {
  const supplier = await createTestSupplier(shop.db)
  const owner = await createSignedInAccount(shop.db, shop.now(), {
    type: 'manufacturer',
    owns: supplier,
    withPassword: true,
  })
  if (payoutAccount) await expectSuccess(shop.post('/supplier/payout-account', payoutAccount, owner.headers))
  return { supplier, owner }
}

/** Creates an operator of the marketplace, with their reads and calls. */
export async function createOperator(shop: ReachableShop) {
  const { headers } = await createSignedInAccount(shop.db, shop.now(), {
    type: 'operator',
    withPassword: true,
  })
  return {
    headers,
    get: (path: string) => shop.get(path, headers),
    /** Returns the fields of an answer, which has to be a success. */
    read: async (path: string): Promise<Record<string, unknown>> => {
      const { body } = await expectSuccess(shop.get(path, headers))
      // An answer is an object.
      return body as Record<string, unknown>
    },
    post: (path: string, body: object = {}) => shop.post(path, body, headers),
  }
}

/** Credits a supplier with an available balance, by an order that the ledger alone knows. */
export async function releaseBalance(
  shop: Pick<ReachableShop, 'db' | 'now'>,
  { publicId: supplier }: CreatedSupplier,
  amount: number,
) {
  const order = newSecretId('supplierOrder')
  const of = { order, supplier, currency: 'USD', unit: 'all' }
  const paid = { provider: 'sandbox', method: 'vm', receiptId: order, currency: 'USD' }
  const postings = [
    capturedPosting({ ...paid, shares: [{ order, amount }] }),
    earnedPosting({ ...of, gross: amount, commission: 0, taxes: [] }),
    releasedPosting({ ...of, amount }),
  ]
  for (const posting of postings) await inTransaction(shop.db, (tx) => postAll(tx, [posting], shop.now()))
  return order
}

/** Creates an order that was completed, so that 85.37 of it may be paid out. Its store has set its bank details. */
export async function createCompletedOrder(shop: TestShop): Promise<CreatedOrder> {
  const created = await createSubmittedOrder(shop)
  await expectSuccess(postAsSupplier(created, 'accept'))
  await expectSuccess(postAsSupplier(created, 'parcels', createParcelBody(created.id)))
  await expectSuccess(postAsGuest(shop, created, 'received'))
  shop.passTime(14 * DAY)
  await runOrderTimers(shop)
  return created
}

/** Returns the ledger's balances of a supplier, in cents. */
export async function readPayoutBalances(
  shop: ReachableShop,
  { publicId }: CreatedSupplier,
  payout = 'none',
) {
  const toKey = (account: AccountName, subledger = publicId) => ({ account, subledger, currency: 'USD' })
  const [available, owed, inTransit] = await readBalances(shop.db, [
    toKey('supplier_available'),
    toKey('supplier_receivable'),
    toKey('payout_in_transit', `${publicId}/${payout}`),
  ])
  return { available, owed, inTransit }
}

/** Returns the ledger rules that the operator's page reports as broken. */
export async function listBrokenRules(operator: {
  get(path: string): Promise<ApiResponse>
}): Promise<unknown[]> {
  const { invariants } = (await expectSuccess(operator.get('/ledger/invariants'))).body as {
    invariants: { holds: boolean }[]
  }
  return invariants.filter(({ holds }) => !holds)
}

/** Returns the response, which has to be a success. */
export async function expectSuccess(response: Promise<ApiResponse>): Promise<ApiResponse> {
  const answer = await response
  if (answer.status !== 200) throw new Error(`refused: ${answer.text}`)
  return answer
}
