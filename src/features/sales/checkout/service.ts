export { type CheckoutDeps } from './payment/pay-order.ts'
export { exportOrders } from './orders/read-order.ts'
export { applyWebhookEvent } from './payment/apply-webhook.ts'
