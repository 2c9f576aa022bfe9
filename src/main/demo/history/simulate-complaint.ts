import { type CaseAction, performCaseAction } from '#features/sales/cases/actions/perform-action.ts'
import { openCase } from '#features/sales/cases/actions/open-case.ts'
import { findMoney, getRefundableAmount } from '#features/sales/orders/service.ts'
import { DAY, HOUR, addMs } from '#core/time.ts'
import type { SupplierOrderContext } from './simulate-supplier-order.ts'
import type { SimulationStage } from './simulation-deps.ts'
import type { Process } from './timeline.ts'

/** Simulates a complaint about a delivered order, until it ends as planned. */
export async function* simulateComplaint(stage: SimulationStage, context: SupplierOrderContext): Process {
  const { db, featureDeps, timeline, complaints, operator } = stage
  const { id: orderId, orderId: key, purchaseId, buyer, supplier, supplierOrder } = context
  const complaint = complaints[supplierOrder.complaint ?? 0]
  if (!complaint) return
  const wait = (ms: number) => addMs(timeline.now(), ms)
  const { kind, reason, text, ends, reply } = complaint
  yield wait(2 * DAY + 3 * HOUR)
  const [accountId, refundable] = [buyer?.id ?? null, getRefundableAmount(await findMoney(db, key))]
  const orderDeps = featureDeps.orders
  const caseId = await openCase(db, {
    orderId,
    purchaseId,
    accountId,
    kind,
    reason,
    text,
    deps: orderDeps,
    now: timeline.now(),
    amount: undefined,
    withReturn: ends === 'returned' || undefined,
    lines: kind === 'return' ? [{ line: 1, quantity: 1 }] : [],
  })
  const performStep = (
    side: 'buyer' | 'supplier' | 'operator',
    event: CaseAction['event'],
    extra: Partial<CaseAction> = {},
  ) => {
    const ownerId = supplier.owner.id
    const scope = { buyer: { purchaseId }, supplier: { ownerId }, operator: {} }[side]
    const actorId = { buyer: accountId, supplier: ownerId, operator: operator.id }[side]
    const input = { caseId, side, scope, accountId: actorId, deps: orderDeps, now: timeline.now() }
    return performCaseAction(db, input, { event, text: '', pictures: [], ...extra })
  }
  if (ends === 'open') return
  const share = { amount: Math.max(1, Math.round(refundable * 0.3)), withReturn: false }
  yield wait(ends === 'escalated' ? 4 * HOUR : 20 * HOUR)
  if (ends === 'returned') await performStep('supplier', 'accept', { text: reply })
  else await performStep('supplier', 'propose', { text: reply, terms: share })
  yield wait(ends === 'escalated' ? 3 * HOUR : 26 * HOUR)
  if (ends === 'in_part') return performStep('buyer', 'accept')
  if (ends === 'withdrawn')
    return performStep('buyer', 'withdraw', { text: 'I have got used to it, and keep it.' })
  if (ends === 'escalated')
    return performStep('buyer', 'escalate', { text: 'I want the colour that I ordered.' })
  if (ends === 'ruled') {
    await performStep('buyer', 'escalate', { text: 'It arrived broken, and I would like my money back.' })
    yield wait(2 * DAY)
    const terms = { amount: refundable, withReturn: false }
    return performStep('operator', 'rule', {
      text: 'The pictures show that it left the workshop damaged.',
      terms,
    })
  }
  await performStep('buyer', 'send_back', { text: 'It is on its way.', tracking: 'DEMO00000917' })
  yield wait(6 * DAY)
  await performStep('supplier', 'receive_back', { text: 'It has arrived, thank you.' })
}
