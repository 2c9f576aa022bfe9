import {
  anyone,
  type Input,
  type AccessRow,
  statusesBy,
  byId,
  isSignedIn,
  manufacturers,
  publicRow,
  operators,
  ownRow,
  secretRow,
  othersRow,
} from './rows.ts'
import type { AccessTestData } from './access-test-data.ts'

/** The answers about another account’s order, which only its owner can request. */
const buyerStatuses = statusesBy((caller) => (isSignedIn(caller) ? 404 : 401))
const toSupplierOrderInput = ({ order, part }: AccessTestData): Input => ({
  params: { purchase: order, id: part },
  body: {},
})
const REASON = { reason: 'so it is' }
const TRACKING = { carrier: 'dhl', trackingNumber: 'JD014600003828392000' }

/** The supplier order calls of suppliers, buyers and operators. */
export const SUPPLIER_ORDERS: Readonly<Record<string, AccessRow>> = {
  'GET /supplier/orders': ownRow(manufacturers(200)),
  'GET /supplier/sales': ownRow(manufacturers(200)),
  'GET /supplier/earnings-forecast': ownRow(manufacturers(200)),
  'GET /supplier/reliability': ownRow(manufacturers(200)),
  'GET /supplier/reliability/{part}': ownRow(manufacturers(200), () => ({ params: { part: 'answers' } })),
  'GET /supplier/order-counts': ownRow(manufacturers(200)),
  'POST /supplier/orders/accept': ownRow(manufacturers(200), ({ part }) => ({
    body: { orders: [{ id: part }] },
  })),
  'POST /supplier/orders/tracking': ownRow(manufacturers(200), () => ({
    body: { csv: 'order,carrier,tracking number' },
  })),
  'POST /supplier/packing-documents': othersRow(manufacturers(404), ({ part }) => ({
    body: { orders: [part] },
  })),
  'GET /supplier/orders/{id}': othersRow(
    statusesBy((caller) =>
      caller === 'operator' ? 200 : caller === 'manufacturer' ? 404 : isSignedIn(caller) ? 403 : 401,
    ),
    ({ part }) => byId(part),
  ),
  'GET /supplier/orders/{id}/store-stock': othersRow(manufacturers(404), ({ part }) => byId(part)),
  'POST /supplier/orders/{id}/accept': othersRow(manufacturers(404), ({ part }) => byId(part, {})),
  'POST /supplier/orders/{id}/reject': othersRow(manufacturers(404), ({ part }) =>
    byId(part, { reason: 'other' }),
  ),
  'POST /supplier/orders/{id}/parcels': othersRow(manufacturers(404), ({ part }) =>
    byId(part, { ...TRACKING, idempotencyKey: 'parcel-of-eve' }),
  ),
  'POST /supplier/orders/{id}/parcels/{parcel}/trackings': othersRow(
    manufacturers(404),
    ({ part, parcel }) => ({
      params: { id: part, parcel },
      body: TRACKING,
    }),
  ),
  'POST /supplier/orders/{id}/parcels/{parcel}/trackings/correct': othersRow(
    manufacturers(404),
    ({ part, parcel }) => ({
      params: { id: part, parcel },
      body: { before: TRACKING.trackingNumber, ...TRACKING },
    }),
  ),
  'POST /supplier/orders/{id}/parcels/{parcel}/trackings/remove': othersRow(
    manufacturers(404),
    ({ part, parcel }) => ({
      params: { id: part, parcel },
      body: { trackingNumber: TRACKING.trackingNumber },
    }),
  ),
  'POST /supplier/orders/{id}/parcels/{parcel}/delivered': othersRow(
    manufacturers(404),
    ({ part, parcel }) => ({
      params: { id: part, parcel },
    }),
  ),
  'POST /supplier/orders/{id}/ready': othersRow(manufacturers(404), ({ part }) =>
    byId(part, { where: 'At the workshop', idempotencyKey: 'parcel-of-eve' }),
  ),
  'POST /supplier/orders/{id}/parcels/{parcel}/collected': othersRow(
    manufacturers(404),
    ({ part, parcel }) => ({
      params: { id: part, parcel },
      body: { code: '234567' },
    }),
  ),
  'POST /supplier/orders/{id}/labels': othersRow(manufacturers(404), ({ part }) =>
    byId(part, { idempotencyKey: 'label-of-eve' }),
  ),
  'GET /supplier/orders-to-pack': ownRow(manufacturers(200)),
  'POST /supplier/orders/{id}/packed': othersRow(manufacturers(404), ({ part }) =>
    byId(part, { isPacked: true }),
  ),
  // This marketplace sells no labels.
  'POST /supplier/labels': ownRow(manufacturers(409), ({ part }) => ({
    body: {
      batch: 'batch-of-eve',
      labels: [{ order: part, service: 'Express', quote: { currency: 'USD', amount: 1 } }],
    },
  })),
  'GET /supplier/label-batches/{batch}': ownRow(manufacturers(200), () => ({
    params: { batch: 'batch-of-eve' },
  })),
  'POST /supplier/orders/{id}/label-rates': othersRow(manufacturers(404), ({ part }) => byId(part, {})),
  'GET /supplier/orders/{id}/labels': othersRow(manufacturers(404), ({ part }) => byId(part)),
  'POST /supplier/orders/{id}/labels/{label}/refund': othersRow(manufacturers(404), ({ part, parcel }) => ({
    params: { id: part, label: parcel.replace('pcl_', 'lbl_') },
  })),
  'GET /supplier/orders/{id}/labels/{label}/file': othersRow(manufacturers(404), ({ part, parcel }) => ({
    params: { id: part, label: parcel.replace('pcl_', 'lbl_') },
  })),
  'GET /supplier/orders/{id}/packing-slip': othersRow(
    statusesBy((caller) =>
      caller === 'manufacturer' || caller === 'operator' ? 404 : isSignedIn(caller) ? 403 : 401,
    ),
    ({ part }) => byId(part),
  ),
  // The order is not paid yet.
  'GET /orders/{purchase}/invoice': secretRow(anyone(409), ({ order }) => ({ params: { purchase: order } })),
  'GET /orders/{purchase}/credit-notes/{number}': secretRow(anyone(404), ({ order }) => ({
    params: { purchase: order, number: 'CN-2026-000001' },
  })),
  'GET /credit-notes/{month}': publicRow(operators(200), () => ({ params: { month: '2026-03' } })),
  'GET /invoices/{month}': publicRow(operators(200), () => ({ params: { month: '2026-03' } })),
  'POST /supplier/orders/{id}/cancel': othersRow(manufacturers(404), ({ part }) => byId(part, REASON)),
  'POST /supplier/orders/{id}/changes/{change}/{answer}': othersRow(manufacturers(404), ({ part }) => ({
    params: { id: part, change: 'chg_nothing', answer: 'accept' },
    body: {},
  })),
  'POST /supplier/orders/{id}/keep': othersRow(manufacturers(404), ({ part }) => byId(part, REASON)),
  // The order is unpaid, so it cannot be moved manually.
  'POST /supplier/orders/{id}/move': publicRow(operators(409), ({ part }) =>
    byId(part, { ...REASON, event: 'complete' }),
  ),
  'GET /supplier/order-settings': ownRow(manufacturers(200)),
  'POST /supplier/order-settings': ownRow(manufacturers(200), () => ({ body: { autoAccept: true } })),
  'POST /orders/{purchase}/supplier-orders/{id}/cancel': secretRow(buyerStatuses, toSupplierOrderInput),
  'POST /orders/{purchase}/supplier-orders/{id}/keep': secretRow(buyerStatuses, toSupplierOrderInput),
  'POST /orders/{purchase}/supplier-orders/{id}/received': secretRow(buyerStatuses, toSupplierOrderInput),
}

