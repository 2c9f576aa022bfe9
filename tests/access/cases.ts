import { type Row, all, answersOf, at, isSignedIn, open, own, secret } from './rows.ts'

/** An account's order has to be asked about by its owner. */
const buyers = answersOf((caller) => (isSignedIn(caller) ? 404 : 401))
const NO_CASE = 'cas_0'
const SAID = { action: 'message', text: 'Hello.' }
const members = answersOf((caller) =>
  caller === 'operator' || caller === 'manufacturer' ? 404 : isSignedIn(caller) ? 403 : 401,
)

/** What buyers, suppliers and operators do in cases. */
export const CASES: Readonly<Record<string, Row>> = {
  'POST /orders/{purchase}/parts/{id}/cases': secret(buyers, ({ order, part }) => ({
    params: { purchase: order, id: part },
    body: { kind: 'damaged', reason: 'broken', text: 'It is broken, says Eve.' },
  })),
  'GET /orders/{purchase}/cases': secret(buyers, ({ order }) => ({ params: { purchase: order } })),
  'GET /orders/{purchase}/cases/{id}/entries': secret(buyers, ({ order }) => ({
    params: { purchase: order, id: NO_CASE },
  })),
  'POST /orders/{purchase}/cases/{id}/act': secret(buyers, ({ order }) => ({
    params: { purchase: order, id: NO_CASE },
    body: SAID,
  })),
  'POST /orders/{purchase}/cases/{id}/pictures': secret(buyers, ({ order }) => ({
    params: { purchase: order, id: NO_CASE },
    bytes: true,
  })),
  'GET /cases': own(
    answersOf((caller) =>
      caller === 'operator' || caller === 'manufacturer' ? 200 : isSignedIn(caller) ? 403 : 401,
    ),
  ),
  'GET /cases/{id}': open(members, () => at(NO_CASE)),
  'GET /cases/{id}/entries': open(members, () => at(NO_CASE)),
  'POST /cases/{id}/act': open(members, () => at(NO_CASE, SAID)),
  'POST /cases/{id}/pictures': open(members, () => ({ params: { id: NO_CASE }, bytes: true })),
  'GET /case-pictures/{id}/{width}': open(all(404), () => ({ params: { id: 'csp_0', width: '480' } })),
}
