import { useQueryClient } from '@tanstack/react-query'
import { Ellipsis } from 'lucide'
import { useState } from 'react'
import type { SupplierOrderViewData } from '#features/sales/orders/contract.ts'
import { call, explainError } from '#web/app/calls/api.ts'
import { toast } from '#web/app/toast.ts'
import { Action } from '#web/console/parts/button.tsx'
import { FormDialog } from '#web/console/parts/dialog.tsx'
import { Menu, MenuItem } from '#web/console/parts/menu.tsx'
import { formatMoney } from '#web/console/data/format.ts'
import { TextArea } from '#web/ui/field.tsx'
import { useOperatorRoles } from '../console/operator-roles.tsx'
import { MOVES, type Move } from './order-texts.ts'
import { RefundDialog } from './refund-dialog.tsx'

/** Renders an operator's actions on an order: refunds, and transitions with a reason. */
export function OrderActions({ order }: { order: SupplierOrderViewData }) {
  const { can } = useOperatorRoles()
  const [move, setMove] = useState<Move>()
  const [isRefunding, setIsRefunding] = useState(false)
  // The server's actions are transitions, or actions of another page.
  const moves = Object.keys(MOVES).filter(
    (one): one is Move => order.actions.includes(one) && can('orders:write'),
  )
  const canRefund = can('money:write') && order.payment !== 'unpaid' && order.payment !== 'refunded'
  return (
    <>
      {canRefund && <Action onClick={() => setIsRefunding(true)}>Refund …</Action>}
      {moves.length > 0 && (
        <Menu
          trigger={
            <Action icon={Ellipsis} aria-label="Move the order">
              Move
            </Action>
          }
        >
          {moves.map((one) => (
            <MenuItem
              key={one}
              isDangerous={one === 'cancel' || one === 'reject' || one === 'cancel_rest'}
              onSelect={() => setMove(one)}
            >
              {MOVES[one].label}
            </MenuItem>
          ))}
        </Menu>
      )}
      {move !== undefined && <MoveDialog order={order} move={move} onClose={() => setMove(undefined)} />}
      {isRefunding && <RefundDialog order={order} onClose={() => setIsRefunding(false)} />}
    </>
  )
}

function MoveDialog(props: { order: SupplierOrderViewData; move: Move; onClose: () => void }) {
  const { order, move, onClose } = props
  const queries = useQueryClient()
  const [reason, setReason] = useState('')
  const { label, text } = MOVES[move]
  const isRefund = move === 'cancel' || move === 'reject'
  const amount = formatMoney(order.totalAmount - order.refundedAmount - order.chargedBackAmount)
  return (
    <FormDialog
      isOpen
      onClose={onClose}
      title={`${label}?`}
      text={isRefund ? `${text} Amount: ${amount}.` : text}
      submitLabel={label}
      variant={isRefund || move === 'cancel_rest' ? 'danger' : 'primary'}
      canSubmit={reason.trim().length >= 3}
      onSubmit={async () => {
        const { message } = await call('POST /supplier/orders/{id}/move', {
          params: { id: order.id },
          body: { event: move, reason, version: order.version },
        })
        await queries.invalidateQueries({ queryKey: ['operator'] })
        toast.success(message)
      }}
      explain={(error) => {
        void queries.invalidateQueries({ queryKey: ['operator', 'order', order.id] })
        return explainError(error, 'We couldn’t update the order. Please try again in a moment.')
      }}
    >
      <TextArea
        label="Reason"
        hint="Shown in the order’s timeline"
        rows={2}
        maxLength={500}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
    </FormDialog>
  )
}
