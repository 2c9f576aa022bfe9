import { type AccessRow, byId, othersRow, ownRow, vendors } from './rows.ts'

/** A manual order of a variant that does not exist. */
const MANUAL_ORDER = {
  lines: [{ variantId: 'var_nothing', quantity: 1 }],
  recipient: { firstName: '', lastName: 'Lim', line1: '10 Anson Road', city: 'Singapore', country: 'SG' },
}

/** The calls of vendors' orders and wallets. */
export const VENDOR_ORDERS: Readonly<Record<string, AccessRow>> = {
  'GET /vendor/wallet': ownRow(vendors(200)),
  'GET /vendor/wallet/entries': ownRow(vendors(200)),
  'GET /vendor/wallet/statements/{month}': ownRow(vendors(200), () => ({ params: { month: '2026-03' } })),
  'POST /vendor/wallet/settings': ownRow(vendors(200), () => ({ body: { autoPay: true, lowBalance: 50 } })),
  'POST /vendor/wallet/top-ups': ownRow(vendors(200), () => ({ body: { amount: 5, wallet: 'practice' } })),
  // The wallet has no money to withdraw.
  'POST /vendor/wallet/withdrawals': ownRow(vendors(409), () => ({
    body: { amount: 5, idempotencyKey: 'withdrawal-of-eve' },
  })),
  'GET /vendor/orders': ownRow(vendors(200)),
  'GET /vendor/orders/{id}': othersRow(vendors(404), ({ shopOrder }) => byId(shopOrder)),
  'POST /vendor/orders/pay': othersRow(vendors(404), ({ shopOrder }) => ({
    body: { orders: [shopOrder], by: 'vm' },
  })),
  'POST /vendor/orders/{id}/forward': othersRow(vendors(404), ({ shopOrder }) => byId(shopOrder, {})),
  'POST /vendor/orders/{id}/approve': othersRow(vendors(404), ({ shopOrder }) =>
    byId(shopOrder, { cost: 1 }),
  ),
  'POST /vendor/orders/{id}/reorder': othersRow(vendors(404), ({ shopOrder }) => byId(shopOrder, {})),
  'POST /vendor/orders/{id}/store-updates/{updateId}/retry': othersRow(vendors(404), ({ shopOrder }) => ({
    params: { id: shopOrder, updateId: 'eff_nothing' },
    body: {},
  })),
  'POST /vendor/orders/{id}/lines/{lineId}/match': othersRow(vendors(404), ({ shopOrder }) => ({
    params: { id: shopOrder, lineId: '1' },
    body: { variantId: 'var_nothing' },
  })),
  'POST /vendor/orders/{id}/lines/{lineId}/replace': othersRow(vendors(404), ({ shopOrder }) => ({
    params: { id: shopOrder, lineId: '1' },
    body: { variantId: 'var_nothing', replaces: null },
  })),
  'POST /vendor/orders/{id}/cancel-in-store': othersRow(vendors(404), ({ shopOrder }) =>
    byId(shopOrder, { refundCustomer: false }),
  ),
  'POST /vendor/orders/{id}/keep': othersRow(vendors(404), ({ shopOrder }) => byId(shopOrder, {})),
  'GET /vendor/order-products/{id}': ownRow(vendors(200), ({ product }) => byId(product)),
  'POST /vendor/manual-orders/quote': ownRow(vendors(400), () => ({ body: MANUAL_ORDER })),
  'POST /vendor/manual-orders': ownRow(vendors(400), () => ({
    body: { ...MANUAL_ORDER, requestId: '0193b7a2-0000-7000-8000-000000000000', total: 0 },
  })),
  'POST /vendor/manual-orders/{id}/cancel': othersRow(vendors(404), ({ shopOrder }) => byId(shopOrder)),
  'POST /vendor/parcel-brand/logo': ownRow(vendors(200), () => ({ bytes: true })),
  'POST /vendor/parcel-brand/logo/remove': ownRow(vendors(200)),
  'GET /vendor/order-export': ownRow(vendors(200)),
  'GET /vendor/figures': ownRow(vendors(200)),
  'GET /vendor/products/{id}/figures': ownRow(vendors(200), ({ product }) => byId(product)),
  'POST /vendor/payments/{id}/confirm': othersRow(vendors(404), ({ transaction }) => byId(transaction, {})),
  'POST /vendor/supplier-orders/{id}/{action}': othersRow(vendors(404), ({ part }) => ({
    params: { id: part, action: 'cancel' },
    body: {},
  })),
  'POST /vendor/supplier-orders/{id}/items/cancel': othersRow(vendors(404), ({ part }) =>
    byId(part, { items: [{ line: 1, quantity: 1 }] }),
  ),
  'POST /vendor/supplier-orders/{id}/items/keep': othersRow(vendors(404), ({ part }) => byId(part)),
  'POST /vendor/supplier-orders/{id}/practice/{action}': othersRow(vendors(404), ({ part }) => ({
    params: { id: part, action: 'accept' },
    body: {},
  })),
  'GET /vendor/forwarding-settings': ownRow(vendors(200)),
  'GET /vendor/privacy-requests': ownRow(vendors(200)),
  'GET /vendor/stores': ownRow(vendors(200)),
  'GET /vendor/privacy-requests/{id}/data': othersRow(vendors(404), () => ({
    params: { id: `prv_${'0'.repeat(32)}` },
  })),
  'GET /vendor/parcel-brand': ownRow(vendors(200)),
  'GET /vendor/parcel-brand/preview': ownRow(vendors(200)),
  'POST /vendor/parcel-brand': ownRow(vendors(200), () => ({
    body: { name: 'Eve', note: '', returnAddress: [] },
  })),
  'POST /vendor/forwarding-settings': ownRow(vendors(200), () => ({
    body: {
      wholeOrdersOnly: false,
      holdMinutes: 2,
      shipping: 'cheapest',
      maxCost: null,
      minMarginPercent: null,
    },
  })),
}
