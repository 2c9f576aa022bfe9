import { type AccessRow, anyone, statusesBy, byId, isSignedIn, publicRow, ownRow, secretRow } from './rows.ts'

/** The answers about another account’s order, which only its owner can request. */
const buyerStatuses = statusesBy((caller) => (isSignedIn(caller) ? 404 : 401))
const NO_CASE = 'cas_0'
const MESSAGE = { action: 'message', text: 'Hello.' }
const memberStatuses = statusesBy((caller) =>
  caller === 'operator' || caller === 'manufacturer' ? 404 : isSignedIn(caller) ? 403 : 401,
)

const RATE = { service: 'Economy', currency: 'USD', amount: 500 }
const supplierStatuses = statusesBy((caller) =>
  caller === 'manufacturer' ? 404 : isSignedIn(caller) ? 403 : 401,
)

/** The case calls of buyers, suppliers and operators. */
export const CASES: Readonly<Record<string, AccessRow>> = {
  'POST /orders/{purchase}/supplier-orders/{id}/cases': secretRow(buyerStatuses, ({ order, part }) => ({
    params: { purchase: order, id: part },
    body: { kind: 'damaged', reason: 'broken', text: 'It is broken, says Eve.' },
  })),
  'POST /orders/{purchase}/supplier-orders/{id}/withdraw': secretRow(buyerStatuses, ({ order, part }) => ({
    params: { purchase: order, id: part },
    body: {},
  })),
  'GET /orders/{purchase}/cases': secretRow(buyerStatuses, ({ order }) => ({ params: { purchase: order } })),
  'GET /orders/{purchase}/cases/{id}/entries': secretRow(buyerStatuses, ({ order }) => ({
    params: { purchase: order, id: NO_CASE },
  })),
  'POST /orders/{purchase}/cases/{id}/act': secretRow(buyerStatuses, ({ order }) => ({
    params: { purchase: order, id: NO_CASE },
    body: MESSAGE,
  })),
  'POST /orders/{purchase}/cases/{id}/pictures': secretRow(buyerStatuses, ({ order }) => ({
    params: { purchase: order, id: NO_CASE },
    bytes: true,
  })),
  'POST /orders/{purchase}/cases/{id}/return-label-rate': secretRow(buyerStatuses, ({ order }) => ({
    params: { purchase: order, id: NO_CASE },
    body: {},
  })),
  'POST /orders/{purchase}/cases/{id}/return-label': secretRow(buyerStatuses, ({ order }) => ({
    params: { purchase: order, id: NO_CASE },
    body: { rate: RATE },
  })),
  'GET /orders/{purchase}/cases/{id}/return-label': secretRow(buyerStatuses, ({ order }) => ({
    params: { purchase: order, id: NO_CASE },
  })),
  'POST /cases/{id}/return-label-rate': publicRow(supplierStatuses, () => byId(NO_CASE, {})),
  'POST /cases/{id}/return-label': publicRow(supplierStatuses, () => byId(NO_CASE, { rate: RATE })),
  'GET /cases/{id}/return-label': publicRow(memberStatuses, () => byId(NO_CASE)),
  'GET /cases': ownRow(
    statusesBy((caller) =>
      caller === 'operator' || caller === 'manufacturer' ? 200 : isSignedIn(caller) ? 403 : 401,
    ),
  ),
  'GET /cases/{id}': publicRow(memberStatuses, () => byId(NO_CASE)),
  'GET /cases/{id}/entries': publicRow(memberStatuses, () => byId(NO_CASE)),
  'POST /cases/{id}/act': publicRow(memberStatuses, () => byId(NO_CASE, MESSAGE)),
  'POST /cases/{id}/pictures': publicRow(memberStatuses, () => ({ params: { id: NO_CASE }, bytes: true })),
  'GET /case-pictures/{id}/{width}': publicRow(anyone(404), () => ({
    params: { id: 'csp_0', width: '480' },
  })),
}
