import { GUEST_FORM } from '../shop/factories.ts'
import { CASES } from './cases.ts'
import { BOOKS, PAYOUTS, REFUNDS, SUPPLIER_ORDERS } from './money.ts'
import { ACCOUNTS, MAILS } from './people.ts'
import {
  type Row,
  all,
  anybody,
  at,
  byLink,
  data,
  manufacturers,
  open,
  own,
  people,
  secret,
  sellers,
  theirs,
  vendors,
} from './rows.ts'

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

const CATALOGUE: Readonly<Record<string, Row>> = {
  'GET /shop/getStoreByID/{id}': open(all(200), ({ store }) => at(store)),
  'GET /shop/getMyStore': own(manufacturers(200)),
  'POST /shop/saveMyStore': own(manufacturers(200), () =>
    data({ country: 'IT', yearsOfExperience: 4, mainCategories: ['Rings'] }),
  ),
  'POST /shop/uploadStoreLogo': own(manufacturers(200), () => ({ bytes: true })),
  'POST /shop/deleteStoreLogo': own(manufacturers(200)),
  'GET /shop/getMyProducts': own(manufacturers(200)),
  'GET /shop/getMyProduct/{id}': theirs(manufacturers(404), ({ product }) => at(product)),
  'POST /shop/uploadProductPicture': own(manufacturers(200), () => ({ bytes: true })),
  'POST /shop/saveMyProduct': theirs(manufacturers(404), ({ product }) =>
    data({ id: product, revision: 0, name: 'Mine now', priceCents: 1, variants: [{ quantity: 1 }] }),
  ),
  'POST /shop/publishMyProducts': theirs(manufacturers(404), ({ product }) => data({ ids: [product] })),
  'GET /shop/getConnectedProducts/{id}': theirs(manufacturers(404), ({ connection }) => at(connection)),
  'POST /shop/takeConnectedProducts': theirs(manufacturers(404), ({ connection }) =>
    data({ connectionId: connection, externalIds: ['1'] }),
  ),
  'POST /shop/removeMyProduct': theirs(manufacturers(404), ({ product }) => data({ id: product })),
  'POST /shop/mailOrderLink': theirs(all(200), ({ email }) => ({ body: { number: 'CB-1', email } })),
  'GET /shop/getLegalText/{name}': open(all(200), () => ({ params: { name: 'terms' } })),
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
  'GET /shop/wishlist/mails': secret(all(200), ({ wishlist }) => byLink(wishlist)),
  'POST /shop/wishlist/unsubscribe': secret(all(200), ({ wishlist }) => byLink(wishlist)),
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

const STORES: Readonly<Record<string, Row>> = {
  // Keys go to no address that is not the platform's own.
  'POST /stores/connections': own(sellers(400), () => ({
    body: { platform: 'shopify', shop: 'evil.example', accessToken: 'shpat_1' },
  })),
  'GET /stores/connections': own(sellers(200)),
  'POST /stores/connections/{id}/check': theirs(sellers(404), ({ connection }) => at(connection)),
  'POST /stores/connections/{id}/remove': theirs(sellers(404), ({ connection }) => at(connection)),
  'POST /stores/connections/{id}/pull': theirs(manufacturers(404), ({ connection }) => at(connection)),
  'GET /stores/connections/{id}/products': theirs(manufacturers(404), ({ connection }) => at(connection)),
  'GET /stores/selection': own(vendors(200)),
  // What somebody else has chosen is not chosen by the caller.
  'POST /stores/selection/change': theirs(vendors(404), ({ product }) => ({
    body: { productId: product, retailPrice: 0.01 },
  })),
  'POST /stores/selection': own(vendors(200), ({ product }) => ({
    body: { pieces: [{ productId: product }] },
  })),
  'POST /stores/selection/remove': own(vendors(200), ({ product }) => ({ body: { productIds: [product] } })),
  'POST /stores/sync': own(vendors(409)),
}

/** Every endpoint that has a contract, as `METHOD /path/{part}`. Who adds one says here who may call it. */
export const ACCESS_TABLE: Readonly<Record<string, Row>> = {
  ...ACCOUNTS,
  ...MAILS,
  ...CATALOGUE,
  ...ORDERS,
  ...SUPPLIER_ORDERS,
  ...REFUNDS,
  ...CASES,
  ...BOOKS,
  ...PAYOUTS,
  ...TALKS,
  ...STORES,
}
