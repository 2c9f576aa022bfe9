import type { ShopOrderData, VendorSupplierOrderData } from '#features/stores/shop-orders/contract.ts'
import { formatDateTime, formatDay } from '#web/console/data/format.ts'
import { Status } from '#web/console/parts/status.tsx'
import { StoreUpdate } from './store-update.tsx'

type Parcel = VendorSupplierOrderData['parcels'][number]
type Correction = VendorSupplierOrderData['corrections'][number]

const TRACKING_STATES: Readonly<Record<NonNullable<Parcel['trackings'][number]['state']>, string>> = {
  pending: 'Waiting for the carrier',
  info_received: 'Announced to the carrier',
  in_transit: 'In transit',
  out_for_delivery: 'Out for delivery',
  exception: 'The carrier reports a problem',
  returned: 'Returned to the sender',
  delivered: 'Delivered',
}

/** Renders the parcels of a supplier order: contents, tracking, corrections, and updates of the store. */
export function SupplierOrderParcels({
  supplierOrder: { parcels, corrections },
  order,
}: {
  supplierOrder: VendorSupplierOrderData
  order: ShopOrderData
}) {
  if (parcels.length === 0 && corrections.length === 0) return null
  const isThere = ({ parcel }: Correction) => parcels.some(({ id }) => id === parcel)
  return (
    <ul className="flex flex-col gap-3 border-y border-line py-3">
      {parcels.map((parcel, index) => (
        <li key={parcel.id} className="flex flex-col gap-1">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <p className="font-semibold">Parcel {index + 1}</p>
            <Status tone={parcel.deliveredAt === null ? 'plain' : 'good'}>
              {parcel.deliveredAt === null
                ? `Shipped ${formatDay(parcel.shippedAt)}`
                : `Delivered ${formatDay(parcel.deliveredAt)}`}
            </Status>
          </div>
          <p className="text-xs text-ink-soft">
            {parcel.lines.map(({ title, quantity }) => `${quantity} × ${title}`).join(', ')}
          </p>
          {parcel.trackings.map((tracking) => (
            <Tracking key={`${tracking.carrier} ${tracking.number}`} tracking={tracking} />
          ))}
          <StoreUpdates subject={parcel.id} order={order} />
          {corrections
            .filter((correction) => correction.parcel === parcel.id)
            .map((correction) => (
              <CorrectionEntry key={correction.id} correction={correction} order={order} />
            ))}
        </li>
      ))}
      {corrections
        .filter((correction) => !isThere(correction))
        .map((correction) => (
          <li key={correction.id}>
            <CorrectionEntry correction={correction} order={order} />
          </li>
        ))}
    </ul>
  )
}

function StoreUpdates({ subject, order }: { subject: string; order: ShopOrderData }) {
  return order.storeUpdates
    .filter((update) => update.subject === subject)
    .map((update) => <StoreUpdate key={update.id} update={update} order={order} />)
}

function CorrectionEntry({ correction, order }: { correction: Correction; order: ShopOrderData }) {
  return (
    <div className="flex flex-col gap-1">
      <p className="text-xs wrap-anywhere text-ink-soft">
        {`${formatDateTime(correction.at)}: ${describeCorrection(correction)}`}
      </p>
      <StoreUpdates subject={correction.id} order={order} />
    </div>
  )
}

function describeCorrection({ before, after }: Correction): string {
  const removed = before.filter((number) => !after.includes(number)).join(', ')
  const added = after.filter((number) => !before.includes(number)).join(', ')
  if (after.length === 0)
    return `The supplier removed the parcel ${removed}. Its items will be shipped again.`
  if (removed === '') return `The supplier added the tracking number ${added}.`
  if (added === '') return `The supplier removed the tracking number ${removed}.`
  return `The supplier corrected the tracking number ${removed} to ${added}.`
}

function Tracking({ tracking }: { tracking: Parcel['trackings'][number] }) {
  const { title, number, url, state, lastStep } = tracking
  const about = [
    state && TRACKING_STATES[state],
    lastStep && `${lastStep.message}, ${formatDateTime(lastStep.at)}`,
  ]
  return (
    <p className="wrap-anywhere">
      {title}{' '}
      {url === null ? (
        number
      ) : (
        <a href={url} target="_blank" rel="noopener noreferrer" className="text-link">
          {number}
          <span className="sr-only"> (opens in a new tab)</span>
        </a>
      )}
      <span className="block text-xs text-ink-soft">{about.filter(Boolean).join(' · ')}</span>
    </p>
  )
}
