import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { queryRows } from '#database/database.ts'
import { storeConnections, storeSelections } from '#features/stores/connections/tables.ts'
import { newId, newSecretId } from '#core/ids.ts'
import { addMs, DAY } from '#core/time.ts'
import { createToken, hashToken } from '#features/identity/accounts/service.ts'
import { teamInvitations, teamMembers } from '#features/identity/teams/tables.ts'
import { getField, startConversation, postMessage } from '../steps/chat.ts'
import {
  GUEST_FORM,
  createTestProduct,
  quoteRate,
  createTestSupplier,
  type CreatedProduct,
} from '../shop/factories.ts'
import { openPaymentPage } from '../steps/payments.ts'
import { createSignedInAccount, type CreatedAccount } from '../shop/accounts.ts'
import { SHOP_URL, type ApiResponse, type TestShop } from '../shop/shop.ts'

/** The ids of an account's resources, and the other inputs that valid calls need. */
export type AccessTestData = Readonly<{
  email: string
  account: string
  session: string
  address: string
  order: string
  /** A store's part of the order. */
  part: string
  parcel: string
  amount: number
  transaction: string
  sandboxPayment: string
  conversation: string
  chatPicture: string
  unsentPicture: string
  review: string
  reviewPicture: string
  /** A connected shop. */
  connection: string
  productImport: string
  /** An order of that shop. */
  shopOrder: string
  /** A plan of publishing to that shop. */
  publishPlan: string
  /** A member of the vendor's team, and an open invitation to it with the token of its link. */
  member: string
  invitation: string
  invitationToken: string
  /** The tokens of links in emails. */
  wishlist: string
  choice: string
  subscription: string
  /** The ids of public resources. */
  product: string
  variant: string
  store: string
  rate: Readonly<{ id: string; rate: number }>
}>

/** Texts of one account's data only; a response with one of them discloses too much. */
export const PRIVATE_TEXTS = [
  'victim@private.example',
  'Verborgen',
  'Hidden Lane',
  'a word between us',
  'Zwijger',
] as const

/** Creates a vendor with one resource of every type, and a store in conversation with them. */
export async function createAccessTestData(shop: TestShop): Promise<AccessTestData> {
  const { db, now } = shop
  const supplier = await createTestSupplier(db, { name: 'Atelier Luce' })
  const owner = await createSignedInAccount(db, now(), {
    type: 'manufacturer',
    lastName: 'Zwijger',
    owns: supplier,
  })
  const product = await createTestProduct(db, { supplier, stock: 500 })
  const [email] = PRIVATE_TEXTS
  const account = await createSignedInAccount(db, now(), { email, lastName: 'Verborgen' })
  await shop.post('/shop/updateWishlist', { data: { productId: product.id } }, account.headers)
  await shop.post('/users/notificationChoices', { kind: 'unread_messages', isEnabled: true }, account.headers)
  await shop.post('/shop/subscribe', { email })
  // Sends its email now, as the link expires.
  await shop.work()
  return {
    email,
    account: account.publicId,
    ...(await readDatabaseIds(shop)),
    address: await createAddress(shop, account),
    ...(await createOrder(shop, account, product)),
    ...(await createConversation(shop, account, supplier.publicId)),
    ...(await createReview(shop, account, product)),
    productImport: await createImport(shop, owner),
    ...(await createConnection(shop, account, product)),
    ...(await createTeam(shop, account)),
    product: product.id,
    variant: product.variantId,
    store: supplier.publicId,
    rate: await quoteRate(shop),
  }
}

