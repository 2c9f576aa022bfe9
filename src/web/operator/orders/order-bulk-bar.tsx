import { useState } from 'react'
import { call } from '#web/app/calls/api.ts'
import { Action } from '#web/console/parts/button.tsx'
import { BulkBar } from '#web/console/table/table-tools.tsx'
import { randomUuid } from '#web/shared/forms/random-uuid.ts'
import { Checkbox, TextArea } from '#web/ui/field.tsx'
import { BulkDialog, MAX_BULK_ROWS } from '../console/bulk-dialog.tsx'
import { useOperatorRoles } from '../console/operator-roles.tsx'

type BulkAction = 'cancel' | 'refund' | 'retry'

/** Renders the actions on the selected orders; each has a preview. */
export function OrderBulkBar({ ids, onClear }: { ids: readonly string[]; onClear: () => void }) {
  const { can } = useOperatorRoles()
  const [open, setOpen] = useState<Readonly<{ action: BulkAction; ids: readonly string[] }>>()

  function close(hasChanged: boolean): void {
    setOpen(undefined)
    if (hasChanged) onClear()
  }

  return (
    <>
      <BulkBar count={ids.length} onClear={onClear}>
        {can('money:write') && <Action onClick={() => setOpen({ action: 'retry', ids })}>Retry …</Action>}
        {can('money:write') && <Action onClick={() => setOpen({ action: 'refund', ids })}>Refund …</Action>}
        {can('orders:write') && <Action onClick={() => setOpen({ action: 'cancel', ids })}>Cancel …</Action>}
      </BulkBar>
      {open && <BulkActionDialog {...open} onClose={close} />}
    </>
  )
}

/** Renders the dialog of an action on the orders that were selected when it was opened. */
function BulkActionDialog(props: {
  action: BulkAction
  ids: readonly string[]
  onClose: (hasChanged: boolean) => void
}) {
  const { action, ids, onClose } = props
  const dialog = { orders: ids.slice(0, MAX_BULK_ROWS), selected: ids.length, onClose }
  if (action === 'retry') return <RetryDialog {...dialog} />
  return action === 'refund' ? <RefundDialog {...dialog} /> : <CancelDialog {...dialog} />
}

type DialogProps = Readonly<{
  orders: string[]
  selected: number
  onClose: (hasChanged: boolean) => void
}>

function RetryDialog({ orders, selected, onClose }: DialogProps) {
  return (
    <BulkDialog
      title="Retry what failed"
      text={withLimit('We try again what payment providers and stores refused or left unclear.', selected)}
      previewKey={['retry', ...orders]}
      preview={(signal) => previewOrders({ action: 'retry', orders }, signal)}
      totalLabel="Refunds among it"
      submitLabel="Retry"
      perform={() => call('POST /operator/orders/bulk-retry', { body: { orders } })}
      onClose={onClose}
    />
  )
}

function CancelDialog({ orders, selected, onClose }: DialogProps) {
  const [reason, setReason] = useState('')
  return (
    <BulkDialog
      title="Cancel orders"
      text={withLimit('We cancel what isn’t shipped and refund it. This can’t be undone.', selected)}
      previewKey={['cancel', ...orders]}
      preview={(signal) => previewOrders({ action: 'cancel', orders }, signal)}
      totalLabel="Refunds"
      submitLabel="Cancel orders"
      variant="danger"
      canSubmit={reason.trim().length >= 3}
      perform={() => call('POST /operator/orders/bulk-cancel', { body: { orders, reason } })}
      onClose={onClose}
    >
      <ReasonField value={reason} onChange={setReason} />
    </BulkDialog>
  )
}

function RefundDialog({ orders, selected, onClose }: DialogProps) {
  const [reason, setReason] = useState('')
  const [byMarketplace, setByMarketplace] = useState(false)
  const [idempotencyKey] = useState(randomUuid)
  const body = { orders, reason, byMarketplace, idempotencyKey }
  return (
    <BulkDialog
      title="Refund orders"
      text={withLimit('We refund all that is left of each order. This can’t be undone.', selected)}
      previewKey={['refund', byMarketplace, ...orders]}
      preview={(signal) => previewOrders({ action: 'refund', orders, byMarketplace }, signal)}
      totalLabel="Refunds"
      submitLabel="Refund orders"
      variant="danger"
      canSubmit={reason.trim().length >= 3}
      perform={() => call('POST /operator/orders/bulk-refund', { body })}
      onClose={onClose}
    >
      <Checkbox
        label="The marketplace pays for it"
        checked={byMarketplace}
        onChange={({ target }) => setByMarketplace(target.checked)}
      />
      <ReasonField value={reason} onChange={setReason} />
    </BulkDialog>
  )
}

function previewOrders(
  body: { action: BulkAction; orders: string[]; byMarketplace?: boolean },
  signal: AbortSignal,
) {
  return call('POST /operator/orders/bulk-preview', { body }, { signal })
}

function ReasonField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  return (
    <TextArea
      label="Reason (buyers see it)"
      rows={2}
      maxLength={400}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}

function withLimit(text: string, selected: number): string {
  return selected > MAX_BULK_ROWS
    ? `${text} This applies to the first ${MAX_BULK_ROWS} of ${selected}.`
    : text
}
