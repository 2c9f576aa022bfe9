import type { ShopOrderData, VendorSupplierOrderData } from '#features/stores/shop-orders/contract.ts'
import { formatDateTime, formatDay } from '#web/console/data/format.ts'
import { Status } from '#web/console/parts/status.tsx'
import { StoreUpdate } from './store-update.tsx'

type Parcel = VendorSupplierOrderData['parcels'][number]

const TRACKING_STATES: Readonly<Record<NonNullable<Parcel['trackings'][number]['state']>, string>> = {
  pending: 'Waiting for the carrier',
  info_received: 'Announced to the carrier',
  in_transit: 'In transit',
  out_for_delivery: 'Out for delivery',
  exception: 'The carrier reports a problem',
  returned: 'Returned to the sender',
  delivered: 'Delivered',
}

/** Renders the parcels of a supplier order: contents, tracking, and updates of the store. */
export function SupplierOrderParcels({
  parcels,
  order,
}: {
  parcels: readonly Parcel[]
  order: ShopOrderData
}) {
  if (parcels.length === 0) return null
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
          {order.storeUpdates
            .filter(({ subject }) => subject === parcel.id)
            .map((update) => (
              <StoreUpdate key={update.id} update={update} order={order} />
            ))}
        </li>
      ))}
    </ul>
  )
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
