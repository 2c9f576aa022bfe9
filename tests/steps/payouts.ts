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
import { supplierInTrade, type MadeSupplier } from '../shop/factories.ts'
import { PASSWORD, personSignedIn, type MadePerson } from '../shop/people.ts'
import type { Answer, ReachedShop, TestShop } from '../shop/shop.ts'
import {
  aParcel,
  asGuest,
  asSupplier,
  type MadeOrder,
  runOrderTimers,
  submittedOrder,
} from './supplier-orders.ts'

const DAY = 86_400_000

/** Bank details as a store's owner types them, with the password. */
export const GERMAN = {
  holder: 'Atelier Süd GmbH',
  country: 'DE',
  iban: 'DE89 3704 0044 0532 0130 00',
  password: PASSWORD,
}

/** A store with an owner who has signed in and, unless said otherwise, set where the money goes. */
export type PaidStore = Readonly<{ supplier: MadeSupplier; owner: MadePerson }>

export async function storeToPay(shop: ReachedShop, account: object | null = GERMAN): Promise<PaidStore> {
  const supplier = await supplierInTrade(shop.db)
  const owner = await personSignedIn(shop.db, shop.now(), {
    type: 'manufacturer',
    owns: supplier,
    withPassword: true,
  })
  if (account) await good(shop.post('/supplier/payout-account', account, owner.headers))
  return { supplier, owner }
}

/** Somebody who runs the marketplace: what they read and say. */
export async function operatorOf(shop: ReachedShop) {
  const { headers } = await personSignedIn(shop.db, shop.now(), { type: 'operator', withPassword: true })
  return {
    headers,
    get: (path: string) => shop.get(path, headers),
    post: (path: string, body: object = {}) => shop.post(path, body, headers),
  }
}

/** Lets a supplier have so much to be paid out, by an order that the ledger alone knows. */
export async function released(shop: ReachedShop, { publicId: supplier }: MadeSupplier, amount: number) {
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

/** A real order that went all its way, so that 85.37 of it may be paid out; its store has set where to. */
export async function completedOrder(shop: TestShop): Promise<MadeOrder> {
  const made = await submittedOrder(shop)
  await good(asSupplier(made, 'accept'))
  await good(asSupplier(made, 'parcels', aParcel(made.id)))
  await good(asGuest(shop, made, 'received'))
  shop.passTime(14 * DAY)
  await runOrderTimers(shop)
  return made
}

/** What the ledger has of a supplier, in cents. */
export async function standingOf(shop: ReachedShop, { publicId }: MadeSupplier, payout = 'none') {
  const place = (account: AccountName, subledger = publicId) => ({ account, subledger, currency: 'USD' })
  const [available, owed, inTransit] = await readBalances(shop.db, [
    place('supplier_available'),
    place('supplier_receivable'),
    place('payout_in_transit', `${publicId}/${payout}`),
  ])
  return { available, owed, inTransit }
}

/** Whether the books are sound, as the operator's page says it; what breaks them else. */
export async function brokenRules(operator: { get(path: string): Promise<Answer> }): Promise<unknown[]> {
  const { invariants } = (await good(operator.get('/ledger/invariants'))).body as {
    invariants: { holds: boolean }[]
  }
  return invariants.filter(({ holds }) => !holds)
}

/** The answer, which has to be a good one. */
export async function good(asked: Promise<Answer>): Promise<Answer> {
  const answer = await asked
  if (answer.status !== 200) throw new Error(`refused: ${answer.text}`)
  return answer
}
