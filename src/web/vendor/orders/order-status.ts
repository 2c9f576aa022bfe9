import type { ListedShopOrderData } from '#features/stores/shop-orders/contract.ts'
import type { StatusTone } from '#web/console/parts/status.tsx'

/** The label and tone of a status. */
export type StatusLabel = Readonly<{ label: string; tone: StatusTone }>

const STATES: Readonly<Record<ListedShopOrderData['state'], StatusLabel>> = {
  received: { label: 'Checking', tone: 'plain' },
  to_pay: { label: 'To pay', tone: 'do' },
  in_progress: { label: 'In progress', tone: 'good' },
  completed: { label: 'Completed', tone: 'plain' },
  blocked: { label: 'Needs attention', tone: 'wait' },
  not_ours: { label: 'Not our products', tone: 'plain' },
  closed: { label: 'Closed', tone: 'plain' },
}

const SHOP_STATES: Readonly<Record<ListedShopOrderData['shopState'], StatusLabel>> = {
  unpaid: { label: 'Unpaid', tone: 'wait' },
  paid: { label: 'Paid', tone: 'good' },
  cancelled: { label: 'Cancelled', tone: 'bad' },
  refunded: { label: 'Refunded', tone: 'bad' },
}

const MONEY_STATES: Readonly<Record<ListedShopOrderData['moneyState'], StatusLabel>> = {
  none: { label: 'Nothing to pay', tone: 'plain' },
  to_pay: { label: 'To pay', tone: 'do' },
  paid: { label: 'Paid', tone: 'good' },
  partly_refunded: { label: 'Partly refunded', tone: 'wait' },
  refunded: { label: 'Refunded', tone: 'bad' },
}

const SUPPLIER_STATES: Readonly<Record<ListedShopOrderData['supplierState'], StatusLabel>> = {
  none: { label: 'Not sent yet', tone: 'plain' },
  on_hold: { label: 'On hold', tone: 'plain' },
  sent: { label: 'Sent', tone: 'plain' },
  accepted: { label: 'Accepted', tone: 'good' },
  partly_shipped: { label: 'Partly shipped', tone: 'good' },
  shipped: { label: 'Shipped', tone: 'good' },
  delivered: { label: 'Delivered', tone: 'good' },
  cancel_requested: { label: 'Cancellation requested', tone: 'wait' },
  in_case: { label: 'Case open', tone: 'bad' },
  stopped: { label: 'Not sent', tone: 'bad' },
}

/** Returns the status of an order on the marketplace. */
export function getOrderStatus({ state }: Pick<ListedShopOrderData, 'state'>): StatusLabel {
  return STATES[state]
}

/** Returns the status of an order in the vendor's own store. */
export function getStoreStatus({
  shopState,
  origin,
}: Pick<ListedShopOrderData, 'shopState' | 'origin'>): StatusLabel {
  if (origin !== 'store' && shopState === 'paid')
    return { label: origin === 'sample' ? 'Sample' : 'By hand', tone: 'plain' }
  return SHOP_STATES[shopState]
}

/** Returns the payment status of an order. */
export function getMoneyStatus({ moneyState }: Pick<ListedShopOrderData, 'moneyState'>): StatusLabel {
  return MONEY_STATES[moneyState]
}

/** Returns the progress of an order's suppliers. */
export function getSupplierStatus({
  supplierState,
}: Pick<ListedShopOrderData, 'supplierState'>): StatusLabel {
  return SUPPLIER_STATES[supplierState]
}

/** The views of a vendor's orders. */
export const ORDER_VIEWS = [
  { id: 'all', label: 'All' },
  { id: 'to_pay', label: 'To pay' },
  { id: 'needs_attention', label: 'Needs attention' },
  { id: 'in_progress', label: 'In progress' },
  { id: 'completed', label: 'Completed' },
  { id: 'closed', label: 'Closed' },
  { id: 'not_ours', label: 'Not our products' },
] as const

/** Returns the currency of an order's cost and profit. For practice orders it is the test currency XTS. */
export function getCostCurrency({ isPractice }: Pick<ListedShopOrderData, 'isPractice'>): string {
  return isPractice ? 'XTS' : 'USD'
}
