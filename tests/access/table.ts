import { GUEST_FORM } from '../shop/factories.ts'
import { CASES } from './cases.ts'
import { CHAT } from './chat.ts'
import { LISTINGS } from './listings.ts'
import { LEDGER_ROWS, PAYOUTS, REFUNDS, SUPPLIER_ORDERS } from './money.ts'
import { OPERATOR_ROWS } from './operator.ts'
import { ACCOUNTS, EMAIL_SETTINGS } from './accounts.ts'
import { STORE_SETTINGS } from './store-settings.ts'
import { TEAMS } from './teams.ts'
import {
  type AccessRow,
  anyone,
  exceptInvalidToken,
  byId,
  byLink,
  data,
  manufacturers,
  publicRow,
  ownRow,
  anySignedIn,
  secretRow,
  sellers,
  othersRow,
  vendors,
} from './rows.ts'
import { VENDOR_ORDERS } from './vendor-orders.ts'

const NEW_ADDRESS = {
  country: 'SG',
  streetAddress: 'Orchard Road',
  blockNumber: '1',
  unitNumber: '#02-02',
  zipCode: '238801',
  mobileNumber: '91234567',
}
const PARCEL = { toZip: '079903', toCountry: 'SG', weight: 2, length: 25, width: 20, height: 15 }
/** A GIF of one pixel. */
const PIXEL_GIF = 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'
const NO_DUPLICATE = `dup_${'0'.repeat(32)}`

