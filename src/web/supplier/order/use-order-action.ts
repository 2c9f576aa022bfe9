import { useQueryClient } from '@tanstack/react-query'
import type { SupplierOrderViewData } from '#features/sales/orders/contract.ts'
import { toast } from '#web/app/toast.ts'

/** The response of a call about an order. */
type OrderAnswer = Readonly<{ message: string; order: SupplierOrderViewData }>

/**
 * Returns a function that shows the order of a response. The order is updated at once, its lists when they have been
 * reloaded.
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
