export { type Till } from './payment/pay-order.ts'
export { collectOrders } from './orders/read-order.ts'
export { takeNotice } from './payment/apply-webhook.ts'