/** An operator's record of an unknown payment at a provider. */
const DISPUTE_BODY = { provider: 'sandbox', receipt: 'of eve', currency: 'USD', amount: 100 }

const REFUND_BODY = { idempotencyKey: 'refund-of-eve', ...REASON, what: { of: 'all' } }

/** Giving money back. */
export const REFUNDS: Readonly<Record<string, AccessRow>> = {
  // Nothing was paid for the order yet.
  'POST /supplier/orders/{id}/refunds': publicRow(
    statusesBy((caller) =>
      caller === 'operator' ? 409 : caller === 'manufacturer' ? 404 : isSignedIn(caller) ? 403 : 401,
    ),
    ({ part }) => byId(part, REFUND_BODY),
  ),
  'GET /supplier/orders/{id}/refunds': othersRow(
    statusesBy((caller) =>
      caller === 'operator' ? 200 : caller === 'manufacturer' ? 404 : isSignedIn(caller) ? 403 : 401,
    ),
    ({ part }) => byId(part),
  ),
  'GET /refunds': publicRow(operators(200)),
  'GET /chargebacks': publicRow(operators(200)),
  'POST /chargebacks': publicRow(operators(404), () => ({
    body: { ...DISPUTE_BODY, dispute: 'dp_eve', state: 'open', fee: 0, reason: 'fraudulent' },
  })),
  'POST /refunds/made-at-provider': publicRow(operators(404), () => ({
    body: { ...DISPUTE_BODY, refund: 're_eve', state: 'succeeded' },
  })),
  'GET /refunds/methods': publicRow(
    statusesBy((caller) =>
      caller === 'operator' || caller === 'manufacturer' ? 200 : isSignedIn(caller) ? 403 : 401,
    ),
  ),
  'POST /refunds/{id}/paid': publicRow(operators(404), () =>
    byId('rfd_0', { how: 'bank_transfer', reference: 'of eve' }),
  ),
  'POST /refunds/{id}/ask-again': publicRow(operators(404), () => byId('rfd_0', {})),
  'GET /unapplied': publicRow(operators(200)),
  'POST /unapplied/{receipt}/give-back': publicRow(operators(404), () => ({
    params: { receipt: '999999' },
    body: REASON,
  })),
  'POST /unapplied/{receipt}/match': publicRow(operators(404), ({ order }) => ({
    params: { receipt: '999999' },
    body: { purchase: order },
  })),
}

