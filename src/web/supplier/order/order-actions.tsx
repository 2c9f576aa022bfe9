import { Ban, CircleX, Ellipsis, HandCoins, PackageCheck, Printer, Truck } from 'lucide'
import { useState } from 'react'
import type { SupplierOrderViewData } from '#features/sales/orders/contract.ts'
import { call, explainError } from '#web/app/calls/api.ts'
import { toast } from '#web/app/toast.ts'
import { useCan } from '#web/console/frame/business.tsx'
import { Action, ActionLink, IconAction } from '#web/console/parts/button.tsx'
import { Menu, MenuItem } from '#web/console/parts/menu.tsx'
import { labelAddress } from '../console/addresses.ts'
import { useOrderCounts } from '../console/supplier-frame.tsx'
import { CancelDialog } from './dialogs/cancel-dialog.tsx'
import { CollectionDialog } from './dialogs/collection-dialog.tsx'
import { RefundDialog } from './dialogs/refund-dialog.tsx'
import { RejectDialog } from './dialogs/reject-dialog.tsx'
import { ShipDialog } from './dialogs/ship-dialog.tsx'
import { useOrderAnswer } from './use-order-action.ts'

type DialogName = 'ship' | 'collect' | 'reject' | 'cancel' | 'refund'

/** Renders a supplier's actions on an order: the next step as primary action, others in a menu. */
export function OrderActions({ order }: { order: SupplierOrderViewData }) {
  const [dialog, setDialog] = useState<DialogName>()
  const can = (event: string) => order.actions.includes(event)
  const canSend = can('pack') || can('ship')
  const sellsLabels = useOrderCounts().data?.sellsLabels ?? false
  const isPickup = order.shipTo.method === 'pickup'
  const dialogProps = (name: DialogName) => ({
    order,
    isOpen: dialog === name,
    onClose: () => setDialog(undefined),
  })
  return (
    <>
      <MoreMenu order={order} onChoose={setDialog} />
      {can('accept') && <AcceptAction order={order} />}
      {canSend && !isPickup && (
        <>
          <Action
            variant={sellsLabels ? 'outline' : 'primary'}
            icon={Truck}
            onClick={() => setDialog('ship')}
          >
            Add tracking
          </Action>
          {sellsLabels && (
            <ActionLink variant="primary" icon={Printer} href={labelAddress(order.id)}>
              Buy a label
            </ActionLink>
          )}
        </>
      )}
      {canSend && isPickup && (
        <Action variant="primary" icon={PackageCheck} onClick={() => setDialog('collect')}>
          Ready to collect
        </Action>
      )}
      {/* The key resets the dialog for a new version of the order, in which the selected items may be missing. */}
      {dialog !== undefined && (
        <span key={`${dialog} ${order.version}`} className="contents">
          <ShipDialog {...dialogProps('ship')} />
          <CollectionDialog {...dialogProps('collect')} />
          <RejectDialog {...dialogProps('reject')} />
          <CancelDialog {...dialogProps('cancel')} />
          <RefundDialog {...dialogProps('refund')} />
        </span>
      )}
    </>
  )
}

function AcceptAction({ order }: { order: SupplierOrderViewData }) {
  const [isBusy, setIsBusy] = useState(false)
  const show = useOrderAnswer()

  async function accept(): Promise<void> {
    setIsBusy(true)
    try {
      const params = { id: order.id }
      show(await call('POST /supplier/orders/{id}/accept', { params, body: { version: order.version } }))
    } catch (error) {
      toast.error(explainError(error, 'We couldn’t accept the order. Please try again in a moment.'))
    }
    setIsBusy(false)
  }

  return (
    <Action variant="primary" busy={isBusy} onClick={() => void accept()}>
      Accept order
    </Action>
  )
}

function MoreMenu(props: { order: SupplierOrderViewData; onChoose: (name: DialogName) => void }) {
  const { order, onChoose } = props
  const mayDo = useCan()
  const can = (event: string) => order.actions.includes(event)
  const canReject = can('reject') || can('reject_lines')
  const canCancel = order.state !== 'cancel_requested' && (can('cancel') || can('cancel_rest'))
  const canRefund =
    mayDo('refunds:write') && order.parcels.length > 0 && order.refundedAmount < order.totalAmount
  if (!canReject && !canCancel && !canRefund) return null
  return (
    <Menu
      trigger={<IconAction label="More actions" icon={Ellipsis} className="border border-line bg-sheet" />}
    >
      {canRefund && (
        <MenuItem icon={HandCoins} onSelect={() => onChoose('refund')}>
          Refund …
        </MenuItem>
      )}
      {canReject && (
        <MenuItem icon={CircleX} isDangerous onSelect={() => onChoose('reject')}>
          Reject items …
        </MenuItem>
      )}
      {canCancel && (
        <MenuItem icon={Ban} isDangerous onSelect={() => onChoose('cancel')}>
          {order.parcels.length > 0 ? 'Cancel what isn’t shipped …' : 'Cancel the order …'}
        </MenuItem>
      )}
    </Menu>
  )
}
