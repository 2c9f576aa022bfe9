import { type AccessRow, manufacturers, operators, othersRow, ownRow, publicRow } from './rows.ts'

/** The calls of suppliers' store settings and verification. */
export const STORE_SETTINGS: Readonly<Record<string, AccessRow>> = {
  'GET /supplier/activity': ownRow(manufacturers(200)),
  'GET /supplier/activity/file': ownRow(manufacturers(200)),
  'GET /supplier/shipping-rules': ownRow(manufacturers(200)),
  // Of a warehouse that is not theirs.
  'POST /supplier/shipping-rules': ownRow(manufacturers(404), () => ({
    body: { warehouse: 'Somebody else’s', revision: 0, zones: [] },
  })),
  'GET /supplier/warehouses': ownRow(manufacturers(200)),
  'POST /supplier/warehouses': ownRow(manufacturers(400), () => ({
    body: { name: 'Second', country: 'XX' },
  })),
  // The warehouses are another store's.
  'POST /supplier/warehouses/{warehouse}': othersRow(manufacturers(404), () => ({
    params: { warehouse: '999999' },
    body: { name: 'Second', country: 'SG' },
  })),
  'POST /supplier/warehouses/{warehouse}/archive': othersRow(manufacturers(404), () => ({
    params: { warehouse: '999999' },
    body: { moveTo: 999_999 },
  })),
  'POST /supplier/warehouses/{warehouse}/restore': othersRow(manufacturers(404), () => ({
    params: { warehouse: '999999' },
    body: {},
  })),
  'POST /supplier/warehouses/{warehouse}/products': othersRow(manufacturers(404), ({ product }) => ({
    params: { warehouse: '999999' },
    body: { products: [product] },
  })),
  'GET /supplier/warehouse-addresses': ownRow(manufacturers(200)),
  // The warehouse is another store's.
  'POST /supplier/warehouse-addresses/{warehouse}/{purpose}': othersRow(manufacturers(404), () => ({
    params: { warehouse: '999999', purpose: 'sender' },
    body: { address: null },
  })),
  'POST /supplier/return-policy': ownRow(manufacturers(200), () => ({ body: { paidBy: 'supplier' } })),
  'GET /supplier/verification': ownRow(manufacturers(200)),
  'GET /supplier/handling': ownRow(manufacturers(200)),
  // The warehouse is another store's.
  'POST /supplier/handling/{warehouse}': othersRow(manufacturers(404), () => ({
    params: { warehouse: '999999' },
    body: { leadDays: 1, cutOff: null, timeZone: 'UTC', workingDays: [1] },
  })),
  'POST /supplier/holiday': ownRow(manufacturers(400), () => ({
    body: { from: '2020-01-01', to: '2020-01-02', mode: 'later', message: '', timeZone: 'UTC' },
  })),
  'POST /supplier/holiday/end': ownRow(manufacturers(200), () => ({ body: {} })),
  'POST /supplier/verification/{item}': ownRow(manufacturers(200), () => ({
    params: { item: 'company' },
    body: { statement: 'Eve Ltd, 1', isCorrect: true },
  })),
  'GET /store-verification/{supplier}': publicRow(operators(200), ({ store }) => ({
    params: { supplier: store },
  })),
  // Nothing was stated yet.
  'POST /store-verification/{supplier}/{item}': publicRow(operators(409), ({ store }) => ({
    params: { supplier: store, item: 'company' },
    body: { decision: 'approved', version: 1 },
  })),
  // Nothing was stated yet that it could prove.
  'POST /supplier/verification/{item}/documents': ownRow(manufacturers(409), () => ({
    params: { item: 'identity' },
    query: { name: 'passport.jpg' },
    bytes: true,
  })),
  // The document is another store's.
  'GET /verification-documents/{id}': othersRow({ ...manufacturers(404), operator: 404 }, () => ({
    params: { id: 'vdc_0' },
  })),
  'POST /verification-documents/{id}/remove': othersRow(manufacturers(404), () => ({
    params: { id: 'vdc_0' },
    body: {},
  })),
}
