import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Check, Printer, Tags } from 'lucide'
import type { ListedOrderData } from '#features/sales/orders/views/order-list/contract.ts'
import { call, explainError } from '#web/app/calls/api.ts'
import { toast } from '#web/app/toast.ts'
import { Action, ActionLink } from '#web/console/parts/button.tsx'
import { BulkBar } from '#web/console/table/table-tools.tsx'
import { toAddress } from '#web/console/table/use-address.ts'
import { SUPPLIER } from '../console/addresses.ts'
import { useOrderCounts } from '../console/supplier-frame.tsx'
import { printPackingDocuments } from './print-documents.ts'

/** Renders the actions on selected orders: accept them, print their documents. */
export function OrderBulkBar({
  orders,
  onClear,
}: {
  orders: readonly ListedOrderData[]
  onClear: () => void
}) {
  const queries = useQueryClient()
  const acceptable = orders.filter(({ state }) => state === 'submitted')
  const sellsLabels = useOrderCounts().data?.sellsLabels ?? false
  const labelled = orders.filter(
    ({ state, method, left }) =>
      method === 'ship' && left > 0 && (state === 'accepted' || state === 'in_progress'),
  )
  const accept = useMutation({
    mutationFn: () =>
      call('POST /supplier/orders/accept', {
        body: { orders: acceptable.map(({ id, version }) => ({ id, version })) },
      }),
    onSuccess({ message, results }) {
      const refused = results.filter(({ isDone }) => !isDone)
      if (refused.length < results.length) toast.success(message)
      if (refused[0]) toast.error(refused[0].message)
      onClear()
    },
    onError: (error) => toast.error(explainError(error, 'We couldn’t accept the orders. Please try again.')),
    onSettled: () => queries.invalidateQueries({ queryKey: ['supplier'] }),
  })
  const print = useMutation({
    mutationFn: () => printPackingDocuments(orders.map(({ id }) => id)),
    onError: (error) =>
      toast.error(explainError(error, 'We couldn’t create the documents. Please try again.')),
  })
  return (
    <BulkBar count={orders.length} onClear={onClear}>
      {acceptable.length > 0 && (
        <Action icon={Check} busy={accept.isPending} onClick={() => accept.mutate()}>
          Accept {acceptable.length}
        </Action>
      )}
      {sellsLabels && labelled.length > 0 && (
        <ActionLink
          icon={Tags}
          href={toAddress(SUPPLIER.labels, { orders: labelled.map(({ id }) => id).join(',') })}
        >
          {labelled.length === 1 ? 'Buy 1 label' : `Buy ${labelled.length} labels`}
        </ActionLink>
      )}
      <Action icon={Printer} busy={print.isPending} onClick={() => print.mutate()}>
        Pick list, slips and labels
      </Action>
    </BulkBar>
  )
}
