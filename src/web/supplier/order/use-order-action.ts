import { useQueryClient } from '@tanstack/react-query'
import type { SupplierOrderViewData } from '#features/sales/orders/contract.ts'
import { toast } from '#web/app/toast.ts'

/** What a call about an order answers. */
type OrderAnswer = Readonly<{ message: string; order: SupplierOrderViewData }>

/**
 * Returns a function that shows an order as a call has returned it. The order changes at once, its lists as soon as
 * they are loaded again.
 */
export function useOrderAnswer(): (answer: OrderAnswer) => void {
  const queries = useQueryClient()
  return ({ message, order }) => {
    queries.setQueryData(['supplier', 'order', order.id], order)
    void queries.invalidateQueries({
      queryKey: ['supplier'],
      predicate: ({ queryKey }) => queryKey[1] !== 'order' || queryKey[2] !== order.id,
    })
    toast.success(message)
  }
}