/** Returns ids of the same types that do not exist; public ones stay. */
export function toUnknownIds({ product, variant, store, rate, amount }: AccessTestData): AccessTestData {
  return {
    product,
    variant,
    store,
    rate,
    amount,
    email: 'nobody@private.example',
    account: newId('account'),
    session: newId('session'),
    address: newId('address'),
    order: newSecretId('purchase'),
    part: newSecretId('supplierOrder'),
    parcel: newSecretId('parcel'),
    transaction: newSecretId('transaction'),
    sandboxPayment: 'sbx_0',
    conversation: newSecretId('conversation'),
    chatPicture: newSecretId('chatPicture'),
    unsentPicture: newSecretId('chatPicture'),
    review: newId('review'),
    reviewPicture: newSecretId('picture'),
    connection: newSecretId('storeConnection'),
    productImport: newSecretId('productImport'),
    shopOrder: newId('shopOrder'),
    publishPlan: newSecretId('publishPlan'),
    member: newId('account'),
    invitation: newId('teamInvitation'),
    invitationToken: createToken(),
    wishlist: newSecretId('wishlist'),
    choice: newSecretId('notificationChoice'),
    subscription: newSecretId('subscription'),
  }
}

async function createImport(shop: TestShop, { headers }: CreatedAccount): Promise<string> {
  const response = await shop.app.http.request(`${SHOP_URL}/supplier/imports?name=products.csv`, {
    method: 'POST',
    headers,
    body: 'Handle,Title,Variant Price,Variant SKU\nring,Zwijger,10,Z1\n',
  })
  const body: unknown = await response.json()
  return String(Reflect.get(Object(Reflect.get(Object(body), 'import')), 'id'))
}

/** Returns a picture of one colour, as a browser would send it. */
export async function createPicture(): Promise<Uint8Array<ArrayBuffer>> {
  const image = sharp({ create: { width: 20, height: 10, channels: 3, background: '#a08040' } })
  return Uint8Array.from(await image.png().toBuffer())
}

type DatabaseIds = Pick<AccessTestData, 'session' | 'wishlist' | 'choice' | 'subscription'>

/** The ids that no answer contains, read from the database. */
async function readDatabaseIds({ db }: TestShop): Promise<DatabaseIds> {
  const [ids] = await queryRows<DatabaseIds>(
    db,
    sql`select
      (select s.public_id from sessions s join accounts p on p.id = s.account_id where p.email = ${PRIVATE_TEXTS[0]}) as session,
      (select token from wishlists) as wishlist, (select token from notification_preferences) as choice,
      (select token from newsletter_subscribers) as subscription`,
  )
  if (!ids || Object.values(ids).some((id) => !id)) throw new Error('some ids are missing')
  return ids
}

/** Creates an account's connected store with a selected product. */
async function createConnection(
  { db, now }: TestShop,
  { id: accountId }: CreatedAccount,
  product: CreatedProduct,
) {
  const connection = newSecretId('storeConnection')
  const [at, access] = [now(), Buffer.from('sealed')]
  const storeDetails = { name: 'Hidden Lane', address: 'hidden.myshopify.com', currency: 'USD' }
  const shop = {
    ...storeDetails,
    publicId: connection,
    accountId,
    access,
    platform: 'shopify' as const,
  }
  await db.insert(storeConnections).values({ ...shop, checkedAt: at, createdAt: at })
  await db.insert(storeSelections).values({ accountId, productId: product.productKey, addedAt: at })
  const shopOrder = newId('shopOrder')
  await db.execute(sql`
    insert into shop_orders (public_id, account_id, connection_id, store_name, platform, external_id, number, currency,
      total_amount, shop_state, address, state, reasons, is_recovered, placed_at, modified_at, received_at)
    select ${shopOrder}, ${accountId}, id, name, platform, '1', '1', currency, 100, 'paid', null, 'to_pay', '{}', false,
      ${at}, ${at}, ${at}
    from store_connections where public_id = ${connection}`)
  const publishPlan = newSecretId('publishPlan')
  await db.execute(sql`
    insert into publish_plans (public_id, account_id, connection_id, state, created_at, planned_at)
    select ${publishPlan}, ${accountId}, id, 'planned', ${at}, ${at} from store_connections where public_id = ${connection}`)
  return { connection, shopOrder, publishPlan }
}

