import { useQuery } from '@tanstack/react-query'
import { Printer, Undo2 } from 'lucide'
import { useState } from 'react'
import type { ParcelLabelData } from '#features/sales/orders/labels/contract.ts'
import type { SupplierOrderViewData } from '#features/sales/orders/contract.ts'
import { call, explainError } from '#web/app/calls/api.ts'
import { showFile } from '#web/console/data/file-actions.ts'
import { formatDay, formatMoney } from '#web/console/data/format.ts'
import { useCan } from '#web/console/frame/business.tsx'
import { Action, ActionLink } from '#web/console/parts/button.tsx'
import { FormDialog } from '#web/console/parts/dialog.tsx'
import { Panel } from '#web/console/parts/panel.tsx'
import { Status, type StatusTone } from '#web/console/parts/status.tsx'
import { labelAddress } from '../console/addresses.ts'
import { formatRate } from '../fulfilment/label/rates-panel.tsx'
import { useOrderAnswer } from './use-order-action.ts'

const STATES: Readonly<Record<ParcelLabelData['state'], Readonly<{ label: string; tone: StatusTone }>>> = {
  asked: { label: 'Being bought …', tone: 'do' },
  bought: { label: 'Being bought …', tone: 'do' },
  used: { label: 'Bought', tone: 'good' },
  unused: { label: 'Refund requested', tone: 'wait' },
  given_back: { label: 'Refund requested', tone: 'wait' },
  refunded: { label: 'Refunded', tone: 'plain' },
  not_billed: { label: 'Not billed', tone: 'plain' },
  lost: { label: 'Refund declined', tone: 'bad' },
  failed: { label: 'Not bought', tone: 'bad' },
}

/** How often a label is polled while it is being bought, in milliseconds. */
const BUYING_MS = 1_500

/** Renders the shipping labels of an order: status, file to print, and refund. */
export function OrderLabels({ order }: { order: SupplierOrderViewData }) {
  const labels = useOrderLabels(order.id)
  if (!labels || labels.length === 0) return null
  return (
    <Panel title={labels.length === 1 ? 'Shipping label' : 'Shipping labels'}>
      <ul className="divide-y divide-line">
        {labels.toReversed().map((label) => (
          <LabelRow key={label.id} order={order} label={label} />
        ))}
      </ul>
    </Panel>
  )
}

/** Returns the labels of an order. It polls while one is being bought, and then reloads the order once. */
export function useOrderLabels(orderId: string) {
  return useQuery({
    queryKey: ['supplier', 'labels', orderId],
    queryFn: async ({ signal, client }) => {
      const before = client.getQueryData<readonly ParcelLabelData[]>(['supplier', 'labels', orderId])
      const { labels } = await call(
        'GET /supplier/orders/{id}/labels',
        { params: { id: orderId } },
        { signal },
      )
      if (before?.some(isBeingBought) && !labels.some(isBeingBought))
        void client.invalidateQueries({ queryKey: ['supplier', 'order', orderId] })
      return labels
    },
    refetchInterval: ({ state }) => (state.data?.some(isUnderWay) ? BUYING_MS : 60_000),
  }).data
}

/** Returns the current cost of an order's labels to its supplier, in US dollars. Refunded ones cost nothing. */
export function sumLabelCosts(labels: readonly ParcelLabelData[]): number {
  const charged = labels.filter(({ state, currency }) => CHARGED.has(state) && currency === 'USD')
  return charged.reduce((sum, { cost }) => sum + (cost ?? 0), 0)
}

const CHARGED: ReadonlySet<ParcelLabelData['state']> = new Set(['bought', 'used', 'unused', 'lost'])

function isBeingBought({ state }: ParcelLabelData): boolean {
  return state === 'asked' || state === 'bought'
}

/** Returns whether a label is about to change. */
function isUnderWay(label: ParcelLabelData): boolean {
  return isBeingBought(label) || label.state === 'unused'
}

function LabelRow({ order, label }: { order: SupplierOrderViewData; label: ParcelLabelData }) {
  const [isRefunding, setIsRefunding] = useState(false)
  const can = useCan()
  const { state, file, trackingNumber, title, service, cost, currency, failure, isRefundable } = label
  return (
    <li className="flex flex-col gap-2 py-3 text-sm first:pt-0 last:pb-0">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <p className="font-semibold">
          {service === null ? 'Shipping label' : formatRate({ carrier: title ?? '', service })}
          {cost !== null && currency !== null && (
            <span className="ms-2 font-normal text-ink-soft">{formatMoney(cost, currency)}</span>
          )}
        </p>
        <Status tone={STATES[state].tone}>{STATES[state].label}</Status>
      </div>
      <p className="text-xs wrap-anywhere text-ink-soft">
        {[trackingNumber, `ordered ${formatDay(label.requestedAt)}`, describeRefund(label)]
          .filter(Boolean)
          .join(' · ')}
      </p>
      {failure !== null && <p className="text-xs wrap-anywhere text-danger">{failure}</p>}
      {(file !== null || isRefundable || state === 'failed') && (
        <div className="flex flex-wrap gap-2">
          {file !== null && <PrintAction path={file} />}
          {isRefundable && can('orders:write') && (
            <Action isSmall icon={Undo2} onClick={() => setIsRefunding(true)}>
              Refund label …
            </Action>
          )}
          {state === 'failed' && order.actions.includes('pack') && (
            <ActionLink isSmall href={labelAddress(order.id)}>
              Refresh rates
            </ActionLink>
          )}
        </div>
      )}
      {isRefunding && <RefundLabelDialog order={order} label={label} onClose={() => setIsRefunding(false)} />}
    </li>
  )
}

function describeRefund({ state, refundRequestedAt }: ParcelLabelData): string {
  if (refundRequestedAt === null) return ''
  return state === 'given_back'
    ? `refund requested ${formatDay(refundRequestedAt)}, carriers take up to 30 days`
    : `refund requested ${formatDay(refundRequestedAt)}`
}

function PrintAction({ path }: { path: string }) {
  return (
    <Action
      isSmall
      icon={Printer}
      onClick={() =>
        void showFile({
          path,
          name: 'label.pdf',
          failure: 'We couldn’t open the label. Please try again in a moment.',
        })
      }
    >
      Print
    </Action>
  )
}

function RefundLabelDialog(props: {
  order: SupplierOrderViewData
  label: ParcelLabelData
  onClose: () => void
}) {
  const { order, label, onClose } = props
  const show = useOrderAnswer()
  const cost = label.cost === null ? '' : formatMoney(label.cost, label.currency ?? 'USD')
  const parcel = order.parcels.find(({ trackings }) =>
    trackings.some(({ number }) => number === label.trackingNumber),
  )
  const items = parcel?.lines.reduce((sum, { quantity }) => sum + quantity, 0) ?? 0
  return (
    <FormDialog
      isOpen
      onClose={onClose}
      title="Refund this label?"
      text={`We ask the carrier for ${cost} back; your earnings get it at once. ${
        (parcel?.trackings.length ?? 0) > 1
          ? 'The parcel keeps its other tracking number.'
          : `${items === 1 ? '1 item is' : `${items} items are`} to ship again, and we tell the buyer that the parcel isn’t on its way. The ship-by date stays.`
      } Don’t use the printed label.`}
      submitLabel="Refund the label"
      variant="danger"
      onSubmit={async () =>
        show(
          await call('POST /supplier/orders/{id}/labels/{label}/refund', {
            params: { id: order.id, label: label.id },
            body: {},
          }),
        )
      }
      explain={(error) => explainError(error, 'We couldn’t refund the label. Please try again in a moment.')}
    />
  )
}
