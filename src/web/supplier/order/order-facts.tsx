import { Copy, Download } from 'lucide'
import type { SupplierOrderViewData } from '#features/sales/orders/contract.ts'
import { useNavigateTo } from '#web/app/router/navigation.ts'
import { toast } from '#web/app/toast.ts'
import { showFile } from '#web/console/data/file-actions.ts'
import { formatDay, formatMoney } from '#web/console/data/format.ts'
import { IconAction } from '#web/console/parts/button.tsx'
import { Figures, Panel } from '#web/console/parts/panel.tsx'
import { Link } from '#web/ui/link.tsx'
import { sumLabelCosts, useOrderLabels } from './order-labels.tsx'
import { SUPPLIER } from '../console/addresses.ts'

type OrderProps = Readonly<{ order: SupplierOrderViewData }>

/** Renders the recipient and address of an order, with copy and message buttons. */
export function Recipient({ order }: OrderProps) {
  const { name, phone, lines, method, service } = order.shipTo
  const go = useNavigateTo()

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText([name, ...lines, phone].join('\n'))
      toast.success('Address copied.')
    } catch {
      toast.error('We couldn’t copy the address. Select it and copy it by hand.')
    }
  }

  return (
    <Panel
      title={method === 'pickup' ? 'Picked up by' : 'Ship to'}
      aside={<IconAction label="Copy the address" icon={Copy} onClick={() => void copy()} />}
    >
      <address className="text-sm not-italic">
        {[name, ...lines, phone].filter(Boolean).map((line) => (
          <span key={line} className="block wrap-anywhere">
            {line}
          </span>
        ))}
      </address>
      <p className="mt-3 text-sm">
        <button
          type="button"
          className="text-link"
          onClick={() => void go(`${SUPPLIER.messages}?order=${encodeURIComponent(order.id)}`)}
        >
          Message the buyer
        </button>
      </p>
      <p className="mt-3 border-t border-line pt-3 text-xs text-ink-soft">
        From {order.warehouse}
        {service !== null && ` · ${service.replaceAll('_', ' ')}`}
      </p>
    </Panel>
  )
}

/** Renders an order's earnings and their payout date. Roles without access to money see nothing. */
export function OrderEarnings({ order }: OrderProps) {
  const labels = sumLabelCosts(useOrderLabels(order.id) ?? [])
  const { earnings, itemsAmount, shippingAmount, refundedAmount, chargedBackAmount } = order
  if (!earnings) return null
  const signed = (amount: number) => (amount === 0 ? formatMoney(0) : `−${formatMoney(amount)}`)
  const rows = [
    { label: 'Products', value: formatMoney(itemsAmount) },
    { label: 'Shipping', value: formatMoney(shippingAmount) },
    ...(refundedAmount > 0 ? [{ label: 'Refunded', value: signed(refundedAmount) }] : []),
    ...(chargedBackAmount > 0 ? [{ label: 'Charged back', value: signed(chargedBackAmount) }] : []),
    {
      label: order.commissionPercent === null ? 'Commission' : `Commission ${order.commissionPercent}%`,
      value: signed(earnings.commission),
    },
    ...(earnings.commissionTax > 0
      ? [{ label: 'Tax on commission', value: signed(earnings.commissionTax) }]
      : []),
    { label: 'Earnings', value: formatMoney(earnings.net), isStrong: true },
    ...(labels > 0
      ? [
          { label: 'Shipping labels', value: signed(labels) },
          { label: 'Left after labels', value: formatMoney(earnings.net - labels), isStrong: true },
        ]
      : []),
  ]
  return (
    <Panel title="You earn">
      <Figures rows={rows} />
      <p className="mt-3 text-xs text-ink-soft">
        {describeAvailability(earnings)}{' '}
        <Link href={SUPPLIER.money} className="text-link">
          See your money
        </Link>
      </p>
    </Panel>
  )
}

function describeAvailability({
  isAvailable,
  availableFrom,
  availableDays,
  net,
}: NonNullable<SupplierOrderViewData['earnings']>): string {
  if (net === 0) return 'No earnings from this order.'
  if (isAvailable) return 'Available for your next payout.'
  return availableFrom === null
    ? `Available ${availableDays} days after delivery.`
    : `Available on ${formatDay(availableFrom)}, ${availableDays} days after delivery.`
}

/** Renders the documents of an order: its packing slip, and one for each parcel if there are several. */
export function OrderDocuments({ order }: OrderProps) {
  const slips = order.parcels.map(({ id }, index) => ({
    path: `${order.packingSlip}?parcel=${encodeURIComponent(id)}`,
    label: `Packing slip of parcel ${index + 1}`,
    name: `packing-slip-${order.number}-${index + 1}.pdf`,
  }))
  const documents = [
    { path: order.packingSlip, label: 'Packing slip', name: `packing-slip-${order.number}.pdf` },
    ...(slips.length > 1 ? slips : []),
  ]
  return (
    <Panel title="Documents">
      <ul className="flex flex-col">
        {documents.map(({ path, label, name }) => (
          <li key={path} className="flex min-h-9 items-center justify-between gap-3 text-sm">
            {label}
            <IconAction
              label={`Open: ${label}`}
              icon={Download}
              onClick={() =>
                void showFile({ path, name, failure: 'We couldn’t open this. Please try again in a moment.' })
              }
            />
          </li>
        ))}
      </ul>
    </Panel>
  )
}
