import type { CaseData } from '#features/sales/cases/contract.ts'
import { fireCaseTimers } from '#features/sales/cases/timers/fire-timers.ts'
import { sendPendingEmails } from '#features/sales/cases/messages/notify-messages.ts'
import { createRefundRequester } from '#features/money/refunds/service.ts'
import { createLog } from '#platform/log.ts'
import { createSession } from '../shop/accounts.ts'
import { asOperator } from './refunds.ts'
import type { ApiResponse, TestShop } from '../shop/shop.ts'
import type { CreatedOrder } from './supplier-orders.ts'

/** A complaint as a guest makes it. */
const COMPLAINT = { kind: 'damaged', reason: 'broken', text: 'The clasp is broken off.' }

/** Opens a guest's complaint about an order. */
export function openComplaint(
  { shop, purchaseId, id }: CreatedOrder,
  overrides: object = {},
): Promise<ApiResponse> {
  return shop.post(`/orders/${purchaseId}/supplier-orders/${id}/cases`, { ...COMPLAINT, ...overrides })
}

/** Returns the case of a response; throws where it was refused. */
export function parseCase({ body, text }: ApiResponse): CaseData {
  const caseData: unknown = Reflect.get(Object(body), 'case')
  if (!caseData) throw new Error(`no case was answered: ${text}`)
  // The server answers by its contract.
  return caseData as CaseData
}

/** Creates a guest's case about an order. */
export async function createCase(created: CreatedOrder, overrides: object = {}): Promise<CaseData> {
  return parseCase(await openComplaint(created, overrides))
}

/** Performs a guest's action in a case. */
export function actAsBuyer(
  { shop, purchaseId }: CreatedOrder,
  id: string,
  caseAction: object,
): Promise<ApiResponse> {
  return shop.post(`/orders/${purchaseId}/cases/${id}/act`, caseAction)
}

/** Performs a case action of a supplier with a new sign-in. */
export async function actAsSupplier(
  created: CreatedOrder,
  id: string,
  caseAction: object,
): Promise<ApiResponse> {
  return created.shop.post(`/cases/${id}/act`, caseAction, await getOwnerHeaders(created))
}

/** Returns the headers of the supplier's calls. */
export async function getOwnerHeaders({ shop, owner }: CreatedOrder): Promise<{ authorization: string }> {
  return (await createSession(shop.db, owner.id, shop.now())).headers
}

/** Performs an operator's action in a case. */
export function actAsOperator({ shop }: CreatedOrder, id: string, caseAction: object): Promise<ApiResponse> {
  return asOperator(shop, `/cases/${id}/act`, caseAction)
}

/** Returns the case as an operator reads it. */
export async function readCase({ shop }: CreatedOrder, id: string): Promise<CaseData> {
  return parseCase(await asOperator(shop, `/cases/${id}`))
}

/** Runs the due timers of cases, and the emails and refunds that follow. */
export async function runCaseTimers(shop: TestShop): Promise<number> {
  const { enqueue } = shop.app.jobs
  const caseDeps = { enqueue, refund: createRefundRequester(enqueue) }
  const fired = await fireCaseTimers(shop.db, { deps: caseDeps, now: shop.now(), log: createLog('silent') })
  await sendPendingEmails(shop.db, { now: shop.now(), enqueue })
  await shop.work()
  return fired
}
