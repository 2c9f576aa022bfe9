import {
  all,
  type Input,
  type Row,
  answersOf,
  at,
  isSignedIn,
  manufacturers,
  open,
  operators,
  own,
  secret,
  theirs,
} from './rows.ts'
import type { Things } from './things.ts'

/** An account's order has to be asked about by its owner. */
const buyers = answersOf((caller) => (isSignedIn(caller) ? 404 : 401))
const partOf = ({ order, part }: Things): Input => ({ params: { purchase: order, id: part }, body: {} })
const REASON = { reason: 'so it is' }
const TRACKING = { carrier: 'dhl', trackingNumber: 'JD014600003828392000' }

/** What suppliers, buyers and operators do with supplier orders. */
export const SUPPLIER_ORDERS: Readonly<Record<string, Row>> = {
  'GET /supplier/orders': own(manufacturers(200)),
  'GET /supplier/orders/{id}': theirs(
    answersOf((caller) =>
      caller === 'operator' ? 200 : caller === 'manufacturer' ? 404 : isSignedIn(caller) ? 403 : 401,
    ),
    ({ part }) => at(part),
  ),
  'POST /supplier/orders/{id}/accept': theirs(manufacturers(404), ({ part }) => at(part, {})),
  'POST /supplier/orders/{id}/reject': theirs(manufacturers(404), ({ part }) =>
    at(part, { reason: 'other' }),
  ),
  'POST /supplier/orders/{id}/parcels': theirs(manufacturers(404), ({ part }) =>
    at(part, { ...TRACKING, idempotencyKey: 'parcel-of-eve' }),
  ),
  'POST /supplier/orders/{id}/parcels/{parcel}/trackings': theirs(manufacturers(404), ({ part, parcel }) => ({
    params: { id: part, parcel },
    body: TRACKING,
  })),
  'POST /supplier/orders/{id}/parcels/{parcel}/delivered': theirs(manufacturers(404), ({ part, parcel }) => ({
    params: { id: part, parcel },
  })),
  'POST /supplier/orders/{id}/ready': theirs(manufacturers(404), ({ part }) =>
    at(part, { where: 'At the workshop', idempotencyKey: 'parcel-of-eve' }),
  ),
  'POST /supplier/orders/{id}/parcels/{parcel}/collected': theirs(manufacturers(404), ({ part, parcel }) => ({
    params: { id: part, parcel },
    body: { code: '234567' },
  })),
  'POST /supplier/orders/{id}/labels': theirs(manufacturers(404), ({ part }) =>
    at(part, { idempotencyKey: 'label-of-eve' }),
  ),
  'GET /supplier/orders/{id}/labels': theirs(manufacturers(404), ({ part }) => at(part)),
  'GET /supplier/orders/{id}/labels/{label}/file': theirs(manufacturers(404), ({ part, parcel }) => ({
    params: { id: part, label: parcel.replace('pcl_', 'lbl_') },
  })),
  'GET /supplier/orders/{id}/packing-slip': theirs(
    answersOf((caller) =>
      caller === 'manufacturer' || caller === 'operator' ? 404 : isSignedIn(caller) ? 403 : 401,
    ),
    ({ part }) => at(part),
  ),
  // The order is not paid yet.
  'GET /orders/{purchase}/invoice': secret(all(409), ({ order }) => ({ params: { purchase: order } })),
  'GET /orders/{purchase}/credit-notes/{number}': secret(all(404), ({ order }) => ({
    params: { purchase: order, number: 'CN-2026-000001' },
  })),
  'GET /credit-notes/{month}': open(operators(200), () => ({ params: { month: '2026-03' } })),
  'GET /invoices/{month}': open(operators(200), () => ({ params: { month: '2026-03' } })),
  'POST /supplier/orders/{id}/cancel': theirs(manufacturers(404), ({ part }) => at(part, REASON)),
  'POST /supplier/orders/{id}/keep': theirs(manufacturers(404), ({ part }) => at(part, REASON)),
  // The order is not paid yet: nobody moves it by hand.
  'POST /supplier/orders/{id}/move': open(operators(409), ({ part }) =>
    at(part, { ...REASON, event: 'complete' }),
  ),
  'GET /supplier/order-settings': own(manufacturers(200)),
  'POST /supplier/order-settings': own(manufacturers(200), () => ({ body: { autoAccept: true } })),
  'POST /orders/{purchase}/parts/{id}/cancel': secret(buyers, partOf),
  'POST /orders/{purchase}/parts/{id}/keep': secret(buyers, partOf),
  'POST /orders/{purchase}/parts/{id}/received': secret(buyers, partOf),
}

/** What operators tell of money at a provider that nobody knows. */
const TOLD = { provider: 'sandbox', receipt: 'of eve', currency: 'USD', amount: 100 }

const UNSENT = { idempotencyKey: 'refund-of-eve', ...REASON, what: { of: 'all' } }

