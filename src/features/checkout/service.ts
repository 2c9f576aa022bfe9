export { takeNotice, type Till } from './pay-order.ts'
export { collectOrders } from './read-order.ts'
