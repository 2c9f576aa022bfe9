import { PackageCheck, Printer, ScanLine, Tags } from 'lucide'
import { useState } from 'react'
import type { OrderToPackData } from '#features/sales/orders/packing/contract.ts'
import { useNavigateTo } from '#web/app/router/navigation.ts'
import { Loaded } from '#web/console/data/console-data.tsx'
import { formatCountry } from '#web/console/data/format.ts'
import { useNow } from '#web/ui/use-now.ts'
import { PageHead } from '#web/console/frame/page-head.tsx'
import { Action, ActionLink } from '#web/console/parts/button.tsx'
import { Empty } from '#web/console/parts/panel.tsx'
import { Count, Status, type StatusTone } from '#web/console/parts/status.tsx'
import { toAddress } from '#web/console/table/use-address.ts'
import { PLACEHOLDER_PICTURE } from '#web/shared/product/picture-sources.ts'
import { Link } from '#web/ui/link.tsx'
import { packingAddress, SUPPLIER } from '../../console/addresses.ts'
import { useOrderCounts } from '../../console/supplier-frame.tsx'
import { getOrderStatus } from '../../orders/order-status.ts'
import { PackingDialog } from '../../orders/packing-dialog.tsx'
import { ScanDialog } from '../scan/scan-dialog.tsx'
import { useOrderScan } from '../scan/use-order-scan.ts'
import { useHasSeveralWarehouses } from '../warehouses/use-own-warehouses.ts'
import { isLabelBeingBought, needsLabel, useOrdersToPack } from './use-packing.ts'

/** Renders the orders to pack today: labels, documents, and a link to pack them one by one. */
export function PackingIndex() {
  const query = useOrdersToPack()
  return <Loaded query={query}>{(orders) => <PackingList orders={orders} />}</Loaded>
}

function PackingList({ orders }: { orders: readonly OrderToPackData[] }) {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const chosen = orders.filter(({ id }) => selected.has(id))
  const meant = chosen.length > 0 ? chosen : orders
  return (
    <>
      <PageHead
        title="To pack"
        badge={<Count value={orders.length} />}
        back={{ href: SUPPLIER.orders, label: 'All orders' }}
        isBar
      >
        {orders.length > 0 && <PackingActions orders={meant} />}
      </PageHead>
      <div className="console-panel max-md:mb-20">
        {orders.length === 0 ? (
          <Empty
            title="Everything is packed"
            text="Late orders, orders to ship today and orders with a label appear here."
          >
            <ActionLink href={`${SUPPLIER.orders}?view=upcoming`}>See what comes next</ActionLink>
          </Empty>
        ) : (
          <ul aria-label="Orders to pack" className="divide-y divide-line">
            {orders.map((order) => (
              <OrderRow
                key={order.id}
                order={order}
                isSelected={selected.has(order.id)}
                onToggle={() => setSelected(toggle(selected, order.id))}
              />
            ))}
          </ul>
        )}
      </div>
    </>
  )
}

function toggle(selected: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(selected)
  if (!next.delete(id)) next.add(id)
  return next
}

/** Renders the actions on the selected orders, or all of them. */
function PackingActions({ orders }: { orders: readonly OrderToPackData[] }) {
  const sellsLabels = useOrderCounts().data?.sellsLabels ?? false
  const [dialog, setDialog] = useState<'scan' | 'print'>()
  const openScanned = useOrderScan(packingAddress)
  const go = useNavigateTo()
  const close = () => setDialog(undefined)
  const unlabelled = orders.filter(needsLabel)
  return (
    <>
      <Action icon={ScanLine} onClick={() => setDialog('scan')}>
        Scan
      </Action>
      {/* A disabled action keeps the space after all labels are bought. */}
      {sellsLabels && unlabelled.length === 0 && (
        <Action icon={Tags} disabled>
          Labels bought
        </Action>
      )}
      {sellsLabels && unlabelled.length > 0 && (
        <ActionLink
          icon={Tags}
          href={toAddress(SUPPLIER.labels, { orders: unlabelled.map(({ id }) => id).join(',') })}
        >
          {unlabelled.length === 1 ? 'Buy 1 label' : `Buy ${unlabelled.length} labels`}
        </ActionLink>
      )}
      <Action icon={Printer} onClick={() => setDialog('print')}>
        Print
      </Action>
      <Action
        variant="primary"
        icon={PackageCheck}
        onClick={() => void go(packingAddress(orders[0]?.id ?? ''))}
      >
        Start packing
      </Action>
      <PackingDialog orders={orders.map(({ id }) => id)} isOpen={dialog === 'print'} onClose={close} />
      {dialog === 'scan' && (
        <ScanDialog
          title="Scan a slip or a label"
          label="Order, SKU or tracking number"
          onFound={(text) => {
            close()
            void openScanned(text)
          }}
          onClose={close}
        />
      )}
    </>
  )
}

function OrderRow(props: { order: OrderToPackData; isSelected: boolean; onToggle: () => void }) {
  const { order, isSelected, onToggle } = props
  const now = useNow()
  const hasWarehouses = useHasSeveralWarehouses()
  const due = getOrderStatus({ state: 'accepted', shipBy: order.shipBy, answerBy: null }, now)
  const label = describeLabel(order)
  const { name, city, country } = order.customer
  return (
    <li className={`flex items-start gap-3 px-4 py-3 ${isSelected ? 'bg-accent-mist' : ''}`}>
      <label className="grid size-6 place-items-center">
        <span className="sr-only">Select {order.number}</span>
        <input type="checkbox" checked={isSelected} onChange={onToggle} className="size-5 accent-accent" />
      </label>
      <div className="relative min-w-0 flex-1">
        <div className="flex items-center gap-3">
          <span className="flex -space-x-2">
            {(order.pictures.length > 0 ? order.pictures : [PLACEHOLDER_PICTURE]).map((source) => (
              <img
                key={source}
                src={source}
                alt=""
                width={36}
                height={36}
                loading="lazy"
                className="size-9 rounded-sm border-2 border-sheet bg-stone object-cover"
              />
            ))}
          </span>
          <div className="min-w-0 text-sm">
            <p className="truncate font-semibold">{name}</p>
            <p className="truncate text-xs text-ink-soft">
              {order.units === 1 ? '1 item' : `${order.units} items`} ·{' '}
              {city === '' ? formatCountry(country) : `${city}, ${country}`}
            </p>
            {hasWarehouses && <p className="truncate text-xs">From {order.warehouses.join(' and ')}</p>}
          </div>
        </div>
        <div className="mt-2 flex flex-wrap items-center gap-2">
          {order.state !== 'shipped' && <Status tone={due.tone}>{due.label}</Status>}
          {label && <Status tone={label.tone}>{label.text}</Status>}
          <Link
            href={packingAddress(order.id)}
            className="text-xs text-ink-soft after:absolute after:inset-0"
          >
            {order.number}
          </Link>
        </div>
      </div>
    </li>
  )
}

function describeLabel(order: OrderToPackData): Readonly<{ text: string; tone: StatusTone }> | undefined {
  if (isLabelBeingBought(order)) return { text: 'Label is being bought', tone: 'wait' }
  if (order.label?.state === 'used') return { text: 'Label bought', tone: 'good' }
  return order.label?.state === 'failed' ? { text: 'Label not bought', tone: 'bad' } : undefined
}
