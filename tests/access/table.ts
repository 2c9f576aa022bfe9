import { GUEST_FORM } from '../factories.ts'
import { CALLERS, SIGNED_IN, type Caller } from './callers.ts'
import type { Things } from './things.ts'

/** What a call hands over; the parts of the path by their names. */
export type Input = Readonly<{
  params?: Readonly<Record<string, string>>
  query?: Readonly<Record<string, string>>
  body?: unknown
  bytes?: true
}>

/**
 * What a call is about. `own`: the caller, whoever that is. `theirs`: a thing of somebody else, which has to answer like
 * one that does not exist. `secret`: a number or a token that lets in whoever has it. `public`: what everybody may see.
 */
export type About = 'own' | 'theirs' | 'secret' | 'public'

/** An endpoint: what each caller is answered, and a right call of it with the ids of somebody else's things. */
export type Row = Readonly<{
  about: About
  answers: Readonly<Record<Caller, number>>
  input(things: Things): Input
}>

type Answers = Row['answers']

function answersOf(given: (caller: Caller) => number): Answers {
  // Every caller is among them.
  return Object.fromEntries(CALLERS.map((caller) => [caller, given(caller)])) as Answers
}

const isSignedIn = (caller: Caller) => SIGNED_IN.some((each) => each === caller)

/** No token is looked at: all get the same. */
const all = (status: number): Answers => answersOf(() => status)

/** Anybody may, but a token that is sent has to be good. */
const anybody = (status: number, nobody = status): Answers =>
  answersOf((caller) => (caller === 'nobody' ? nobody : isSignedIn(caller) ? status : 401))

/** Whoever is signed in may. */
const people = (status: number): Answers => answersOf((caller) => (isSignedIn(caller) ? status : 401))

/** Of those who are signed in only manufacturers may. */
const manufacturers = (status: number): Answers =>
  answersOf((caller) => (caller === 'manufacturer' ? status : isSignedIn(caller) ? 403 : 401))

const row =
  (about: About) =>
  (answers: Answers, input: Row['input'] = () => ({})): Row => ({ about, answers, input })
const [own, theirs, secret, open] = [row('own'), row('theirs'), row('secret'), row('public')]

const data = (fields: object): Input => ({ body: { data: fields } })
const at = (id: string, body?: unknown): Input =>
  body === undefined ? { params: { id } } : { params: { id }, body }

const LINES = { companyName: '', companyRegisterNumber: '' }
const NEW_ADDRESS = {
  country: 'SG',
  streetAddress: 'Orchard Road',
  blockNumber: '1',
  unitNumber: '#02-02',
  zipCode: '238801',
  mobileNumber: '91234567',
}
const PARCEL = { toZip: '079903', toCountry: 'SG', weight: 2, length: 25, width: 20, height: 15 }
/** One pixel, as a GIF. */
const PIXEL = 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'

