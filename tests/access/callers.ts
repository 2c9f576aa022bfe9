import { later, MINUTE } from '#core/time.ts'
import { pieceOnSale, supplierInTrade } from '../shop/factories.ts'
import { personSignedIn, type MadePerson } from '../shop/people.ts'
import type { TestShop } from '../shop/shop.ts'

/** Everybody who may knock: without a token, as each kind of person, and with tokens that are no good (any more). */
export const CALLERS = ['nobody', 'vendor', 'manufacturer', 'operator', 'forged', 'expired', 'ended'] as const

export type Caller = (typeof CALLERS)[number]

/** The callers that are let in as somebody. */
export const SIGNED_IN = ['vendor', 'manufacturer', 'operator'] as const

/** What each caller sends along, and whose calls are expected to change something of their own. */
export type Callers = Readonly<{
  headers: Readonly<Record<Caller, Readonly<Record<string, string>>>>
  /** Internal keys of those who are signed in. */
  keys: readonly number[]
}>

/** The seven callers; the manufacturer has a store of its own with a piece. */
export async function callersOf(shop: TestShop): Promise<Callers> {
  const { db, now } = shop
  const store = await supplierInTrade(db, { name: 'Of the caller' })
  await pieceOnSale(db, { supplier: store })
  const vendor = await personSignedIn(db, now())
  const manufacturer = await personSignedIn(db, now(), { type: 'manufacturer', owns: store })
  const operator = await personSignedIn(db, now(), { type: 'operator' })
  const expired = await personSignedIn(db, later(now(), -61 * MINUTE))
  const headers = {
    nobody: {},
    vendor: vendor.headers,
    manufacturer: manufacturer.headers,
    operator: operator.headers,
    // Of a token that is good, but for its last sign.
    forged: { authorization: `${vendor.headers.authorization.slice(0, -1)}~` },
    expired: expired.headers,
    ended: (await signedOut(shop)).headers,
  }
  return { headers, keys: [vendor, manufacturer, operator].map(({ id }) => id) }
}

async function signedOut(shop: TestShop): Promise<MadePerson> {
  const person = await personSignedIn(shop.db, shop.now())
  const answer = await shop.post('/users/logout', { data: { refreshToken: person.refreshToken } })
  if (answer.status !== 200) throw new Error('the session was not ended')
  return person
}
