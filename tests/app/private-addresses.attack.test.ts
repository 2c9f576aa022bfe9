import { eq } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { listenToChannels } from '#database/connections/listen.ts'
import { enqueueUnreadEmails } from '#features/messaging/chat/jobs.ts'
import { CHAT_CHANNEL } from '#features/messaging/chat/service.ts'
import { suppliers } from '#features/catalogue/suppliers/tables.ts'
import { MINUTE } from '#core/time.ts'
import { createLog } from '#platform/log.ts'
import { getField, startConversation, openStream, postMessage } from '#tests/steps/chat.ts'
import { createSignedInAccount, type CreatedAccount } from '#tests/shop/accounts.ts'
import { extractPdfTexts } from '#tests/oracles/pdf-text.ts'
import { SHOP_URL, createTestShop } from '#tests/shop/shop.ts'
import { createPaidOrder } from '#tests/steps/supplier-orders.ts'

// A shopper and a supplier with an order, messages and a review: neither sees the other's private email address.
const shop = await createTestShop()
const { app, db, now } = shop
const listener = await listenToChannels({
  url: shop.databaseUrl,
  channels: [CHAT_CHANNEL],
  onNotification: (_channel, payload) => app.chat.receiveNotification(payload),
  log: () => undefined,
})
afterAll(() => listener.close())

const SHOPPER_EMAIL = 'mei.private@shopper.example'
const OWNER_EMAIL = 'aldo.private@atelier.example'

async function createSale() {
  const shopper = await createSignedInAccount(db, now(), { email: SHOPPER_EMAIL, lastName: 'Tan' })
  const {
    owner,
    supplier,
    id: part,
    purchaseId,
  } = await createPaidOrder(shop, { form: { email: SHOPPER_EMAIL } })
  // A sign-up gives the store its owner's email address.
  await db.update(suppliers).set({ contactEmail: owner.email }).where(eq(suppliers.id, supplier.id))
  const product = getField(
    await shop.get(`/shop/trackOrder/${purchaseId}`),
    'order',
    'supplierOrders',
    '0',
    'lines',
    '0',
    'productId',
  )
  const review = { productId: product, rating: 5, review: 'Bright.' }
  const reviewId = getField(await shop.post('/shop/saveReview', { data: review }, shopper.headers), 'id')
  await shop.post('/shop/saveReviewAnswer', { data: { reviewId, answer: 'Thank you.' } }, owner.headers)
  return { shopper, owner, supplier, part, product }
}

/** Returns the responses of these calls to a caller, by their paths. */
async function callAll(
  { headers }: CreatedAccount,
  paths: readonly string[],
): Promise<[string, number, string][]> {
  return Promise.all(
    paths.map(async (path): Promise<[string, number, string]> => {
      const answer = await app.http.request(SHOP_URL + path, { headers })
      const isPdf = answer.headers.get('content-type') === 'application/pdf'
      return [
        path,
        answer.status,
        isPdf ? extractPdfTexts(new Uint8Array(await answer.arrayBuffer())).join(' ') : await answer.text(),
      ]
    }),
  )
}

test('neither side of a conversation, order or review sees the other’s private email address [CHAT-03]', async () => {
  const { shopper, owner, supplier, part, product } = await createSale()
  const atOwner = await openStream(app, owner)
  const atShopper = await openStream(app, shopper)
  const id = await startConversation(shop, shopper, { order: part })
  await postMessage(shop, { id, from: shopper }, 'Is it gold?')
  await postMessage(shop, { id, from: owner }, 'It is.')
  await Promise.all([atOwner.next('message'), atShopper.next('message')])
  await Promise.all([atOwner.next('message'), atShopper.next('message')])

  const chat = ['/chat/conversations', `/chat/conversations/${id}`, `/chat/conversations/${id}/messages`]
  const open = [
    `/shop/fetchReview/${product}`,
    `/shop/getStoreReviews/${supplier.publicId}`,
    `/shop/getStoreByID/${supplier.publicId}`,
    `/shop/getProductsByID/${product}`,
    `/shop/contactStore/${supplier.publicId}`,
    '/shop/getFeaturedSuppliers',
    '/shop/getAllProducts',
    '/users/exportData',
  ]
  const supplierCalls = [
    '/supplier/orders',
    `/supplier/orders/${part}`,
    `/supplier/orders/${part}/packing-slip`,
  ]
  const ownerResponses = await callAll(owner, [...chat, ...open, ...supplierCalls])
  const shopperResponses = await callAll(shopper, [
    ...chat,
    ...open,
    '/shop/getMyOrders',
    '/shop/getOwnReviews',
  ])
  expect([...ownerResponses, ...shopperResponses].filter(([, status]) => status !== 200)).toEqual([])

  const includesEmail = (email: string) => (response: readonly [string, number, string]) =>
    response[2].includes(email)
  expect(ownerResponses.filter(includesEmail(SHOPPER_EMAIL)).map(([path]) => path)).toEqual([])
  expect(shopperResponses.filter(includesEmail(owner.email)).map(([path]) => path)).toEqual([])
  expect(JSON.stringify(atOwner.events)).not.toContain(SHOPPER_EMAIL)
  expect(JSON.stringify(atShopper.events)).not.toContain(owner.email)
  await atOwner.close()
  await atShopper.close()
  await postMessage(shop, { id, from: shopper }, 'Thank you.')

  shop.passTime(11 * MINUTE)
  await enqueueUnreadEmails.run({}, { db, now: now(), enqueue: app.jobs.enqueue, log: createLog('silent') })
  await shop.work()
  const { text } = await shop.get('/dev/mail.json')
  const emails: { to: string; text: string; html: string; replyTo: string | null }[] = JSON.parse(text)
  const isInEmail = (to: string, email: string) =>
    emails.filter((message) => message.to === to && JSON.stringify({ ...message, to: '' }).includes(email))
  expect(emails.some(({ to }) => to === owner.email)).toBe(true)
  expect(isInEmail(owner.email, SHOPPER_EMAIL)).toEqual([])
  expect(isInEmail(SHOPPER_EMAIL, owner.email)).toEqual([])
})

test('shows the email of a store without an owner, and masks that of any other store [CHAT-03]', async () => {
  const { shopper, owner, supplier, part } = await createSale()
  const id = await startConversation(shop, shopper, { order: part })
  const renderPages = async (account: CreatedAccount) =>
    getField(await shop.get(`/chat/conversations/${id}`, account.headers), 'conversation', 'email')
  const masked = (email: string) => `${email[0]}•••${email.slice(email.indexOf('@'))}`
  expect([await renderPages(shopper), await renderPages(owner)]).toEqual([
    masked(owner.email),
    masked(SHOPPER_EMAIL),
  ])
  // The account has an email address that differs from its store's.
  await db.update(suppliers).set({ contactEmail: OWNER_EMAIL }).where(eq(suppliers.id, supplier.id))
  expect(await renderPages(shopper)).toBe(masked(OWNER_EMAIL))
  await db.update(suppliers).set({ ownerId: null }).where(eq(suppliers.id, supplier.id))
  expect(await renderPages(shopper)).toBe(OWNER_EMAIL)
})
