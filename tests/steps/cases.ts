import type { CaseData } from '#features/sales/cases/contract.ts'
import { fireCaseTimers } from '#features/sales/cases/timers/fire-timers.ts'
import { sendPendingEmails } from '#features/sales/cases/messages/notify-messages.ts'
import { createRefundRequester } from '#features/money/refunds/service.ts'
import { createLog } from '#platform/log.ts'
import { signedInAnew } from '../shop/people.ts'
import { asOperator } from './refunds.ts'
import type { Answer, TestShop } from '../shop/shop.ts'
import type { MadeOrder } from './supplier-orders.ts'

/** A complaint as a guest makes it. */
const COMPLAINT = { kind: 'damaged', reason: 'broken', text: 'The clasp is broken off.' }

/** A guest complains about an order. */
export function complain({ shop, purchaseId, id }: MadeOrder, more: object = {}): Promise<Answer> {
  return shop.post(`/orders/${purchaseId}/parts/${id}/cases`, { ...COMPLAINT, ...more })
}

/** The case of an answer; throws where it was refused. */
export function caseIn({ body, text }: Answer): CaseData {
  const found: unknown = Reflect.get(Object(body), 'case')
  if (!found) throw new Error(`no case was answered: ${text}`)
  // The server answers by its contract.
  return found as CaseData
}

/** A case about an order that a guest has opened. */
export async function openedCase(made: MadeOrder, more: object = {}): Promise<CaseData> {
  return caseIn(await complain(made, more))
}

/** What the guest does in a case. */
export function buyerActs({ shop, purchaseId }: MadeOrder, id: string, act: object): Promise<Answer> {
  return shop.post(`/orders/${purchaseId}/cases/${id}/act`, act)
}

/** What the supplier, who has just signed in, does in a case. */
export async function supplierActs(made: MadeOrder, id: string, act: object): Promise<Answer> {
  return made.shop.post(`/cases/${id}/act`, act, await headersOf(made))
}

/** What the supplier is sent along with what it asks. */
export async function headersOf({ shop, owner }: MadeOrder): Promise<{ authorization: string }> {
  return (await signedInAnew(shop.db, owner.id, shop.now())).headers
}

/** What an operator does in a case. */
export function operatorActs({ shop }: MadeOrder, id: string, act: object): Promise<Answer> {
  return asOperator(shop, `/cases/${id}/act`, act)
}

/** The case as an operator reads it. */
export async function readCase({ shop }: MadeOrder, id: string): Promise<CaseData> {
  return caseIn(await asOperator(shop, `/cases/${id}`))
}

/** Does what is due in cases by itself, and the mails and refunds that come of it. */
export async function runCaseTimers(shop: TestShop): Promise<number> {
  const { enqueue } = shop.app.jobs
  const desk = { enqueue, refund: createRefundRequester(enqueue) }
  const fired = await fireCaseTimers(shop.db, { desk, now: shop.now(), log: createLog('silent') })
  await sendPendingEmails(shop.db, { now: shop.now(), enqueue })
  await shop.work()
  return fired
}