const CATALOGUE: Readonly<Record<string, AccessRow>> = {
  'GET /shop/getStoreByID/{id}': publicRow(anyone(200), ({ store }) => byId(store)),
  'GET /shop/getMyStore': ownRow(manufacturers(200)),
  'POST /shop/saveMyStore': ownRow(manufacturers(200), () =>
    data({ country: 'IT', yearsOfExperience: 4, mainCategories: ['Rings'] }),
  ),
  'POST /shop/uploadStoreLogo': ownRow(manufacturers(200), () => ({ bytes: true })),
  'POST /shop/deleteStoreLogo': ownRow(manufacturers(200)),
  'GET /shop/getMyProducts': ownRow(manufacturers(200)),
  'GET /shop/getMyProduct/{id}': othersRow(manufacturers(404), ({ product }) => byId(product)),
  'POST /shop/uploadProductPicture': ownRow(manufacturers(200), () => ({ bytes: true })),
  'POST /shop/saveMyProduct': othersRow(manufacturers(404), ({ product }) =>
    data({ id: product, revision: 0, name: 'Mine now', priceCents: 1, variants: [{ quantity: 1 }] }),
  ),
  'POST /shop/publishMyProducts': othersRow(manufacturers(404), ({ product }) => data({ ids: [product] })),
  'GET /shop/getConnectedProducts/{id}': othersRow(manufacturers(404), ({ connection }) => byId(connection)),
  'POST /shop/takeConnectedProducts': othersRow(manufacturers(404), ({ connection }) =>
    data({ connectionId: connection, externalIds: ['1'] }),
  ),
  'POST /shop/removeMyProduct': othersRow(manufacturers(404), ({ product }) => data({ id: product })),
  'GET /supplier/products': ownRow(manufacturers(200)),
  'GET /supplier/product-ids': ownRow(manufacturers(200)),
  'GET /supplier/product-counts': ownRow(manufacturers(200)),
  'GET /supplier/product-duplicates': ownRow(manufacturers(200)),
  'POST /supplier/product-duplicates/find': ownRow(manufacturers(200)),
  'POST /supplier/product-duplicates/{id}/merge': othersRow(manufacturers(404), ({ product }) => ({
    params: { id: NO_DUPLICATE },
    body: { keep: product, revisions: [0, 0] },
  })),
  'POST /supplier/product-duplicates/{id}/keep-both': othersRow(manufacturers(404), () => byId(NO_DUPLICATE)),
  'POST /supplier/product-duplicates/{id}/undo': othersRow(manufacturers(404), () => byId(NO_DUPLICATE)),
  'POST /supplier/products/{id}/variants/{variant}': othersRow(
    manufacturers(404),
    ({ product, variant }) => ({
      params: { id: product, variant },
      body: { field: 'stock', before: 500, after: 1 },
    }),
  ),
  'GET /supplier/products/{id}/changes': othersRow(manufacturers(404), ({ product }) => byId(product)),
  'POST /supplier/product-edits': othersRow(manufacturers(404), ({ product }) => ({
    body: { products: [product], change: { field: 'stock', mode: 'set', quantity: 1 } },
  })),
  'POST /supplier/product-edits/{id}/apply': othersRow(manufacturers(404), () =>
    byId(`ped_${'0'.repeat(32)}`),
  ),
  'POST /supplier/product-edits/{id}/undo': othersRow(manufacturers(404), () =>
    byId(`ped_${'0'.repeat(32)}`),
  ),
  // A picture is no file of products.
  'POST /supplier/imports': ownRow(manufacturers(400), () => ({
    query: { name: 'products.csv' },
    bytes: true,
  })),
  'GET /supplier/imports': ownRow(manufacturers(200)),
  'GET /supplier/imports/{id}': othersRow(manufacturers(404), ({ productImport }) => byId(productImport)),
  'GET /supplier/imports/{id}/items': othersRow(manufacturers(404), ({ productImport }) =>
    byId(productImport),
  ),
  'POST /supplier/imports/{id}/plan': othersRow(manufacturers(404), ({ productImport }) =>
    byId(productImport, {}),
  ),
  'POST /supplier/imports/{id}/apply': othersRow(manufacturers(404), ({ productImport }) =>
    byId(productImport, {}),
  ),
  'POST /supplier/imports/{id}/cancel': othersRow(manufacturers(404), ({ productImport }) =>
    byId(productImport, {}),
  ),
  'POST /supplier/store-imports': othersRow(manufacturers(404), ({ connection }) => ({
    body: { connectionId: connection },
  })),
  'GET /supplier/connected-stores': ownRow(manufacturers(200)),
  // Another account's product cannot follow the caller's store.
  'GET /supplier/products/{id}/store': ownRow(manufacturers(200), () => ({ params: { id: 'prd_0' } })),
  'POST /supplier/products/{id}/store': ownRow(manufacturers(404), () => ({
    params: { id: 'prd_0' },
    body: { written: ['title'] },
  })),
  'POST /supplier/connected-stores/{id}/check': othersRow(manufacturers(404), ({ connection }) =>
    byId(connection, {}),
  ),
  'POST /supplier/connected-stores/{id}/settings': othersRow(manufacturers(404), ({ connection }) =>
    byId(connection, {}),
  ),
  'POST /supplier/stock-changes/{reference}/done': ownRow(manufacturers(404), () => ({
    params: { reference: 'eff_0' },
  })),
  'GET /supplier/product-export': ownRow(manufacturers(200)),
  'GET /supplier/products/{id}': othersRow(manufacturers(404), ({ product }) => byId(product)),
  'GET /supplier/category-facts': publicRow(manufacturers(200)),
  'POST /supplier/products/{id}/archive': othersRow(manufacturers(404), ({ product }) => byId(product)),
  'POST /supplier/products/{id}/restore': othersRow(manufacturers(404), ({ product }) => byId(product)),
  'GET /supplier/price-lists': ownRow(manufacturers(200)),
  'POST /supplier/price-lists': othersRow(manufacturers(404), ({ variant }) =>
    data({
      name: 'Mine',
      vendors: null,
      percentOffBps: null,
      entries: [{ variantId: variant, amountCents: 1 }],
    }),
  ),
  'POST /supplier/price-lists/{id}/remove': othersRow(manufacturers(404), ({ product }) =>
    byId(product.replace('prd_', 'pls_')),
  ),
  'GET /supplier/wholesale-variants': ownRow(manufacturers(200)),
  'GET /supplier/wholesale-price': othersRow(manufacturers(404), ({ variant }) => ({
    query: { variantId: variant },
  })),
  'POST /shop/mailOrderLink': othersRow(anyone(200), ({ email }) => ({ body: { number: 'CB-1', email } })),
  'GET /shop/getLegalText/{name}': publicRow(anyone(200), () => ({ params: { name: 'terms' } })),
  'GET /shop/getAllProducts': publicRow(anyone(200)),
  'GET /shop/getProductsByID/{id}': publicRow(anyone(200), ({ product }) => byId(product)),
  'GET /shop/getProductsByIDs': publicRow(anyone(200), ({ product }) => ({ query: { ids: product } })),
  'POST /shop/searchProduct': publicRow(anyone(200), () => ({ body: { data: 'ring' } })),
  'POST /shop/advanceProductSearch': publicRow(anyone(200), () => data({ productName: 'ring' })),
  'GET /shop/getFacets': publicRow(anyone(200)),
  'GET /shop/getFrequentlyBoughtProduct/{id}': publicRow(anyone(200), ({ product }) => byId(product)),
  'GET /shop/getManufacturerProducts/{id}': publicRow(anyone(200), ({ store }) => byId(store)),
  'GET /shop/getStoreProducts/{id}': publicRow(anyone(200), ({ store }) => byId(store)),
  'GET /shop/getFeaturedSuppliers': publicRow(anyone(200)),
  'GET /shop/getStorefront': publicRow(anyone(200)),
  'GET /announcements': publicRow(anyone(200), () => ({ query: { audience: 'everyone' } })),
  'POST /shop/updateWishlist': ownRow(anySignedIn(200), ({ product }) => data({ productId: product })),
  'POST /shop/removeFromWishlist': ownRow(anySignedIn(200), ({ product }) => data({ productId: product })),
  'GET /shop/checkWishlist/{id}': ownRow(exceptInvalidToken(200), ({ product }) => byId(product)),
  'GET /shop/getWishlist': ownRow(anySignedIn(200)),
  'POST /shop/setWishlistEmails': ownRow(anySignedIn(404), ({ product }) =>
    data({ productId: product, priceDrop: true }),
  ),
  'GET /shop/wishlist/emails': secretRow(anyone(200), ({ wishlist }) => byLink(wishlist)),
  'POST /shop/wishlist/unsubscribe': secretRow(anyone(200), ({ wishlist }) => byLink(wishlist)),
  'GET /shop/fetchReview/{id}': publicRow(anyone(200), ({ product }) => byId(product)),
  'GET /shop/getStoreReviews/{id}': publicRow(anyone(200), ({ store }) => byId(store)),
  // With a picture that another account has uploaded.
  'POST /shop/saveReview': othersRow(exceptInvalidToken(409), ({ product, reviewPicture }) =>
    data({ productId: product, rating: 1, review: 'Dull.', pictures: [reviewPicture] }),
  ),
  'POST /shop/deleteReview': othersRow(anySignedIn(404), ({ review }) => data({ reviewId: review })),
  'POST /shop/uploadReviewPicture': ownRow(anySignedIn(200), () => data({ picture: PIXEL_GIF })),
  'POST /shop/reportReview': publicRow(exceptInvalidToken(200), ({ review }) =>
    data({ reviewId: review, reason: 'untrue' }),
  ),
  'POST /shop/saveReviewAnswer': othersRow(manufacturers(404), ({ review }) =>
    data({ reviewId: review, answer: 'Thank you.' }),
  ),
  'POST /shop/deleteReviewAnswer': othersRow(manufacturers(404), ({ review }) => data({ reviewId: review })),
  'GET /shop/getOwnReview/{id}': ownRow(anySignedIn(200), ({ product }) => byId(product)),
  'GET /shop/getOwnReviews': ownRow(anySignedIn(200)),
  'GET /shop/getReviewsDue': ownRow(anySignedIn(200)),
}