const ACCOUNTS: Readonly<Record<string, Row>> = {
  'POST /users/signup': open(all(409), ({ email }) =>
    data({ ...LINES, email, firstName: 'Eve', lastName: 'Thief', password: 'amber over slate' }),
  ),
  'POST /users/login': theirs(all(401), ({ email }) => data({ email, password: 'amber over slate' })),
  'POST /users/verifyOTP': secret(all(409), ({ person }) => data({ id: person, otp: '123456' })),
  'POST /users/resendOTP': secret(all(409), ({ person }) => data({ id: person })),
  'POST /users/forgotPassword': theirs(all(200), ({ email }) => data({ email })),
  'POST /users/resetPassword': theirs(all(409), ({ session }) =>
    data({ token: session, password: 'amber over slate' }),
  ),
  'POST /users/sendLoginCode': theirs(all(200), ({ email }) => data({ email })),
  'POST /users/loginByCode': theirs(all(400), ({ email }) => data({ email, otp: '123456' })),
  'POST /users/refreshToken': theirs(all(401), ({ session }) => data({ refreshToken: session })),
  'POST /users/logout': theirs(all(200), ({ session }) => data({ refreshToken: session })),
  'GET /users/signInOptions': open(all(200)),
  'POST /users/signInByGoogle': theirs(all(401), ({ email }) => data({ email, token: 'a.b.c' })),
  'POST /users/signInByFacebook': theirs(all(401), ({ email }) => data({ email, accessToken: 'EAAB' })),
  'GET /users/sessions': own(people(200)),
  'POST /users/endSession': theirs(people(404), ({ session }) => data({ id: session })),
  'POST /users/logoutEverywhere': own(people(200), () => data({ keepThis: true })),
  'GET /users/profile': own(people(200)),
  'POST /users/updateProfile': own(people(200), ({ person, email }) =>
    // What is not asked for changes nothing: neither who it is, nor what kind.
    data({ ...LINES, firstName: 'Eve', lastName: 'Thief', id: person, email, type: 'operator' }),
  ),
  'POST /users/changePassword': own(people(409), () =>
    data({ password: 'x', newPassword: 'amber over slate' }),
  ),
  'POST /users/changeEmail': theirs(people(409), ({ email }) => data({ email, password: 'x' })),
  'POST /users/confirmEmail': own(people(409), () => data({ otp: '123456' })),
  'GET /users/exportData': own(people(200)),
  'POST /users/closeAccount': own(people(409), () => data({ password: 'x' })),
}

const SECRET_LINK = (token: string): Input => ({ query: { token } })

const MAILS: Readonly<Record<string, Row>> = {
  'GET /users/notificationChoices': own(people(200)),
  'POST /users/notificationChoices': own(people(200), () => ({
    body: { kind: 'unread_messages', wanted: false },
  })),
  'GET /users/notificationChoices/byMail': secret(all(200), ({ choice }) => SECRET_LINK(choice)),
  'POST /users/notificationChoices/end': secret(all(200), ({ choice }) => SECRET_LINK(choice)),
  'POST /users/notificationChoices/resume': secret(all(200), ({ choice }) => SECRET_LINK(choice)),
  'POST /shop/contactUs': open(all(200), ({ store }) => ({
    body: { name: 'Eve', email: 'eve@caller.example', message: 'Hello.', supplier: store },
  })),
  'GET /shop/contactStore/{id}': open(all(200), ({ store }) => at(store)),
  'POST /shop/subscribe': theirs(all(200), ({ email }) => ({ body: { email } })),
  'GET /shop/newsletter': secret(all(200), ({ subscription }) => SECRET_LINK(subscription)),
  'POST /shop/newsletter/confirm': secret(all(200), ({ subscription }) => SECRET_LINK(subscription)),
  'POST /shop/newsletter/unsubscribe': secret(all(200), ({ subscription }) => SECRET_LINK(subscription)),
  'POST /shop/newsletter/resume': secret(all(200), ({ subscription }) => SECRET_LINK(subscription)),
}

