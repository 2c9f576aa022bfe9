import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { rows } from '#database/database.ts'
import { storeConnections, storeSelections } from '#features/stores/connections/tables.ts'
import { newId, newSecretId } from '#core/ids.ts'
import { field, opened, say } from '../steps/chat.ts'
import { GUEST_FORM, pieceOnSale, quotedRate, supplierInTrade, type MadePiece } from '../shop/factories.ts'
import { openPaymentPage } from '../steps/paying.ts'
import { personSignedIn, type MadePerson } from '../shop/people.ts'
import { SHOP_URL, type Answer, type TestShop } from '../shop/shop.ts'

/** The ids of somebody's things, and what is needed besides to ask for them rightly. */
export type Things = Readonly<{
  email: string
  person: string
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
  /** The tokens of links in mails. */
  wishlist: string
  choice: string
  subscription: string
  /** What is everybody's to see. */
  product: string
  variant: string
  store: string
  rate: Readonly<{ id: string; rate: number }>
}>

/** Words that stand in somebody's things only: an answer that has one of them has told too much. */
export const PRIVATE_WORDS = [
  'victim@private.example',
  'Verborgen',
  'Hidden Lane',
  'a word between us',
  'Zwijger',
] as const

/** A vendor with one thing of every kind, and a store that they talk to. */
export async function thingsOfSomebody(shop: TestShop): Promise<Things> {
  const { db, now } = shop
  const supplier = await supplierInTrade(db, { name: 'Atelier Luce' })
  await personSignedIn(db, now(), { type: 'manufacturer', lastName: 'Zwijger', owns: supplier })
  const piece = await pieceOnSale(db, { supplier, stock: 500 })
  const [email] = PRIVATE_WORDS
  const person = await personSignedIn(db, now(), { email, lastName: 'Verborgen' })
  await shop.post('/shop/updateWishlist', { data: { productId: piece.id } }, person.headers)
  await shop.post('/users/notificationChoices', { kind: 'unread_messages', wanted: true }, person.headers)
  await shop.post('/shop/subscribe', { email })
  // Its mail goes out, as its link is good for a while only.
  await shop.work()
  return {
    email,
    person: person.publicId,
    ...(await idsKept(shop)),
    address: await anAddress(shop, person),
    ...(await anOrder(shop, person, piece)),
    ...(await aTalk(shop, person, supplier.publicId)),
    ...(await aReview(shop, person, piece)),
    connection: await aConnection(shop, person, piece),
    product: piece.id,
    variant: piece.variantId,
    store: supplier.publicId,
    rate: await quotedRate(shop),
  }
}

/** Ids of the same kinds that nothing has; what everybody may see is the same. */
export function thingsOfNobody({ product, variant, store, rate, amount }: Things): Things {
  return {
    product,
    variant,
    store,
    rate,
    amount,
    email: 'nobody@private.example',
    person: newId('person'),
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
    wishlist: newSecretId('wishlist'),
    choice: newSecretId('notificationChoice'),
    subscription: newSecretId('subscription'),
  }
}

/** A picture of one colour, as a browser would send it. */
export async function aPicture(): Promise<Uint8Array<ArrayBuffer>> {
  const drawn = sharp({ create: { width: 20, height: 10, channels: 3, background: '#a08040' } })
  return Uint8Array.from(await drawn.png().toBuffer())
}

type IdsKept = Pick<Things, 'session' | 'wishlist' | 'choice' | 'subscription'>

/** What no answer tells: read where it is kept. */
async function idsKept({ db }: TestShop): Promise<IdsKept> {
  const [kept] = await rows<IdsKept>(
    db,
    sql`select
      (select s.public_id from sessions s join people p on p.id = s.person_id where p.email = ${PRIVATE_WORDS[0]}) as session,
      (select token from wishlists) as wishlist, (select token from notification_choices) as choice,
      (select token from newsletter_subscribers) as subscription`,
  )
  if (!kept || Object.values(kept).some((id) => !id)) throw new Error('not everything was kept')
  return kept
}

/** A shop of somebody's own, with a piece chosen for it. */
async function aConnection({ db, now }: TestShop, { id: personId }: MadePerson, piece: MadePiece) {
  const connection = newSecretId('storeConnection')
  const [at, access] = [now(), Buffer.from('sealed')]
  const said = { name: 'Hidden Lane', address: 'hidden.myshopify.com', currency: 'USD' }
  const shop = { ...said, publicId: connection, personId, access, platform: 'shopify' as const }
  await db.insert(storeConnections).values({ ...shop, checkedAt: at, createdAt: at })
  await db.insert(storeSelections).values({ personId, productId: piece.productKey, addedAt: at })
  return connection
}

async function anAddress(shop: TestShop, { headers }: MadePerson): Promise<string> {
  const address = {
    country: 'SG',
    streetAddress: 'Hidden Lane',
    blockNumber: '7',
    unitNumber: '#01-01',
    zipCode: '079903',
    mobileNumber: '91234567',
  }
  return field(await good(shop.post('/users/saveAddress', { address }, headers)), 'addresses', '0', 'id')
}

async function anOrder(shop: TestShop, { headers }: MadePerson, { id, variantId }: MadePiece) {
  const form = { ...GUEST_FORM, streetAddress: 'Hidden Lane', selectedShippingRate: await quotedRate(shop) }
  const items = [{ id, variantId, quantity: 1 }]
  const saved = await good(shop.post('/shop/saveOrder', { ...form, items }, headers))
  const order = field(saved, 'completeOrder', 'id')
  const { transactionId, providerRef } = await openPaymentPage(shop, order)
  const tracked = await good(shop.get(`/shop/trackOrder/${order}`))
  return {
    order,
    amount: field<number>(saved, 'completeOrder', 'totalAmount'),
    transaction: transactionId,
    sandboxPayment: providerRef,
    part: field(tracked, 'order', 'supplierOrders', '0', 'id'),
    // No parcel leaves before an order is paid.
    parcel: newSecretId('parcel'),
  }
}

async function aTalk(shop: TestShop, person: MadePerson, store: string) {
  const conversation = await opened(shop, person, { store })
  const [chatPicture, unsentPicture] = [
    await chatPictureIn(shop, person, conversation),
    await chatPictureIn(shop, person, conversation),
  ]
  const more = { pictures: [chatPicture] }
  await good(say(shop, { id: conversation, from: person, more }, 'a word between us'))
  return { conversation, chatPicture, unsentPicture }
}

async function chatPictureIn(shop: TestShop, { headers }: MadePerson, conversation: string): Promise<string> {
  const path = `${SHOP_URL}/chat/conversations/${conversation}/pictures`
  const answer = await shop.app.http.request(path, { method: 'POST', headers, body: await aPicture() })
  return Reflect.get(Object(Reflect.get(Object(await answer.json()), 'picture')), 'id')
}

async function aReview(shop: TestShop, { headers }: MadePerson, { id: productId }: MadePiece) {
  const picture = Buffer.from(await aPicture()).toString('base64')
  const upload = () => shop.post('/shop/uploadReviewPicture', { data: { picture } }, headers)
  const reviewPicture = field(await good(upload()), 'picture', 'id')
  const data = { productId, rating: 5, review: 'Bright.' }
  return { review: field(await good(shop.post('/shop/saveReview', { data }, headers)), 'id'), reviewPicture }
}

async function good(asked: Promise<Answer>): Promise<Answer> {
  const answer = await asked
  if (answer.status !== 200) throw new Error(`preparing went wrong: ${answer.text}`)
  return answer
}