/** A member in the team of a vendor, and an invitation to it. */
async function createTeam({ db, now }: TestShop, { id: businessId }: CreatedAccount) {
  const member = await createSignedInAccount(db, now(), { lastName: 'Zwijger' })
  const [invitation, invitationToken] = [newId('teamInvitation'), createToken()]
  const joinedAt = now()
  await db.insert(teamMembers).values({ businessId, accountId: member.id, roles: ['listings'], joinedAt })
  await db.insert(teamInvitations).values({
    publicId: invitation,
    businessId,
    email: 'Verborgen@colleague.example',
    roles: ['orders'],
    tokenHash: hashToken(invitationToken),
    invitedBy: businessId,
    sentAt: now(),
    expiresAt: addMs(now(), DAY),
  })
  return { member: member.publicId, invitation, invitationToken }
}

async function createAddress(shop: TestShop, { headers }: CreatedAccount): Promise<string> {
  const address = {
    country: 'SG',
    streetAddress: 'Hidden Lane',
    blockNumber: '7',
    unitNumber: '#01-01',
    zipCode: '079903',
    mobileNumber: '91234567',
  }
  return getField(
    await expectSuccess(shop.post('/users/saveAddress', { address }, headers)),
    'addresses',
    '0',
    'id',
  )
}

async function createOrder(shop: TestShop, { headers }: CreatedAccount, { id, variantId }: CreatedProduct) {
  const form = { ...GUEST_FORM, streetAddress: 'Hidden Lane', selectedShippingRate: await quoteRate(shop) }
  const items = [{ id, variantId, quantity: 1 }]
  const saved = await expectSuccess(shop.post('/shop/saveOrder', { ...form, items }, headers))
  const order = getField(saved, 'completeOrder', 'id')
  const { transactionId, providerRef } = await openPaymentPage(shop, order)
  const tracked = await expectSuccess(shop.get(`/shop/trackOrder/${order}`))
  return {
    order,
    amount: getField<number>(saved, 'completeOrder', 'totalAmount'),
    transaction: transactionId,
    sandboxPayment: providerRef,
    part: getField(tracked, 'order', 'supplierOrders', '0', 'id'),
    // No parcel leaves before an order is paid.
    parcel: newSecretId('parcel'),
  }
}

async function createConversation(shop: TestShop, account: CreatedAccount, store: string) {
  const conversation = await startConversation(shop, account, { store })
  const [chatPicture, unsentPicture] = [
    await uploadChatPicture(shop, account, conversation),
    await uploadChatPicture(shop, account, conversation),
  ]
  const more = { pictures: [chatPicture] }
  await expectSuccess(postMessage(shop, { id: conversation, from: account, more }, 'a word between us'))
  return { conversation, chatPicture, unsentPicture }
}

async function uploadChatPicture(
  shop: TestShop,
  { headers }: CreatedAccount,
  conversation: string,
): Promise<string> {
  const path = `${SHOP_URL}/chat/conversations/${conversation}/pictures`
  const answer = await shop.app.http.request(path, { method: 'POST', headers, body: await createPicture() })
  return Reflect.get(Object(Reflect.get(Object(await answer.json()), 'picture')), 'id')
}

async function createReview(shop: TestShop, { headers }: CreatedAccount, { id: productId }: CreatedProduct) {
  const picture = Buffer.from(await createPicture()).toString('base64')
  const upload = () => shop.post('/shop/uploadReviewPicture', { data: { picture } }, headers)
  const reviewPicture = getField(await expectSuccess(upload()), 'picture', 'id')
  const data = { productId, rating: 5, review: 'Bright.' }
  return {
    review: getField(await expectSuccess(shop.post('/shop/saveReview', { data }, headers)), 'id'),
    reviewPicture,
  }
}

async function expectSuccess(response: Promise<ApiResponse>): Promise<ApiResponse> {
  const answer = await response
  if (answer.status !== 200) throw new Error(`preparing went wrong: ${answer.text}`)
  return answer
}