const ORDERS: Readonly<Record<string, AccessRow>> = {
  'GET /shop/getAllCountries': publicRow(anyone(200)),
  'POST /shipping/rates': publicRow(anyone(200), () => ({ body: { shipmentDetails: PARCEL } })),
  'GET /shipping/estimate/{id}': publicRow(anyone(200), ({ product }) => ({
    params: { id: product },
    query: { country: 'SG' },
  })),
  'GET /users/addresses': ownRow(anySignedIn(200)),
  'POST /users/saveAddress': othersRow(anySignedIn(404), ({ address }) => ({
    body: { id: address, address: NEW_ADDRESS },
  })),
  'POST /users/removeAddress': othersRow(anySignedIn(404), ({ address }) => ({ body: { id: address } })),
  'POST /users/setDefaultAddress': othersRow(anySignedIn(404), ({ address }) => ({ body: { id: address } })),
  'POST /shop/saveOrder': ownRow(exceptInvalidToken(200), ({ product, variant, rate }) => ({
    body: {
      ...GUEST_FORM,
      items: [{ id: product, variantId: variant, quantity: 1 }],
      selectedShippingRate: rate,
    },
  })),
  // The order id is enough to read and pay an order (CHK2-15), as guests have nothing else.
  'GET /shop/getOrderByID/{id}': secretRow(anyone(200), ({ order }) => byId(order)),
  'GET /shop/trackOrder/{id}': secretRow(anyone(200), ({ order }) => byId(order)),
  'POST /shop/getPymentURL': secretRow(anyone(200), ({ order, amount }) => ({
    body: { orderID: order, amount, paymentMethod: 'vm' },
  })),
  'GET /shop/updateOrder/{id}': secretRow(anyone(409), ({ transaction }) => byId(transaction)),
  'GET /shop/getMyOrders': ownRow(anySignedIn(200)),
  'GET /shop/getMyOrder/{id}': othersRow(anySignedIn(404), ({ order }) => byId(order)),
}

