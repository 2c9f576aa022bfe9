import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { queryRows } from '#database/database.ts'
import { ACCESS_TABLE } from '#tests/access/table.ts'
import { createAccessTestData } from '#tests/access/access-test-data.ts'
import { readAllRows, findMissing } from '#tests/access/stored-rows.ts'
import { getField, startConversation, postMessage } from '#tests/steps/chat.ts'
import { SIGN_UP, signUp } from '#tests/steps/sign-in.ts'
import { createTestProduct, createTestSupplier } from '#tests/shop/factories.ts'
import { createSignedInAccount } from '#tests/shop/accounts.ts'
import { SHOP_URL, createTestShop } from '#tests/shop/shop.ts'
import { renderPage } from '#web/app/entry-server.tsx'

const shop = await createTestShop()
const { db } = shop

/** Text that breaks out of a tag, an attribute, a script and a comment. */
const MARKUP = `</script><script>alert(1)</script><!--"'><img src=x onerror=alert(2)>`

/** Renders a page as the server does, with the shop's own answers. */
async function renderPath(path: string) {
  return renderPage({
    request: new Request(SHOP_URL + path),
    origin: SHOP_URL,
    send: async (address, init) => shop.app.http.request(SHOP_URL + address, init),
    log: () => undefined,
  })
}

test('markup in names, products, reviews and replies does not run on any page', async () => {
  const supplier = await createTestSupplier(db, { name: `Luce ${MARKUP}` })
  const owner = await createSignedInAccount(db, shop.now(), { type: 'manufacturer', owns: supplier })
  const { id: productId } = await createTestProduct(db, { supplier, name: `Ring ${MARKUP}` })
  const eve = await createSignedInAccount(db, shop.now(), { firstName: MARKUP, lastName: '<b' })
  const data = { productId, rating: 5, review: `Bright ${MARKUP}` }
  const reviewId = getField(await shop.post('/shop/saveReview', { data }, eve.headers), 'id')
  await shop.post('/shop/saveReviewAnswer', { data: { reviewId, answer: MARKUP } }, owner.headers)

  for (const path of [
    '/',
    `/marketplace?productName=${encodeURIComponent(MARKUP)}`,
    `/product/${productId}`,
    `/store-profile?id=${supplier.publicId}`,
    `/contact-us?supplier=${supplier.publicId}`,
    `/login?next=${encodeURIComponent(`/${MARKUP}`)}`,
  ]) {
    const { html, scripts, status } = await renderPath(path)
    expect([path, status]).toEqual([path, 200])
    expect(html).not.toMatch(/<script>alert|<img src=x|<b[^\w/]/)
    const inlineScripts = [...html.matchAll(/<script([^>]*)>([\s\S]*?)<\/script>/g)]
    const [facts, code] = [true, false].map((isFacts) =>
      inlineScripts
        .filter(([, kind = '']) => kind.includes('ld+json') === isFacts)
        .map(([, , text = '']) => text),
    )
    // The scripts are complete, and the policy of the page allows exactly these.
    expect([path, code]).toEqual([path, scripts])
    for (const text of facts ?? []) expect(() => JSON.parse(text)).not.toThrow()
  }
  expect((await renderPath(`/product/${productId}`)).html).toContain('&lt;img src=x onerror=alert(2)&gt;')
})

test('returns a message as plain text, and rejects oversized messages', async () => {
  const { id, shopper } = await createConversation()
  expect((await postMessage(shop, { id, from: shopper }, MARKUP)).status).toBe(200)
  const answer = await shop.get(`/chat/conversations/${id}`, shopper.headers)
  expect(answer.headers.get('content-type')).toContain('application/json')
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  expect(answer.body).toMatchObject({ conversation: { messages: [{ content: MARKUP }] } })
  expect((await postMessage(shop, { id, from: shopper }, 'x'.repeat(10_000_000))).status).toBe(413)
  expect((await postMessage(shop, { id, from: shopper }, 'x'.repeat(5_001))).status).toBe(400)
})

