export { PAYING_BANK } from './move-payout.ts'
export { exportPayouts } from './statement.ts'
