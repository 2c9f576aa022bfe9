import { call, explainError } from '#web/app/calls/api.ts'
import { useNavigateTo } from '#web/app/router/navigation.ts'
import { toast } from '#web/app/toast.ts'
import { toAddress } from '#web/console/table/use-address.ts'
import { SUPPLIER, supplierOrderAddress } from '../../console/addresses.ts'

/**
 * Returns a function that opens the orders of a scanned text, and returns whether it found any. It opens the order of a
 * packing slip or label, or the list of orders that contain a SKU. `toOrder` returns the address of an order.
 */
export function useOrderScan(
  toOrder: (id: string) => string = supplierOrderAddress,
): (text: string) => Promise<boolean> {
  const go = useNavigateTo()
  return async (text) => {
    try {
      const { orders, total } = await call('GET /supplier/orders', { query: { search: text, pageSize: 2 } })
      const exact = orders.find(({ number }) => number.toLowerCase() === text.toLowerCase())
      const found = exact ?? (total === 1 ? orders[0] : undefined)
      if (!found && total === 0) {
        toast.error(`No order found with the number or SKU ${text}.`)
        return false
      }
      await go(found ? toOrder(found.id) : toAddress(SUPPLIER.orders, { search: text }))
      return true
    } catch (error) {
      toast.error(explainError(error, 'We couldn’t look up the scanned code. Please try again in a moment.'))
      return false
    }
  }
}