async function createConversation() {
  const supplier = await createTestSupplier(db)
  await createSignedInAccount(db, shop.now(), { type: 'manufacturer', owns: supplier })
  const shopper = await createSignedInAccount(db, shop.now())
  return { shopper, id: await startConversation(shop, shopper, { store: supplier.publicId }) }
}

/** The content types that a browser sends to another site without a preflight (Fetch Standard, 2.2.2). */
const WRONG_CONTENT_TYPES = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
]

test('rejects calls that another site sends with the browser’s cookies', async () => {
  const theirs = await createAccessTestData(shop)
  const { accessToken, refreshToken } = await createSignedInAccount(db, shop.now())
  const rowsBefore = await readAllRows(db)
  // Calls with a secret of an email need no page of ours, as email programs post to them directly.
  const callsWithBody = Object.entries(ACCESS_TABLE).filter(
    ([name, { about }]) => name.startsWith('POST ') && about !== 'secret',
  )
  for (const [name, row] of callsWithBody) {
    const { params = {}, body = {} } = row.input(theirs)
    const path = name.slice('POST '.length).replaceAll(/\{(\w+)\}/g, (_, part: string) => params[part] ?? '')
    for (const type of WRONG_CONTENT_TYPES) {
      const answer = await shop.app.http.request(SHOP_URL + path, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: {
          'content-type': type,
          cookie: `authToken=${accessToken}; refreshToken=${refreshToken}`,
          origin: 'https://evil.example',
          'sec-fetch-site': 'cross-site',
        },
      })
      expect([name, type, answer.status]).toEqual([
        name,
        type,
        expect.toSatisfy((status) => [401, 415].includes(status)),
      ])
      expect([...answer.headers.keys()].filter((header) => header.startsWith('access-control'))).toEqual([])
    }
    const preflight = await shop.app.http.request(SHOP_URL + path, {
      method: 'OPTIONS',
      headers: { origin: 'https://evil.example', 'access-control-request-method': 'POST' },
    })
    expect([name, preflight.headers.get('access-control-allow-origin')]).toEqual([name, null])
  }
  const rowsAfter = await readAllRows(db)
  expect([findMissing(rowsAfter, rowsBefore), findMissing(rowsBefore, rowsAfter)]).toEqual([[], []])
})

test('ignores unknown fields that would give an account more rights', async () => {
  const more = {
    type: 'operator',
    id: 'usr_1',
    publicId: 'usr_1',
    accountId: 1,
    isActive: true,
    emailVerifiedAt: '2026-01-01',
    closedAt: null,
    isVerified: true,
  }
  await shop.post('/users/signup', { data: { ...SIGN_UP, ...more } })
  expect((await shop.post('/users/signup', { data: { ...SIGN_UP, role: 'operator' } })).status).toBe(400)
  await signUp(shop, { email: 'other@shopper.example' })
  expect(await createStorage()).toEqual([
    { email: SIGN_UP.email, type: 'vendor', verified: false },
    { email: 'other@shopper.example', type: 'vendor', verified: false },
  ])
  const [mei, eve] = [
    await createSignedInAccount(db, shop.now()),
    await createSignedInAccount(db, shop.now()),
  ]
  const form = { firstName: 'Eve', lastName: 'Thief', companyName: '', companyRegisterNumber: '' }
  const profile = { ...form, ...more, id: mei.publicId, email: mei.email, hasPassword: true }
  expect((await shop.post('/users/updateProfile', { data: profile }, eve.headers)).body).toMatchObject({
    profile: { id: eve.publicId, email: eve.email, type: 'vendor', hasPassword: false, firstName: 'Eve' },
  })
  const product = await createTestProduct(db)
  const review = {
    productId: product.id,
    rating: 1,
    review: 'Dull.',
    ...more,
    isBought: true,
    userName: 'Mei',
  }
  await shop.post('/shop/saveReview', { data: review })
  expect((await shop.get(`/shop/fetchReview/${product.id}`)).body).toMatchObject({
    getReview: [{ userName: 'Anonymous', isBought: false }],
  })
})

function createStorage() {
  return queryRows(
    db,
    sql`select email, type, email_verified_at is not null as verified from accounts order by id`,
  )
}