const STORES: Readonly<Record<string, AccessRow>> = {
  // Keys go to no address that is not the platform's own.
  'POST /stores/connections': ownRow(sellers(400), () => ({
    body: { platform: 'shopify', shop: 'evil.example', accessToken: 'shpat_1' },
  })),
  'GET /stores/connections': ownRow(sellers(200)),
  'GET /stores/practice-shop': ownRow(sellers(200)),
  'POST /stores/practice-shop': ownRow(sellers(200)),
  'POST /stores/connections/{id}/check': othersRow(sellers(404), ({ connection }) => byId(connection)),
  'POST /stores/connections/{id}/keys': othersRow(sellers(404), ({ connection }) => ({
    ...byId(connection),
    body: { key: 'ck_1', secret: 'cs_1' },
  })),
  'POST /stores/connections/{id}/when-removed': othersRow(vendors(404), ({ connection }) => ({
    ...byId(connection),
    body: { whenRemoved: 'unpublish' },
  })),
  'POST /stores/connections/{id}/remove': othersRow(sellers(404), ({ connection }) => byId(connection)),
  'POST /stores/connections/{id}/pull': othersRow(manufacturers(404), ({ connection }) => byId(connection)),
  'GET /stores/connections/{id}/products': othersRow(manufacturers(404), ({ connection }) =>
    byId(connection),
  ),
  'GET /stores/selection': ownRow(vendors(200)),
  // Another account’s selection is not the caller’s.
  'POST /stores/selection/change': othersRow(vendors(404), ({ product }) => ({
    body: { productId: product, retailPrice: 0.01 },
  })),
  'POST /stores/selection': ownRow(vendors(200), ({ product }) => ({
    body: { products: [{ productId: product }] },
  })),
  'POST /stores/selection/remove': ownRow(vendors(200), ({ product }) => ({
    body: { productIds: [product] },
  })),
  'POST /stores/sync': ownRow(vendors(409)),
}

/** Every endpoint with a contract, as `METHOD /path/{part}`. New endpoints add their callers here. */
export const ACCESS_TABLE: Readonly<Record<string, AccessRow>> = {
  ...ACCOUNTS,
  ...EMAIL_SETTINGS,
  ...CATALOGUE,
  ...STORE_SETTINGS,
  ...ORDERS,
  ...SUPPLIER_ORDERS,
  ...REFUNDS,
  ...CASES,
  ...LISTINGS,
  ...LEDGER_ROWS,
  ...OPERATOR_ROWS,
  ...PAYOUTS,
  ...CHAT,
  ...STORES,
  ...TEAMS,
  ...VENDOR_ORDERS,
}