/** The calls of the ledger. */
export const LEDGER_ROWS: Readonly<Record<string, AccessRow>> = {
  'GET /ledger/invariants': publicRow(operators(200)),
  'GET /ledger/balances': publicRow(operators(200)),
  'GET /ledger/balances/{account}': publicRow(operators(200), () => ({
    params: { account: 'vendor_wallet' },
  })),
  'GET /ledger/explain/{account}': publicRow(operators(200), () => ({
    params: { account: 'vendor_wallet' },
  })),
}

const ownerOrOperatorStatuses = statusesBy((caller) =>
  caller === 'operator' || caller === 'manufacturer' ? 404 : isSignedIn(caller) ? 403 : 401,
)
const ACCOUNT = { holder: 'Eve', country: 'DE', iban: 'DE89370400440532013000', password: 'x' }
const PAYOUT_DAY = { payOn: '2099-01-05' }
const CARRIER_BILL = {
  provider: 'easypost',
  reference: 'INV-OF-EVE',
  paidOn: '2026-03-01',
  currency: 'USD',
  amount: 500,
  parts: [{ carrier: 'account', amount: 500 }],
}

/** No payout exists here; the tests of payouts check their owners. */
/** Paying suppliers, and holding providers to their word. */
export const PAYOUTS: Readonly<Record<string, AccessRow>> = {
  'POST /settlement-reports/{provider}': publicRow(operators(400), () => ({
    params: { provider: 'stripe' },
    query: { from: '2026-03-01T00:00:00Z', to: '2026-03-02T00:00:00Z' },
    bytes: true,
  })),
  'GET /settlement-reports': publicRow(operators(200)),
  'GET /settlement-discrepancies': publicRow(operators(200)),
  'POST /settlement-discrepancies/{id}/resolve': publicRow(operators(404), () =>
    byId('std_0', { note: 'x' }),
  ),
  'POST /carrier-payments': publicRow(operators(200), () => ({ body: CARRIER_BILL })),
  'POST /carrier-payments/{id}/reverse': publicRow(operators(404), () => byId('cpy_0', REASON)),
  'GET /carrier-payments': publicRow(operators(200)),
  'GET /carrier-statement': publicRow(operators(200)),
  'GET /commission-rules': publicRow(operators(200)),
  'POST /commission-rules': publicRow(operators(404), () => ({ body: { supplier: 'sup_0', percent: 5 } })),
  'POST /commission-rules/preview': publicRow(operators(200), () => ({ body: { percent: 5 } })),
  'GET /commission-rate': publicRow(operators(200)),
  'GET /supplier/payout-account': ownRow(manufacturers(200)),
  // They have no password.
  'POST /supplier/payout-account': ownRow(manufacturers(409), () => ({ body: ACCOUNT })),
  'GET /supplier/payouts': ownRow(manufacturers(200)),
  'GET /supplier/documents': ownRow(manufacturers(200)),
  // It is another store's.
  'GET /supplier/credit-notes/{number}': othersRow(manufacturers(404), () => ({
    params: { number: 'CN-2026-000001' },
  })),
  'GET /supplier/balances/{balance}': ownRow(manufacturers(200), () => ({ params: { balance: 'owed' } })),
  'GET /payouts': publicRow(operators(200)),
  'GET /payouts/{id}': publicRow(ownerOrOperatorStatuses, () => byId('po_0')),
  'GET /payouts/{id}/statement': publicRow(ownerOrOperatorStatuses, () => byId('po_0')),
  'GET /payout-stops': publicRow(operators(200)),
  'POST /payout-stops': publicRow(operators(404), () => ({ body: { supplier: 'sup_0', reason: 'x' } })),
  'POST /payout-stops/{supplier}/end': publicRow(operators(404), () => ({
    params: { supplier: 'sup_0' },
    body: { reason: 'x' },
  })),
  'POST /payouts/sweep': publicRow(operators(200)),
  'POST /payouts/{id}/mark': publicRow(operators(404), () => byId('po_0', { event: 'send' })),
  'GET /payout-files': publicRow(operators(200)),
  'POST /payout-files': publicRow(operators(409), () => ({ body: PAYOUT_DAY })),
  'GET /payout-files/{id}/{format}': publicRow(operators(404), () => ({
    params: { id: `pf_${'0'.repeat(32)}`, format: 'csv' },
  })),
  'POST /payout-files/{id}/mark': publicRow(operators(404), () => byId('pf_0', { event: 'send' })),
  'GET /payout-accounts/{supplier}': publicRow(operators(404), () => ({ params: { supplier: 'sup_0' } })),
  'POST /payout-accounts/stripe': publicRow(operators(409), ({ store }) => ({
    body: { supplier: store, account: 'acct_1', holder: 'Eve', country: 'SG', password: 'x' },
  })),
}
