import { addMs, MINUTE } from '#core/time.ts'
import { createTestProduct, createTestSupplier } from '../shop/factories.ts'
import { createSignedInAccount, type CreatedAccount } from '../shop/accounts.ts'
import type { TestShop } from '../shop/shop.ts'

/** All callers: without a token, of each account type, and with invalid or expired tokens. */
export const CALLERS = ['nobody', 'vendor', 'manufacturer', 'operator', 'forged', 'expired', 'ended'] as const

export type Caller = (typeof CALLERS)[number]

/** The callers that authenticate as an account. */
export const SIGNED_IN = ['vendor', 'manufacturer', 'operator'] as const

/** The headers of each caller, and the accounts whose data may change. */
export type Callers = Readonly<{
  headers: Readonly<Record<Caller, Readonly<Record<string, string>>>>
  /** Internal keys of the signed-in accounts. */
  keys: readonly number[]
}>

/** Creates the seven callers; the manufacturer has a store of its own with a product. */
export async function createCallers(shop: TestShop): Promise<Callers> {
  const { db, now } = shop
  const store = await createTestSupplier(db, { name: 'Of the caller' })
  await createTestProduct(db, { supplier: store })
  const vendor = await createSignedInAccount(db, now())
  const manufacturer = await createSignedInAccount(db, now(), { type: 'manufacturer', owns: store })
  const operator = await createSignedInAccount(db, now(), { type: 'operator' })
  const expired = await createSignedInAccount(db, addMs(now(), -61 * MINUTE))
  const headers = {
    nobody: {},
    vendor: vendor.headers,
    manufacturer: manufacturer.headers,
    operator: operator.headers,
    // Of a token that is good, but for its last sign.
    forged: { authorization: `${vendor.headers.authorization.slice(0, -1)}~` },
    expired: expired.headers,
    ended: (await createEndedSession(shop)).headers,
  }
  return { headers, keys: [vendor, manufacturer, operator].map(({ id }) => id) }
}

async function createEndedSession(shop: TestShop): Promise<CreatedAccount> {
  const account = await createSignedInAccount(shop.db, shop.now())
  const answer = await shop.post('/users/logout', { data: { refreshToken: account.refreshToken } })
  if (answer.status !== 200) throw new Error('the session was not ended')
  return account
}
