export { type Till } from './pay-order.ts'
export { collectOrders } from './read-order.ts'
export { takeNotice } from './take-notice.ts'
