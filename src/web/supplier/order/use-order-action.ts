import { useQueryClient } from '@tanstack/react-query'
import type { SupplierOrderViewData } from '#features/sales/orders/contract.ts'
import { toast } from '#web/app/toast.ts'

/** What a call about an order answers. */
type OrderAnswer = Readonly<{ message: string; order: SupplierOrderViewData }>

/** Returns how to show what a call about an order has answered: the order at once, its lists as soon as they are read again. */
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