const CATALOGUE: Readonly<Record<string, Row>> = {
  'GET /shop/getStoreByID/{id}': open(all(200), ({ store }) => at(store)),
  'GET /shop/getMyStore': own(manufacturers(200)),
  'GET /shop/getAllProducts': open(all(200)),
  'GET /shop/getProductsByID/{id}': open(all(200), ({ product }) => at(product)),
  'GET /shop/getProductsByIDs': open(all(200), ({ product }) => ({ query: { ids: product } })),
  'POST /shop/searchProduct': open(all(200), () => ({ body: { data: 'ring' } })),
  'POST /shop/advanceProductSearch': open(all(200), () => data({ productName: 'ring' })),
  'GET /shop/getFacets': open(all(200)),
  'GET /shop/getFrequentlyBoughtProduct/{id}': open(all(200), ({ product }) => at(product)),
  'GET /shop/getManufacturerProducts/{id}': open(all(200), ({ store }) => at(store)),
  'GET /shop/getStoreProducts/{id}': open(all(200), ({ store }) => at(store)),
  'GET /shop/getFeaturedSuppliers': open(all(200)),
  'POST /shop/updateWishlist': own(people(200), ({ product }) => data({ productId: product })),
  'POST /shop/removeFromWishlist': own(people(200), ({ product }) => data({ productId: product })),
  'GET /shop/checkWishlist/{id}': own(anybody(200), ({ product }) => at(product)),
  'GET /shop/getWishlist': own(people(200)),
  'POST /shop/setWishMails': own(people(404), ({ product }) => data({ productId: product, priceDrop: true })),
  'GET /shop/wishlist/mails': secret(all(200), ({ wishlist }) => SECRET_LINK(wishlist)),
  'POST /shop/wishlist/unsubscribe': secret(all(200), ({ wishlist }) => SECRET_LINK(wishlist)),
  'GET /shop/fetchReview/{id}': open(all(200), ({ product }) => at(product)),
  'GET /shop/getStoreReviews/{id}': open(all(200), ({ store }) => at(store)),
  // With a picture that somebody else has uploaded.
  'POST /shop/saveReview': theirs(anybody(409), ({ product, reviewPicture }) =>
    data({ productId: product, rating: 1, review: 'Dull.', pictures: [reviewPicture] }),
  ),
  'POST /shop/deleteReview': theirs(people(404), ({ review }) => data({ reviewId: review })),
  'POST /shop/uploadReviewPicture': own(people(200), () => data({ picture: PIXEL })),
  'POST /shop/reportReview': open(anybody(200), ({ review }) => data({ reviewId: review, reason: 'untrue' })),
  'POST /shop/saveReviewAnswer': theirs(manufacturers(404), ({ review }) =>
    data({ reviewId: review, answer: 'Thank you.' }),
  ),
  'POST /shop/deleteReviewAnswer': theirs(manufacturers(404), ({ review }) => data({ reviewId: review })),
  'GET /shop/getOwnReview/{id}': own(people(200), ({ product }) => at(product)),
  'GET /shop/getOwnReviews': own(people(200)),
  'GET /shop/getReviewsDue': own(people(200)),
}

const ORDERS: Readonly<Record<string, Row>> = {
  'GET /shop/getAllCountries': open(all(200)),
  'POST /shipping/rates': open(all(200), () => ({ body: { shipmentDetails: PARCEL } })),
  'GET /shipping/estimate/{id}': open(all(200), ({ product }) => ({
    params: { id: product },
    query: { country: 'SG' },
  })),
  'GET /users/addresses': own(people(200)),
  'POST /users/saveAddress': theirs(people(404), ({ address }) => ({
    body: { id: address, address: NEW_ADDRESS },
  })),
  'POST /users/removeAddress': theirs(people(404), ({ address }) => ({ body: { id: address } })),
  'POST /users/setDefaultAddress': theirs(people(404), ({ address }) => ({ body: { id: address } })),
  'POST /shop/saveOrder': own(anybody(200), ({ product, variant, rate }) => ({
    body: {
      ...GUEST_FORM,
      items: [{ id: product, variantId: variant, quantity: 1 }],
      selectedShippingRate: rate,
    },
  })),
  // Whoever has the number of an order reads and pays it (CHK2-15): guests have nothing else.
  'GET /shop/getOrderByID/{id}': secret(all(200), ({ order }) => at(order)),
  'GET /shop/trackOrder/{id}': secret(all(200), ({ order }) => at(order)),
  'POST /shop/getPymentURL': secret(all(200), ({ order, amount }) => ({
    body: { orderID: order, amount, paymentMethod: 'vm' },
  })),
  'GET /shop/updateOrder/{id}': secret(all(409), ({ transaction }) => at(transaction)),
  'GET /shop/getMyOrders': own(people(200)),
  'GET /shop/getMyOrder/{id}': theirs(people(404), ({ order }) => at(order)),
}

