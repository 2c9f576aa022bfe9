import type { ListedOrderData } from '#features/sales/orders/views/order-list/contract.ts'
import type { StatusTone } from '#web/console/parts/status.tsx'
import { countDays, formatDay, formatDistance, formatTime } from '#web/console/data/format.ts'

/** The dates of an order that determine its status. */
export type OrderDates = Pick<ListedOrderData, 'state' | 'shipBy' | 'answerBy'>

/** The label and tone of a status. */
export type OrderStatusText = Readonly<{ label: string; tone: StatusTone }>

const ENDED: Partial<Record<ListedOrderData['state'], OrderStatusText>> = {
  paid_hold: { label: 'On hold', tone: 'plain' },
  shipped: { label: 'In transit', tone: 'good' },
  delivered: { label: 'Delivered', tone: 'plain' },
  completed: { label: 'Completed', tone: 'plain' },
  in_case: { label: 'Case open', tone: 'bad' },
  rejected: { label: 'Rejected', tone: 'plain' },
  refunded: { label: 'Refunded', tone: 'plain' },
  cancelled: { label: 'Cancelled', tone: 'plain' },
}

/** Returns the status of an order at a moment: the next step with its deadline, or the outcome. */
export function getOrderStatus({ state, shipBy, answerBy }: OrderDates, now: Date): OrderStatusText {
  const ended = ENDED[state]
  if (ended) return ended
  if (state === 'submitted')
    return { label: answerBy ? `Accept by ${formatDeadline(answerBy, now)}` : 'To accept', tone: 'wait' }
  if (state === 'cancel_requested')
    return {
      label: answerBy ? `Answer by ${formatDeadline(answerBy, now)}` : 'Cancellation requested',
      tone: 'wait',
    }
  return getShippingStatus({ state, shipBy }, now)
}

function getShippingStatus(
  { state, shipBy }: Pick<OrderDates, 'state' | 'shipBy'>,
  now: Date,
): OrderStatusText {
  const prefix = state === 'in_progress' ? 'Partly shipped, rest ' : ''
  if (shipBy === null) return { label: prefix ? 'Partly shipped' : 'To ship', tone: 'do' }
  const date = new Date(shipBy)
  if (date < now) return { label: toSentence(`${prefix}late by ${formatDistance(shipBy, now)}`), tone: 'bad' }
  if (countDays(date, now) === 0) return { label: prefix ? `${prefix}today` : 'Ship today', tone: 'do' }
  return {
    label: prefix ? `${prefix}by ${formatDay(shipBy, now)}` : `Ship by ${formatDay(shipBy, now)}`,
    tone: 'do',
  }
}

function toSentence(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1)
}

/** Formats a deadline: the time if it is today, else the day and the time. */
export function formatDeadline(iso: string, now: Date): string {
  const date = new Date(iso)
  return countDays(date, now) === 0 ? formatTime(iso) : `${formatDay(iso, now)}, ${formatTime(iso)}`
}
