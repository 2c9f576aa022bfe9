import { ExternalLink, Package, PackageCheck } from 'lucide'
import { Icon } from '#web/ui/icon.tsx'
import type { TrackedOrderData } from '#features/sales/checkout/contract.ts'
import { LocalDate } from '#web/shared/forms/local-date.tsx'
import { isReturning } from './parcel-status.ts'

type Parcel = TrackedOrderData['supplierOrders'][number]['parcels'][number]
type TrackingData = Parcel['trackings'][number]

/** Renders the parcels of a supplier order: contents, shipping and delivery dates, tracking numbers. */
export function ParcelList({ parcels }: { parcels: readonly Parcel[] }) {
  if (parcels.length === 0) return null
  return (
    <ul className="border-t border-line">
      {parcels.map((parcel, index) => (
        <li
          key={parcel.id}
          className="flex break-inside-avoid gap-4 bg-mist px-5 py-4 text-sm md:px-7 print:bg-transparent print:px-0"
        >
          <ParcelIcon isDelivered={parcel.deliveredAt !== null && !isReturning(parcel)} />
          <div className="min-w-0 flex-1">
            <p className="font-medium">
              {parcels.length > 1 ? `Parcel ${index + 1} · ` : ''}
              <ParcelStatus {...parcel} />
            </p>
            {parcel.deliveredAt === null && parcel.reportedDeliveredAt !== null && (
              <p>
                The supplier says that it {parcel.collection ? 'was collected' : 'arrived'} on{' '}
                <LocalDate iso={parcel.reportedDeliveredAt} />. If{' '}
                {parcel.collection ? 'you have it' : 'it is here'}, please tell us.
              </p>
            )}
            <p className="text-xs wrap-anywhere text-ink-soft">
              {parcel.lines.map(({ quantity, title }) => `${quantity} × ${title}`).join(', ')}
            </p>
            {parcel.collection !== null && parcel.deliveredAt === null && (
              <PickupDetails {...parcel.collection} />
            )}
            <ul className="mt-1 flex flex-col gap-1">
              {parcel.trackings.map((tracking) => (
                <li key={`${tracking.carrier} ${tracking.number}`}>
                  <TrackingDetails {...tracking} />
                </li>
              ))}
            </ul>
          </div>
        </li>
      ))}
    </ul>
  )
}

/** Renders a parcel's status in a few words, with its time. */
function ParcelStatus(parcel: Parcel) {
  const { deliveredAt, deliveredBy, shippedAt, collection } = parcel
  if (isReturning(parcel)) return 'On its way back to the sender'
  if (deliveredAt === null)
    return (
      <>
        {collection ? 'Ready to collect since ' : 'Sent on '}
        <LocalDate iso={shippedAt} />
      </>
    )
  return (
    <>
      {deliveredBy === 'timer'
        ? `Counted as ${collection ? 'collected' : 'delivered'} on `
        : `${collection ? 'Collected' : 'Delivered'} on `}
      <LocalDate iso={deliveredAt} />
    </>
  )
}

/** Renders where and when items can be collected, and the code to show there. */
function PickupDetails({ note, code }: NonNullable<Parcel['collection']>) {
  return (
    <div className="my-2 flex flex-col gap-1">
      <p className="wrap-anywhere">{note}</p>
      {code !== null && (
        <p>
          Show this code when you collect them:{' '}
          <strong className="font-medium tracking-widest">{code}</strong>
        </p>
      )}
    </div>
  )
}

function ParcelIcon({ isDelivered }: { isDelivered: boolean }) {
  return (
    <Icon
      shapes={isDelivered ? PackageCheck : Package}
      aria-hidden="true"
      className="mt-0.5 size-5 shrink-0 text-accent print:hidden"
      strokeWidth={1.5}
    />
  )
}

function TrackingDetails(tracking: TrackingData) {
  return (
    <>
      <TrackingLink {...tracking} />
      <TrackingStatus {...tracking} />
    </>
  )
}

/** Renders the last tracking event of a parcel, and its expected arrival. */
function TrackingStatus({ state, lastStep, expectedAt }: TrackingData) {
  if (state === null || state === 'pending') return null
  return (
    <p className="text-xs wrap-anywhere text-ink-soft">
      {STATE_TEXTS[state]}
      {lastStep && (
        <>
          {lastStep.location && `, ${lastStep.location}`}, <LocalDate iso={lastStep.at} />
        </>
      )}
      {expectedAt !== null && state !== 'delivered' && state !== 'returned' && (
        <>
          {' · expected on '}
          <LocalDate iso={expectedAt} />
        </>
      )}
    </p>
  )
}

const STATE_TEXTS: Readonly<Record<Exclude<TrackingData['state'], 'pending' | null>, string>> = {
  info_received: 'Announced to the carrier, not handed over yet',
  in_transit: 'On its way',
  out_for_delivery: 'Out for delivery',
  exception: 'The carrier reports a problem',
  returned: 'Sent back by the carrier',
  delivered: 'Delivered',
}

function TrackingLink({ title, number, url }: TrackingData) {
  const label = `${title} ${number}`
  if (url === null) return <span className="wrap-anywhere tabular-nums">{label}</span>
  return (
    <a
      href={url}
      target="_blank"
      rel="noopener noreferrer"
      className="text-link inline-flex min-h-6 items-center gap-1.5 wrap-anywhere tabular-nums"
    >
      {label}
      <Icon
        shapes={ExternalLink}
        aria-hidden="true"
        className="size-3.5 shrink-0 print:hidden"
        strokeWidth={1.5}
      />
      <span className="sr-only"> (opens the carrier’s page in a new window)</span>
    </a>
  )
}
