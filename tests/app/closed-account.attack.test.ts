import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { hashPassword } from '#features/identity/accounts/sessions/passwords.ts'
import { people } from '#features/identity/accounts/tables.ts'
import { saveReview } from '#features/catalogue/reviews/writing/save-review.ts'
import { saveAddress } from '#features/sales/shipping/addresses/address-book.ts'
import { toggleWish } from '#features/catalogue/wishlist/save-wishes.ts'
import { HOUR } from '#core/time.ts'
import { PRIVATE_WORDS, thingsOfSomebody, type Things } from '#tests/access/things.ts'
import { allTraces, type Trace } from '#tests/access/traces.ts'
import { bearer, signIn, userDataOf } from '#tests/steps/signing-in.ts'
import { pieceOnSale } from '#tests/shop/factories.ts'
import { testShop } from '#tests/shop/shop.ts'

const shop = await testShop()
const PASSWORD = 'amber over slate'

/** Somebody with one thing of every kind and a password, signed in. */
async function somebody() {
  const things = await thingsOfSomebody(shop)
  const passwordHash = await hashPassword(PASSWORD)
  await shop.db.update(people).set({ passwordHash }).where(eq(people.email, things.email))
  const [person] = await shop.db.select().from(people).where(eq(people.email, things.email))
  if (!person) throw new Error('nobody is there')
  const headers = bearer(userDataOf(await signIn(shop, { email: things.email, password: PASSWORD })))
  return { things, person, headers }
}

const close = (headers: Record<string, string>) =>
  shop.post('/users/closeAccount', { data: { password: PASSWORD } }, headers)

/** Who they were, where they lived and what they said: the words of the store they talked to stay. */
const OWN_WORDS = PRIVATE_WORDS.filter((word) => word !== 'Zwijger').map((word) => word.toLowerCase())

/** In which tables something of the person is still to be read. */
async function told(): Promise<string[]> {
  const left = [...(await allTraces(shop.db))]
    .filter((text) => OWN_WORDS.some((word) => text.toLowerCase().includes(word)))
    .map((text): Trace => JSON.parse(text))
  return [...new Set(left.map(({ table, row }) => (table === 'mails' ? `a mail: ${row['subject']}` : table)))]
}

test('of who has closed the account nothing is left to be read but orders, the newsletter’s list and the last mail', async () => {
  const { things, headers } = await somebody()
  await shop.post('/users/forgotPassword', { data: { email: things.email } })
  await shop.work()
  expect((await told()).length).toBeGreaterThan(6)
  expect((await close(headers)).status).toBe(200)
  await shop.work()
  // Jobs that are done are cleared away by their machinery; the newsletter was asked for by an address, not by a person.
  const stays = ['a mail: Your account is closed', 'job', 'newsletter_subscribers', 'purchases']
  expect((await told()).filter((table) => !stays.includes(table))).toEqual([])
  await expectGone(things)
})

test('what a call writes that was under way while the account was closed is forgotten, too', async () => {
  const { things, person, headers } = await somebody()
  const piece = await pieceOnSale(shop.db)
  expect((await close(headers)).status).toBe(200)
  const written = { productId: piece.id, rating: 5, review: 'Late.', pictures: undefined }
  const actor = { ...person, sessionId: 1, confirmedUntil: null }
  await saveReview(shop.db, { written, actor, now: shop.now() })
  await toggleWish(shop.db, { personId: person.id, productId: piece.id }, shop.now())
  await saveAddress(shop.db, {
    personId: person.id,
    publicId: undefined,
    form: HOME,
    isDefault: true,
    now: shop.now(),
  })
  shop.passTime(HOUR)
  await shop.app.jobs.enqueue(shop.db, { job: 'accounts.forget_dead_access', input: {} })
  await shop.work()
  // Pictures that hang on no review are let go of each night.
  shop.passTime(24 * HOUR)
  await shop.app.jobs.enqueue(shop.db, { job: 'reviews.forget_pictures', input: {} })
  await shop.work()
  expect(await told()).not.toContain('addresses')
  const { body } = await shop.get(`/shop/fetchReview/${piece.id}`)
  expect(body).toMatchObject({ getReview: [{ review: 'Late.', userName: 'Former member' }] })
  const traces = [...(await allTraces(shop.db))].map((text): Trace => JSON.parse(text))
  const own = traces.filter(({ row }) => row['person_id'] === person.id).map(({ table }) => table)
  expect([...new Set(own)].toSorted()).toEqual(['conversations', 'purchases'])
  await expectGone(things)
})

test('of two closings at once one is done, and the other finds nobody', async () => {
  const { headers } = await somebody()
  const statuses = (await Promise.all([close(headers), close(headers)])).map(({ status }) => status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(1)
  expect((await shop.get('/users/profile', headers)).status).toBe(401)
})

const HOME = {
  label: '',
  country: 'SG',
  blockNumber: '7',
  streetAddress: 'Hidden Lane',
  unitNumber: '#01-01',
  buildingName: '',
  address2: '',
  city: '',
  state: '',
  zipCode: '079903',
  mobileNumber: '91234567',
}

/** What was opened by an address or a token is not to be had any more. */
async function expectGone({ chatPicture, wishlist, choice }: Things): Promise<void> {
  for (const path of [
    `/chat/pictures/${chatPicture}/480`,
    `/shop/wishlist/mails?token=${wishlist}`,
    `/users/notificationChoices/byMail?token=${choice}`,
  ])
    expect([path, (await shop.get(path)).status]).toEqual([path, 404])
}