/** Giving money back. */
export const REFUNDS: Readonly<Record<string, Row>> = {
  // Nothing was paid for the order yet.
  'POST /supplier/orders/{id}/refunds': open(
    answersOf((caller) =>
      caller === 'operator' ? 409 : caller === 'manufacturer' ? 404 : isSignedIn(caller) ? 403 : 401,
    ),
    ({ part }) => at(part, UNSENT),
  ),
  'GET /supplier/orders/{id}/refunds': theirs(
    answersOf((caller) =>
      caller === 'operator' ? 200 : caller === 'manufacturer' ? 404 : isSignedIn(caller) ? 403 : 401,
    ),
    ({ part }) => at(part),
  ),
  'GET /refunds': open(operators(200)),
  'GET /chargebacks': open(operators(200)),
  'POST /chargebacks': open(operators(404), () => ({
    body: { ...TOLD, dispute: 'dp_eve', state: 'open', fee: 0, reason: 'fraudulent' },
  })),
  'POST /refunds/made-at-provider': open(operators(404), () => ({
    body: { ...TOLD, refund: 're_eve', state: 'succeeded' },
  })),
  'GET /refunds/methods': open(
    answersOf((caller) =>
      caller === 'operator' || caller === 'manufacturer' ? 200 : isSignedIn(caller) ? 403 : 401,
    ),
  ),
  'POST /refunds/{id}/paid': open(operators(404), () =>
    at('rfd_0', { how: 'bank_transfer', reference: 'of eve' }),
  ),
  'POST /refunds/{id}/ask-again': open(operators(404), () => at('rfd_0', {})),
  'GET /unapplied': open(operators(200)),
  'POST /unapplied/{receipt}/give-back': open(operators(404), () => ({
    params: { receipt: '999999' },
    body: REASON,
  })),
  'POST /unapplied/{receipt}/match': open(operators(404), ({ order }) => ({
    params: { receipt: '999999' },
    body: { purchase: order },
  })),
}

/** The books. */
export const BOOKS: Readonly<Record<string, Row>> = {
  'GET /ledger/invariants': open(operators(200)),
  'GET /ledger/balances': open(operators(200)),
  'GET /ledger/balances/{account}': open(operators(200), () => ({ params: { account: 'vendor_wallet' } })),
  'GET /ledger/explain/{account}': open(operators(200), () => ({ params: { account: 'vendor_wallet' } })),
}

const mineOrAll = answersOf((caller) =>
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

/** No payout was made: whose it would be is looked at where payouts are tested. */
/** Paying suppliers, and holding providers to their word. */
export const PAYOUTS: Readonly<Record<string, Row>> = {
  'POST /settlement-reports/{provider}': open(operators(400), () => ({
    params: { provider: 'stripe' },
    query: { from: '2026-03-01T00:00:00Z', to: '2026-03-02T00:00:00Z' },
    bytes: true,
  })),
  'GET /settlement-reports': open(operators(200)),
  'GET /settlement-doubts': open(operators(200)),
  'POST /settlement-doubts/{id}/resolve': open(operators(404), () => at('std_0', { note: 'x' })),
  'POST /carrier-payments': open(operators(200), () => ({ body: CARRIER_BILL })),
  'POST /carrier-payments/{id}/reverse': open(operators(404), () => at('cpy_0', REASON)),
  'GET /carrier-payments': open(operators(200)),
  'GET /carrier-statement': open(operators(200)),
  'GET /commission-rules': open(operators(200)),
  'POST /commission-rules': open(operators(404), () => ({ body: { supplier: 'sup_0', percent: 5 } })),
  'GET /commission-rate': open(operators(200)),
  'GET /supplier/payout-account': own(manufacturers(200)),
  // They have no password.
  'POST /supplier/payout-account': own(manufacturers(409), () => ({ body: ACCOUNT })),
  'GET /supplier/payouts': own(manufacturers(200)),
  'GET /supplier/balances/{balance}': own(manufacturers(200), () => ({ params: { balance: 'owed' } })),
  'GET /payouts': open(operators(200)),
  'GET /payouts/{id}': open(mineOrAll, () => at('po_0')),
  'GET /payouts/{id}/statement': open(mineOrAll, () => at('po_0')),
  'GET /payout-stops': open(operators(200)),
  'POST /payout-stops': open(operators(404), () => ({ body: { supplier: 'sup_0', reason: 'x' } })),
  'POST /payout-stops/{supplier}/end': open(operators(404), () => ({
    params: { supplier: 'sup_0' },
    body: { reason: 'x' },
  })),
  'POST /payouts/sweep': open(operators(200)),
  'POST /payouts/{id}/mark': open(operators(404), () => at('po_0', { event: 'send' })),
  'GET /payout-files': open(operators(200)),
  'POST /payout-files': open(operators(409), () => ({ body: PAYOUT_DAY })),
  'GET /payout-files/{id}/{format}': open(operators(404), () => ({
    params: { id: `pf_${'0'.repeat(32)}`, format: 'csv' },
  })),
  'POST /payout-files/{id}/mark': open(operators(404), () => at('pf_0', { event: 'send' })),
  'POST /payout-accounts/stripe': open(operators(409), ({ store }) => ({
    body: { supplier: store, account: 'acct_1', holder: 'Eve', country: 'SG', password: 'x' },
  })),
}
