import { useQuery } from '@tanstack/react-query'
import { PackageCheck, Printer, SkipForward, Truck } from 'lucide'
import { type ReactNode, useState } from 'react'
import type { OrderToPackData } from '#features/sales/orders/packing/contract.ts'
import type { SupplierOrderViewData } from '#features/sales/orders/contract.ts'
import { call, explainError } from '#web/app/calls/api.ts'
import { toast } from '#web/app/toast.ts'
import { formatMoney } from '#web/console/data/format.ts'
import { Action, ActionLink } from '#web/console/parts/button.tsx'
import { Problem } from '#web/console/parts/dialog.tsx'
import { randomUuid } from '#web/shared/forms/random-uuid.ts'
import { labelAddress } from '../../console/addresses.ts'
import { useOrderCounts } from '../../console/supplier-frame.tsx'
import { toQuoteQuery } from '../label/use-label.ts'
import { formatRate } from '../label/rates-panel.tsx'
import { ShipDialog } from '../../order/dialogs/ship-dialog.tsx'
import { printPackingDocuments } from '../../orders/print-documents.ts'
import { useMarkDone, useRefreshToPack } from './use-packing.ts'

type FinishProps = Readonly<{
  order: SupplierOrderViewData
  label: OrderToPackData['label']
  /** The number of units that are not in the parcel yet. */
  left: number
  hasNext: boolean
  onNext: () => Promise<void>
}>

/**
 * Renders the actions that finish a packed parcel: its label, a new label, or another carrier. The next order follows.
 */
export function PackFinish(props: FinishProps) {
  const { order, label, left, onNext, hasNext } = props
  const sellsLabels = useOrderCounts().data?.sellsLabels ?? false
  const [isShipping, setIsShipping] = useState(false)
  const canShip = order.actions.includes('pack') || order.actions.includes('ship')
  const isLabelled = label !== null && label.state !== 'failed'
  const markDone = useMarkDone()
  return (
    <div className="mt-4 flex flex-col gap-2 max-md:fixed max-md:inset-x-0 max-md:bottom-0 max-md:z-10 max-md:mt-0 max-md:border-t max-md:border-line max-md:bg-paper max-md:p-3">
      <p className="text-center text-sm text-ink-soft" aria-live="polite">
        {describeLeft(left)}
      </p>
      {isLabelled && <LabelledFinish {...props} />}
      {!isLabelled && canShip && sellsLabels && <BuyFinish {...props} />}
      {/* Fixed columns, so that no button moves when another one disappears. */}
      <div className="grid grid-cols-[1.35fr_1.25fr_0.9fr] gap-2 *:px-2!">
        <PrintAction order={order} />
        {!isLabelled && canShip && (
          <Action
            icon={Truck}
            className="col-start-2"
            variant={sellsLabels ? 'outline' : 'primary'}
            disabled={left > 0}
            onClick={() => setIsShipping(true)}
          >
            Add tracking
          </Action>
        )}
        {hasNext && (
          <Action icon={SkipForward} variant="quiet" className="col-start-3" onClick={() => void onNext()}>
            Skip
          </Action>
        )}
      </div>
      {isShipping && (
        <ShipDialog
          order={order}
          isOpen
          onClose={() => setIsShipping(false)}
          onShipped={() => {
            markDone(order.id)
            void onNext()
          }}
        />
      )}
    </div>
  )
}

function describeLeft(left: number): string {
  if (left === 0) return 'All items are packed'
  return left === 1 ? '1 item is still missing' : `${left} items are still missing`
}

/** Renders the line above the main action; its height is fixed. */
function Notice({ children }: { children: ReactNode }) {
  return <p className="flex min-h-6 items-center justify-center gap-1 text-xs text-ink-soft">{children}</p>
}

/** Renders the button that marks a labelled parcel as packed. */
function LabelledFinish({ order, label, left, hasNext, onNext }: FinishProps) {
  const markDone = useMarkDone()
  const refresh = useRefreshToPack()

  function finish(): void {
    markDone(order.id)
    void onNext()
    // The next order is shown meanwhile; if saving fails, this one returns to the list.
    call('POST /supplier/orders/{id}/packed', { params: { id: order.id }, body: { isPacked: true } })
      .catch((error: unknown) =>
        toast.error(
          explainError(error, `We couldn’t mark ${order.number} as packed. It’s back in the list.`),
        ),
      )
      .finally(refresh)
  }

  return (
    <>
      <Notice>{label?.state === 'used' ? 'Label bought' : 'Its label is being bought …'}</Notice>
      <Action
        variant="primary"
        icon={PackageCheck}
        className="min-h-12!"
        disabled={left > 0}
        onClick={finish}
      >
        {hasNext ? 'Packed, next order' : 'Packed'}
      </Action>
    </>
  )
}

function PendingRates() {
  return (
    <>
      <Notice>Looking for rates …</Notice>
      <Action variant="primary" className="min-h-12!" disabled>
        Buy label
      </Action>
    </>
  )
}

/** Renders the purchase of a missing label: here at the preselected rate, or on its own page. */
function BuyFinish({ order, left }: FinishProps) {
  const [isBusy, setIsBusy] = useState(false)
  const [idempotencyKey] = useState(randomUuid)
  const refresh = useRefreshToPack()
  const quote = useQuery(toQuoteQuery(order.id))
  const rate = quote.data?.rates.find(({ service }) => service === quote.data.selected)
  if (quote.isError)
    return (
      <Problem text={explainError(quote.error, 'We couldn’t get rates. Please try again in a moment.')} />
    )
  if (quote.isPending) return <PendingRates />
  if (!rate)
    return (
      <>
        <Notice>The label needs more details.</Notice>
        <ActionLink variant="primary" className="min-h-12!" href={labelAddress(order.id)}>
          Complete the label’s details
        </ActionLink>
      </>
    )

  async function buy({ service, currency, minorAmount }: NonNullable<typeof rate>): Promise<void> {
    setIsBusy(true)
    try {
      const body = { service, quote: { currency, amount: minorAmount }, idempotencyKey }
      await call('POST /supplier/orders/{id}/labels', { params: { id: order.id }, body })
      refresh()
    } catch (error) {
      toast.error(explainError(error, 'We couldn’t buy the label. Please try again in a moment.'))
    }
    setIsBusy(false)
  }

  return (
    <>
      <Notice>
        {formatRate(rate)} ·
        <ActionLink variant="quiet" isSmall href={labelAddress(order.id)} className="h-6! min-h-6! px-1!">
          Other services
        </ActionLink>
      </Notice>
      <Action
        variant="primary"
        className="min-h-12!"
        busy={isBusy}
        disabled={left > 0}
        onClick={() => void buy(rate)}
      >
        Buy label for {formatMoney(rate.amount, rate.currency)}
      </Action>
    </>
  )
}

function PrintAction({ order }: { order: SupplierOrderViewData }) {
  return (
    <Action
      icon={Printer}
      onClick={() =>
        void printPackingDocuments([order.id], ['slips', 'labels']).catch((error: unknown) =>
          toast.error(explainError(error, 'We couldn’t create the documents. Please try again in a moment.')),
        )
      }
    >
      Slip and label
    </Action>
  )
}
