import { type CaseAction, performCaseAction } from '#features/sales/cases/actions/perform-action.ts'
import { openCase } from '#features/sales/cases/actions/open-case.ts'
import type { CaseSide } from '#features/sales/cases/shapes.ts'
import { findMoney, refundableOf } from '#features/sales/orders/service.ts'
import { DAY, HOUR, later } from '#core/time.ts'
import type { OrderStory } from './play-supplier-order.ts'
import type { SetStage } from './stage.ts'
import type { Story } from './timeline.ts'

/** A complaint about an order that has arrived, until it ends as planned. */
export async function* playComplaint(stage: SetStage, story: OrderStory): Story {
  const { db, desks, timeline, complaints, operator } = stage
  const { id: orderId, orderId: key, purchaseId, buyer, supplier, part } = story
  const complaint = complaints[part.complaint ?? 0]
  if (!complaint) return
  const wait = (ms: number) => later(timeline.now(), ms)
  const { kind, reason, text, ends, reply } = complaint
  yield wait(2 * DAY + 3 * HOUR)
  const [personId, left] = [buyer?.id ?? null, refundableOf(await findMoney(db, key))]
  const desk = desks.orders
  const caseId = await openCase(db, {
    orderId,
    purchaseId,
    personId,
    kind,
    reason,
    text,
    desk,
    now: timeline.now(),
    amount: undefined,
    withReturn: ends === 'returned' || undefined,
    lines: kind === 'return' ? [{ line: 1, quantity: 1 }] : [],
  })
  const act = (side: CaseSide, event: CaseAction['event'], more: Partial<CaseAction> = {}) => {
    const whose = {
      buyer: { purchaseId },
      supplier: { ownerId: supplier.owner.id },
      operator: {},
      timer: {},
    }[side]
    const person = { buyer: personId, supplier: supplier.owner.id, operator: operator.id, timer: null }[side]
    const acting = { caseId, side, whose, personId: person, desk, now: timeline.now() }
    return performCaseAction(db, acting, { event, text: '', pictures: [], ...more })
  }
  if (ends === 'open') return
  yield wait(20 * HOUR)
  const share = { amount: Math.max(1, Math.round(left * 0.3)), withReturn: false }
  if (ends === 'returned') await act('supplier', 'accept', { text: reply })
  else await act('supplier', 'propose', { text: reply, terms: share })
  yield wait(26 * HOUR)
  if (ends === 'in_part') return act('buyer', 'accept')
  if (ends === 'withdrawn') return act('buyer', 'withdraw', { text: 'I have got used to it, and keep it.' })
  if (ends === 'ruled') {
    await act('buyer', 'escalate', { text: 'It arrived broken, and I would like my money back.' })
    yield wait(2 * DAY)
    const terms = { amount: left, withReturn: false }
    return act('operator', 'rule', { text: 'The pictures show that it left the workshop damaged.', terms })
  }
  await act('buyer', 'send_back', { text: 'It is on its way.', tracking: 'DEMO00000917' })
  yield wait(6 * DAY)
  await act('supplier', 'receive_back', { text: 'It has arrived, thank you.' })
}
