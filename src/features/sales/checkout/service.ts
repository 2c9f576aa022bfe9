export { type CheckoutDeps as Till } from './payment/pay-order.ts'
export { exportOrders as collectOrders } from './orders/read-order.ts'
export { applyWebhookEvent as takeNotice } from './payment/apply-webhook.ts'
