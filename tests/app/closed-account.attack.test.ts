import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { hashPassword } from '#features/identity/accounts/sessions/passwords.ts'
import { accounts } from '#features/identity/accounts/tables.ts'
import { saveReview } from '#features/catalogue/reviews/writing/save-review.ts'
import { saveAddress } from '#features/sales/shipping/addresses/address-book.ts'
import { toggleWishlistItem } from '#features/catalogue/wishlist/save-wishlist.ts'
import { HOUR } from '#core/time.ts'
import { toOwnActor } from '#platform/http/calls/actor.ts'
import { PRIVATE_TEXTS, createAccessTestData, type AccessTestData } from '#tests/access/access-test-data.ts'
import { readAllRows, type StoredRow } from '#tests/access/stored-rows.ts'
import { toBearerHeader, signIn, parseUserData } from '#tests/steps/sign-in.ts'
import { createTestProduct } from '#tests/shop/factories.ts'
import { createTestShop } from '#tests/shop/shop.ts'

const shop = await createTestShop()
const PASSWORD = 'amber over slate'

/** Creates a signed-in account with a password and a resource of every type. */
async function createAccountWithData() {
  const testData = await createAccessTestData(shop)
  const passwordHash = await hashPassword(PASSWORD)
  await shop.db.update(accounts).set({ passwordHash }).where(eq(accounts.email, testData.email))
  const [account] = await shop.db.select().from(accounts).where(eq(accounts.email, testData.email))
  if (!account) throw new Error('nobody is there')
  const headers = toBearerHeader(
    parseUserData(await signIn(shop, { email: testData.email, password: PASSWORD })),
  )
  return { things: testData, account, headers }
}

const close = (headers: Record<string, string>) =>
  shop.post('/users/closeAccount', { data: { password: PASSWORD } }, headers)

/** Texts that identify the account or were written by it; the store's messages to it are retained. */
const PERSONAL_TEXTS = PRIVATE_TEXTS.filter((word) => word !== 'Zwijger').map((word) => word.toLowerCase())

/** Returns the tables that still contain personal data of the account. */
async function listLeaks(): Promise<string[]> {
  const remaining = [...(await readAllRows(shop.db))]
    .filter((text) => PERSONAL_TEXTS.some((word) => text.toLowerCase().includes(word)))
    .map((text): StoredRow => JSON.parse(text))
  return [
    ...new Set(remaining.map(({ table, row }) => (table === 'emails' ? `a mail: ${row['subject']}` : table))),
  ]
}

test('closing an account leaves only orders, newsletter subscriptions and the closing email', async () => {
  const { things, headers } = await createAccountWithData()
  await shop.post('/users/forgotPassword', { data: { email: things.email } })
  await shop.work()
  expect((await listLeaks()).length).toBeGreaterThan(6)
  expect((await close(headers)).status).toBe(200)
  await shop.work()
  // The job queue deletes completed jobs itself, and a newsletter subscription belongs to an address, not to an account.
  const stays = ['a mail: Your account is closed', 'job', 'newsletter_subscribers', 'purchases']
  expect((await listLeaks()).filter((table) => !stays.includes(table))).toEqual([])
  await expectDeleted(things)
})

test('deletes what a concurrent call writes while the account is closed', async () => {
  const { things, account, headers } = await createAccountWithData()
  const product = await createTestProduct(shop.db)
  expect((await close(headers)).status).toBe(200)
  const reviewInput = { productId: product.id, rating: 5, review: 'Late.', pictures: undefined }
  const actor = toOwnActor(account)
  await saveReview(shop.db, { written: reviewInput, actor, now: shop.now() })
  await toggleWishlistItem(shop.db, { accountId: account.id, productId: product.id }, shop.now())
  await saveAddress(shop.db, {
    accountId: account.id,
    publicId: undefined,
    form: ADDRESS,
    isDefault: true,
    now: shop.now(),
  })
  shop.passTime(HOUR)
  await shop.app.jobs.enqueue(shop.db, { job: 'accounts.forget_dead_access', input: {} })
  await shop.work()
  // Pictures without a review are deleted each night.
  shop.passTime(24 * HOUR)
  await shop.app.jobs.enqueue(shop.db, { job: 'reviews.forget_pictures', input: {} })
  // Counts and summaries of the vendor's orders follow each minute.
  await shop.app.jobs.enqueue(shop.db, { job: 'shop_orders.summarise', input: {} })
  await shop.work()
  expect(await listLeaks()).not.toContain('addresses')
  const { body } = await shop.get(`/shop/fetchReview/${product.id}`)
  expect(body).toMatchObject({ getReview: [{ review: 'Late.', userName: 'Former member' }] })
  const traces = [...(await readAllRows(shop.db))].map((text): StoredRow => JSON.parse(text))
  const ownTables = traces
    .filter(({ row }) => (row['account_id'] ?? row['customer_id']) === account.id)
    .map(({ table }) => table)
  expect([...new Set(ownTables)].toSorted()).toEqual(['conversations', 'purchases'])
  await expectDeleted(things)
})

test('only one of two concurrent account closings succeeds', async () => {
  const { headers } = await createAccountWithData()
  const statuses = (await Promise.all([close(headers), close(headers)])).map(({ status }) => status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(1)
  expect((await shop.get('/users/profile', headers)).status).toBe(401)
})

const ADDRESS = {
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

/** Expects that addresses and tokens of a deleted account give no access. */
async function expectDeleted({ chatPicture, wishlist, choice }: AccessTestData): Promise<void> {
  for (const path of [
    `/chat/pictures/${chatPicture}/480`,
    `/shop/wishlist/emails?token=${wishlist}`,
    `/users/notificationChoices/byMail?token=${choice}`,
  ])
    expect([path, (await shop.get(path)).status]).toEqual([path, 404])
}