const TALKS: Readonly<Record<string, Row>> = {
  'GET /chat/conversations': own(people(200), () => ({ query: { search: 'word' } })),
  'POST /chat/conversations': theirs(people(404), ({ part }) => ({ body: { order: part } })),
  'GET /chat/unread': own(people(200)),
  'GET /chat/conversations/{id}': theirs(people(404), ({ conversation }) => at(conversation)),
  'GET /chat/conversations/{id}/messages': theirs(people(404), ({ conversation }) => at(conversation)),
  'POST /chat/conversations/{id}/read': theirs(people(404), ({ conversation }) =>
    at(conversation, { upTo: 1 }),
  ),
  'POST /chat/conversations/{id}/messages': theirs(people(404), ({ conversation, unsentPicture }) =>
    at(conversation, { clientId: 'client-of-eve', content: 'Hello.', pictures: [unsentPicture] }),
  ),
  'POST /chat/conversations/{id}/typing': theirs(people(404), ({ conversation }) => at(conversation, {})),
  'POST /chat/conversations/{id}/block': theirs(people(404), ({ conversation }) => at(conversation, {})),
  'POST /chat/conversations/{id}/unblock': theirs(people(404), ({ conversation }) => at(conversation, {})),
  'POST /chat/conversations/{id}/report': theirs(people(404), ({ conversation }) =>
    at(conversation, { reason: 'spam' }),
  ),
  'POST /chat/conversations/{id}/pictures': theirs(people(404), ({ conversation }) => ({
    params: { id: conversation },
    bytes: true,
  })),
  'GET /chat/pictures/{id}/{width}': secret(all(200), ({ chatPicture }) => ({
    params: { id: chatPicture, width: '480' },
  })),
  'GET /chat/stream': own(people(200)),
}

/** Every endpoint that has a contract, as `METHOD /path/{part}`. Who adds one says here who may call it. */
export const ACCESS_TABLE: Readonly<Record<string, Row>> = {
  ...ACCOUNTS,
  ...MAILS,
  ...CATALOGUE,
  ...ORDERS,
  ...TALKS,
}

/** What the shop answers besides, and who may have it: no token is looked at in any of these. */
export const OTHER_ADDRESSES: Readonly<Record<string, string>> = {
  'GET /healthz': 'everybody',
  'GET /readyz': 'everybody',
  'GET /robots.txt': 'everybody',
  'GET /sitemap.xml': 'everybody',
  'GET /sitemaps/{file}': 'everybody',
  'GET /api': 'everybody',
  'GET /api/openapi.json': 'everybody',
  'GET /api/start.js': 'everybody',
  'GET /api/{file}': 'everybody',
  'POST /contact-us': 'everybody, from a page of the shop',
  'POST /newsletter': 'everybody, from a page of the shop',
  'POST /product/{id}': 'everybody, from a page of the shop: the review is by Anonymous',
  'POST /newsletter/confirm': 'who has the token of the mail',
  'POST /newsletter/unsubscribe': 'who has the token of the mail',
  'POST /newsletter/resume': 'who has the token of the mail',
  'POST /notifications/end': 'who has the token of the mail',
  'POST /notifications/resume': 'who has the token of the mail',
  'POST /wishlist/unsubscribe': 'who has the token of the mail',
  'POST /payments/notify/{provider}': 'who signs as the provider',
  'GET /payments/sandbox/style.css': 'everybody, where the sandbox is on',
  'GET /payments/sandbox/{id}': 'who has the number of the payment, where the sandbox is on',
  'POST /payments/sandbox/{id}': 'who has the number of the payment, where the sandbox is on',
  'POST /users/facebook/deauthorise': 'who signs as Facebook, where Facebook is set up',
  'POST /users/facebook/deletion': 'who signs as Facebook, where Facebook is set up',
  'GET /users/facebook/deletion/{code}': 'who has the code, where Facebook is set up',
  'GET /dev/mail': 'everybody, but nowhere in production',
  'GET /dev/mail.json': 'everybody, but nowhere in production',
  'GET /dev/mail/{id}': 'everybody, but nowhere in production',
}
