export { takeNotice, type Till } from './pay-order.ts'
