import type { ReactNode } from 'react'
import type { TrackedOrderData } from '#features/sales/checkout/contract.ts'
import { formatCents, parseCents } from '#core/money.ts'
import { LocalDate } from '#web/shared/forms/local-date.tsx'
import { isReturning, isPreTransit } from './parcel-status.ts'

type SupplierOrder = TrackedOrderData['supplierOrders'][number]

/** Renders the status of a supplier order, with its delivery estimate and refunds. */
export function SupplierOrderStatus({
  supplierOrder,
  isPickup,
}: {
  supplierOrder: SupplierOrder
  isPickup: boolean
}) {
  const message = (isPickup && pickupMessage(supplierOrder)) || stateMessage(supplierOrder)
  const isExpected =
    !isPickup &&
    !supplierOrder.parcels.some(isReturning) &&
    supplierOrder.deliverBy !== null &&
    AWAITED_STATES.includes(supplierOrder.state)
  const returnedAmount = supplierOrder.refundedAmount + supplierOrder.chargedBackAmount
  if (message === null && !isExpected && returnedAmount === 0) return null
  return (
    <div className="flex flex-col gap-1 border-t border-line px-5 py-4 text-sm text-ink-soft md:px-7 print:px-0">
      {message !== null && <p className="text-ink">{message}</p>}
      {isExpected && supplierOrder.deliverBy !== null && (
        <p>
          Expected by <LocalDate iso={supplierOrder.deliverBy} />
        </p>
      )}
      {supplierOrder.refundedAmount > 0 && (
        <p>
          {formatCents(parseCents(supplierOrder.refundedAmount) ?? 0)} is refunded to your original payment
          method.
        </p>
      )}
      {supplierOrder.chargedBackAmount > 0 && (
        <p>
          Your bank charged back {formatCents(parseCents(supplierOrder.chargedBackAmount) ?? 0)} of your
          payment.
        </p>
      )}
    </div>
  )
}

const AWAITED_STATES: readonly SupplierOrder['state'][] = [
  'paid_hold',
  'submitted',
  'accepted',
  'in_progress',
  'cancel_requested',
  'shipped',
]

/** Returns the message of a state for the buyer; none when the badge is enough. */
function stateMessage({ state, shipBy, supplier, parcels }: SupplierOrder): ReactNode {
  const shipByText = shipBy !== null && (
    <>
      {' '}
      They ship by <LocalDate iso={shipBy} />.
    </>
  )
  switch (state) {
    case 'paid_hold':
      return 'We’ve received your payment. The supplier gets the order in a few minutes.'
    case 'submitted':
      return `${supplier} has the order and answers within two days. Until then you can cancel it at once.`
    case 'accepted':
      return <>Your items are being prepared.{shipByText}</>
    case 'in_progress':
      return <>Some of your items have shipped. The others follow.{shipByText}</>
    case 'cancel_requested':
      return `You asked to cancel. ${supplier} has a day to answer. Without an answer, ${parcels.length > 0 ? 'the rest is shipped, because a parcel is already on its way' : 'the items that weren’t shipped are cancelled'}.`
    case 'shipped':
      return shippedMessage(supplier, parcels)
    case 'in_case':
      return 'We’re looking into this with the supplier. Your money is safe in the meantime.'
    case 'rejected':
      return `${supplier} can’t ship these items.`
    case 'cancelled':
      return 'These items won’t be shipped.'
    default:
      return null
  }
}

/** Returns the message of a state for pickup, if it differs. */
function pickupMessage({ state, shipBy }: SupplierOrder): ReactNode {
  const readyBy = shipBy !== null && (
    <>
      {' '}
      They will be ready by <LocalDate iso={shipBy} />.
    </>
  )
  switch (state) {
    case 'accepted':
      return <>Your items are being prepared.{readyBy}</>
    case 'in_progress':
      return <>Some of your items are ready to collect. The others follow.{readyBy}</>
    case 'shipped':
      return 'Everything is ready to collect.'
    case 'cancelled':
      return 'These items won’t be prepared.'
    default:
      return null
  }
}

/** Returns the message of a shipped order; carriers may report that not everything is in transit. */
function shippedMessage(supplier: string, parcels: SupplierOrder['parcels']): string {
  if (parcels.some(isReturning))
    return `A parcel is on its way back to ${supplier}. We’ve told them and are looking into it. If you don’t want to wait, report a problem below.`
  if (parcels.every(isPreTransit)) return `${supplier} has announced your parcel to the carrier.`
  return 'Everything is on its way to you.'
}
