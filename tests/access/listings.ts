import { type AccessRow, byId, othersRow, ownRow, vendors } from './rows.ts'

const RULES = { rules: [], rates: [] }

const NO_LIST = `pdl_${'0'.repeat(32)}`

/** Vendors' price rules, listings and plans of publishing. */
export const LISTINGS: Readonly<Record<string, AccessRow>> = {
  'GET /vendor/pricing': ownRow(vendors(200)),
  'POST /vendor/pricing': ownRow(vendors(200), () => ({ body: { ...RULES, version: 0 } })),
  'POST /vendor/pricing/preview': ownRow(vendors(200), () => ({ body: RULES })),
  'GET /vendor/product-lists': ownRow(vendors(200)),
  'POST /vendor/product-lists': ownRow(vendors(200), () => ({ body: { name: 'A list' } })),
  'POST /vendor/product-lists/{id}/remove': othersRow(vendors(404), () => byId(NO_LIST)),
  'GET /vendor/product-lists/{id}/products': othersRow(vendors(404), () => byId(NO_LIST)),
  'POST /vendor/product-lists/{id}/products': othersRow(vendors(404), ({ product }) =>
    byId(NO_LIST, { productIds: [product], isOnList: true }),
  ),
  'POST /vendor/product-tags': ownRow(vendors(200), ({ product }) => ({
    body: { productIds: [product], tag: 'gift', isSet: true },
  })),
  'GET /vendor/listings': ownRow(vendors(200)),
  'GET /vendor/listing-counts': ownRow(vendors(200)),
  'GET /vendor/listing-export': ownRow(vendors(200)),
  'GET /vendor/products/{id}/costs': ownRow(vendors(200), ({ product }) => ({
    params: { id: product },
    query: { country: 'SG' },
  })),
  'POST /vendor/listings/update': othersRow(vendors(404), ({ connection, product }) => ({
    body: { storeId: connection, productIds: [product] },
  })),
  'POST /vendor/listings/on-sale': othersRow(vendors(404), ({ connection, product }) => ({
    body: { storeId: connection, productIds: [product], isOnSale: false },
  })),
  'GET /vendor/listings/{storeId}/{productId}/variants': othersRow(
    vendors(404),
    ({ connection, product }) => ({ params: { storeId: connection, productId: product } }),
  ),
  'POST /vendor/listings/{storeId}/{productId}/variants/repair': othersRow(
    vendors(404),
    ({ connection, product }) => ({
      params: { storeId: connection, productId: product },
      body: { repairId: 'restore', fingerprint: '0' },
    }),
  ),
  'GET /vendor/cost-alerts': ownRow(vendors(200)),
  'POST /vendor/cost-alerts/decide': othersRow(vendors(409), () => ({
    body: { supplierId: `sup_${'0'.repeat(32)}`, fingerprint: '0'.repeat(64), decision: 'keep_price' },
  })),
  'POST /vendor/cost-decisions/{id}/undo': othersRow(vendors(404), () => ({
    params: { id: `cdn_${'0'.repeat(32)}` },
  })),
  'POST /vendor/listings/cost-alerts': othersRow(vendors(404), ({ connection, product }) => ({
    body: { storeId: connection, productIds: [product], decision: 'keep_price' },
  })),
  'GET /vendor/publish-plans': ownRow(vendors(200)),
  'POST /vendor/publish-plans': othersRow(vendors(404), ({ connection }) => ({
    body: { storeId: connection },
  })),
  'GET /vendor/publish-plans/{id}': othersRow(vendors(404), ({ publishPlan }) => byId(publishPlan)),
  'GET /vendor/publish-plans/{id}/items': othersRow(vendors(404), ({ publishPlan }) => byId(publishPlan)),
  'POST /vendor/publish-plans/{id}/apply': othersRow(vendors(404), ({ publishPlan }) => byId(publishPlan)),
  'POST /vendor/publish-plans/{id}/cancel': othersRow(vendors(404), ({ publishPlan }) => byId(publishPlan)),
  'POST /vendor/publish-plans/{id}/undo': othersRow(vendors(404), ({ publishPlan }) => byId(publishPlan)),
}
